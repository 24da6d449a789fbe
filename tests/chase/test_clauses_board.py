"""B: the board as the moves use it. The boards' own facts are in tests/board."""

import pytest

from tests.chase.positions import (
    WITH_TICKETS,
    answer,
    every_edition,
    moves_of,
    play,
    put_up,
    refused,
    single_moves,
    smallest_table,
    where,
)


@pytest.mark.clause("B1")
@every_edition(*WITH_TICKETS)
def test_only_the_board_of_1983_has_a_taxi_from_13_to_14(edition: str) -> None:
    game = put_up(edition, smallest_table(edition), x=13)
    assert ("T14" in single_moves(game)) == (edition == "classic-1983")


@pytest.mark.clause("B1")
@pytest.mark.parametrize(
    ("there", "back"), (("K157", "K194"), ("K115", "K157"), ("K108", "K115")), ids=str
)
def test_the_ferry_goes_both_ways(there: str, back: str) -> None:
    game = put_up("modern-2013", 4, x=int(back[1:]))
    answer(play(game, f"X:{there}"))
    play(game, f"X:{back}")
    assert where(game)["x"] == int(back[1:])


@pytest.mark.clause("B1")
@pytest.mark.parametrize("to", (0, 200, 255))
def test_there_is_no_station_beyond_199(to: int) -> None:
    game = put_up("modern-2013", 4, x=199)
    assert refused(game, f"X:T{to}") == ("malformed" if to == 0 else "no_connection")


@pytest.mark.clause("B2")
def test_nobody_gets_off_on_the_way() -> None:
    """The bus from 13 stops at 52 and only then at 41; the underground at 46, then at 79."""
    game = put_up("modern-2013", 4, x=45, hunters={"D1": 13, "B1": 23})
    play(game, "X:T58")
    assert {"B52", "U46"} <= moves_of(game, "D1")
    assert refused(game, "D1:B41") == "no_connection"
    assert refused(game, "D1:U79") == "no_connection"
    assert refused(game, "D1:T58") == "no_connection"
    assert refused(game, "B1:14") == "no_connection"


@pytest.mark.clause("B2")
def test_a_ticket_is_for_one_transport_alone() -> None:
    """From 13 the bus goes to 14, 23 and 52 and the underground to 46, 67 and 89."""
    game = put_up("modern-2013", 4, x=13)
    assert single_moves(game) == {
        *("T4", "T23", "T24"),
        *("B14", "B23", "B52"),
        *("U46", "U67", "U89"),
        *("K4", "K14", "K23", "K24", "K46", "K52", "K67", "K89"),
    }
    assert refused(game, "X:T52") == "no_connection"
    assert refused(game, "X:B46") == "no_connection"
    assert refused(game, "X:U14") == "no_connection"


@pytest.mark.clause("B3")
@every_edition(*WITH_TICKETS)
@pytest.mark.parametrize(
    ("station", "letter", "stops"),
    (
        (74, "T", {58, 73, 75, 92}),
        (74, "B", {58, 94}),
        (74, "U", {46}),
        (153, "T", {139, 152, 154, 166, 167}),
        (100, "T", {80, 81, 101, 112, 113}),
        (100, "B", {63, 82, 111}),
    ),
)
def test_the_examples_of_the_rule_books(
    edition: str, station: int, letter: str, stops: set[int]
) -> None:
    hunters = {"D1": 197, "D2": 174, "D3": 1}
    game = put_up(edition, smallest_table(edition), x=station, hunters=hunters)
    assert {m for m in single_moves(game) if m[0] == letter} == {f"{letter}{s}" for s in stops}
    detective = put_up(edition, smallest_table(edition), x=182, hunters={**hunters, "D1": station})
    play(detective, "X:T183")
    found = {move for move in moves_of(detective, "D1") if move[0] == letter}
    assert found == {f"{letter}{s}" for s in stops}


@pytest.mark.clause("B4")
@every_edition()
def test_the_same_way_may_be_taken_back(edition: str) -> None:
    ticket = "" if edition == "beginner" else "T"
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, hunters={"D1": 1})
    for x, d1 in ((58, 8), (45, 1), (58, 8)):
        answer(play(game, f"X:{ticket}{x}", f"D1:{ticket}{d1}"))
        assert (where(game)["x"], where(game)["hunters"]["D1"]) == (x, d1)


@pytest.mark.clause("B4")
def test_a_double_move_may_go_there_and_back() -> None:
    game = play(put_up("classic-2000", 4, x=45), "X:T58+T45")
    assert where(game)["x"] == 45
