"""D: the settled readings of what the rule books leave open."""

from typing import Any

import pytest

from misterx import Game
from tests.chase.positions import (
    CLASSIC,
    EDITIONS,
    MODERN,
    WITH_TICKETS,
    answer,
    begin,
    counted,
    every_edition,
    every_table,
    moves_of,
    passed,
    play,
    put_up,
    refused,
    result,
    seen,
    single_moves,
    smallest_table,
    there_and_back,
    where,
)

BOX = counted(57, 45, 23)


@pytest.mark.clause("D1")
def test_the_two_player_pool_is_twice_a_detectives_tickets() -> None:
    view = seen(begin("modern-2013", 2))
    assert view["pool"] == counted(22, 16, 8)
    assert view["tickets"] == {}
    assert view["pool"] == {k: 2 * n for k, n in counted(11, 8, 4).items()}


@pytest.mark.clause("D2")
@every_edition(*MODERN)
def test_with_six_players_the_supply_starts_at_2_5_3(edition: str) -> None:
    assert seen(begin(edition, 6))["supply"] == counted(2, 5, 3)


@pytest.mark.clause("D2")
@every_edition(*MODERN)
def test_a_transport_whose_tickets_have_run_out_is_closed_but_for_black(edition: str) -> None:
    """Both taxi tickets of six players are gone after a double move."""
    game = put_up(edition, 6, x=45, hunters={"D1": 13, "D2": 67, "D3": 89, "D4": 140, "D5": 128})
    play(game, "X:T58+T74", "D1:U46", "D2:B82", "D3:B55", "D4:B156", "D5:B135")
    assert seen(game)["supply"]["taxi"] == 0
    assert single_moves(game) == {"B58", "B94", "K58", "K73", "K75", "K92", "K94"}
    assert refused(game, "X:T73") == "no_ticket"


@pytest.mark.clause("D2")
@every_edition(*MODERN)
def test_what_the_detectives_have_used_he_can_use(edition: str) -> None:
    game = put_up(edition, 6, x=45, supply=counted(1, 0, 0), hunters={"D1": 8})
    play(game, "X:T58")
    assert seen(game)["supply"]["taxi"] == 0
    play(game, "D1:T18")
    answer(game)
    assert seen(game)["supply"]["taxi"] > 0
    assert "T45" in moves_of(game, "X")


@pytest.mark.clause("D2")
@every_table(*MODERN)
def test_supply_purses_and_log_make_up_the_box(edition: str, players: int) -> None:
    game = begin(edition, players)
    for turn in range(40):
        position = where(game)
        letters = [window["ticket"] for window in position["log"]]
        purses = [position["supply"], *position["tickets"].values()]
        purses += [position["pool"]] if position["pool"] else []
        for kind, whole in BOX.items():
            laid = letters.count(kind[0].upper())
            assert sum(purse[kind] for purse in purses) + laid == whole
        if game.outcome:
            break
        moves = game.legal
        game.play(moves[turn * 7919 % len(moves)])


@pytest.mark.clause("D3")
@every_edition(*CLASSIC, "modern-2013")
def test_22_rounds_with_two_double_moves_fill_24_windows(edition: str) -> None:
    """A whole game: a rule of its own deals enough tickets for 22 taxi rides."""
    tickets = {"base": edition, "detective_tickets": counted(22, 0, 0), "box": counted(99, 9, 9)}
    game = put_up(tickets, x=45)
    here, there = 45, 58
    for number in range(1, 23):
        assert (result(game), where(game)["round"]) == (None, number)
        if number in (5, 11):
            play(game, f"X:T{there}+T{here}")
        else:
            play(game, f"X:T{there}")
            here, there = there, here
        assert result(game) is None
        answer(game)
    assert result(game) == ("x", "survived")
    assert len(where(game)["log"]) == 24


@pytest.mark.clause("D3")
@every_edition(*CLASSIC, "modern-2013")
def test_without_a_double_move_two_windows_stay_empty(edition: str) -> None:
    game = put_up(edition, log=there_and_back(21, 45, 58), round=22)
    answer(play(game, "X:T58"))
    assert result(game) == ("x", "survived")
    assert len(where(game)["log"]) == 22


@pytest.mark.clause("D4")
@every_edition()
def test_mister_x_cannot_be_caught_in_his_own_turn(edition: str) -> None:
    """D1 stands beside him; passing by or staying near is no danger, only being entered is."""
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 57, "D2": 59})
    play(game, f"X:{t}58")
    assert result(game) is None
    assert where(game)["turn"] == "hunters"


@pytest.mark.clause("D4")
@every_edition(*WITH_TICKETS)
def test_a_hunter_may_enter_his_station_whether_he_knows_it_or_not(edition: str) -> None:
    """The hunters' legal moves are the same wherever he hides."""
    players = smallest_table(edition)
    games = [put_up(edition, players, x=45, hunters={"D1": 57}) for _ in range(2)]
    play(games[0], "X:T58")
    play(games[1], "X:T59")
    assert games[0].legal == games[1].legal
    for game, end in zip(games, (("hunters", "caught"), None), strict=True):
        assert seen(game)["x"] is None
        assert result(play(game, "D1:T58")) == end


@pytest.mark.clause("D5")
def test_modern_24_goes_on_until_the_log_is_full() -> None:
    game = put_up("modern-24", log=there_and_back(21, 45, 58), round=22)
    answer(play(game, "X:T58"))
    assert (result(game), where(game)["round"]) == (None, 23)
    answer(play(game, "X:T45"))
    assert (result(game), where(game)["round"]) == (None, 24)
    answer(play(game, "X:T58"))
    assert result(game) == ("x", "survived")
    assert len(where(game)["log"]) == 24


@pytest.mark.clause("D5")
@pytest.mark.parametrize("doubles", (1, 2))
def test_modern_24_a_double_move_shortens_the_game_by_a_round(doubles: int) -> None:
    last = 24 - doubles
    game = put_up("modern-24", log=there_and_back(23, 45, 58), round=last)
    answer(play(game, "X:T58"))
    assert result(game) == ("x", "survived")
    assert where(game)["round"] == last


@pytest.mark.clause("D5")
def test_modern_24_ends_unanswered_when_23_tickets_are_used_up() -> None:
    """23 tickets, 23 answers: after his 24th move no detective has any left."""
    game = begin("modern-24", 5)
    assert {sum(purse.values()) for purse in where(game)["tickets"].values()} == {23}
    pieces = ("D1", "D2", "D3", "D4")
    log = there_and_back(22, 45, 58)
    last = dict.fromkeys(pieces, (1, 0, 0))
    game = put_up("modern-24", 5, log=log, round=23, tickets=last)
    answer(play(game, "X:T58"))
    assert (result(game), where(game)["round"]) == (None, 24)
    play(game, "X:T45")
    assert result(game) == ("x", "no_moves")
    assert len(where(game)["log"]) == 24


@pytest.mark.clause("D6")
@every_edition()
def test_read_into_all_editions(edition: str) -> None:
    """No hunter's station for him, one double move a round, passes, an answer to his last move."""
    t = "" if edition == "beginner" else "T"
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, hunters={"D1": 58})
    assert refused(game, f"X:{t}58") == "occupied"
    play(game, f"X:{t}59+{t}75")
    assert refused(game, f"X:{t}59") == "not_your_turn"
    game = put_up(edition, players, x=45, hunters={"D1": 30, "D2": 17, "D3": 42})
    told = passed(game.play(f"X:{t}58"))
    assert told == (["D1"] if edition in (*CLASSIC, "research-2011") else [])
    assert moves_of(game, "D1") == set()
    last = {"modern-24": 24, "research-2011": 24, "beginner": 13}.get(edition, 22)
    log = there_and_back(last - 1, 45, 58, t)
    game = play(put_up(edition, players, log=log, round=last), f"X:{t}58")
    assert (result(game), where(game)["turn"]) == (None, "hunters")


@pytest.mark.clause("D7")
@every_edition(*WITH_TICKETS)
def test_possible_before_his_first_move_the_undrawn_cards(edition: str) -> None:
    players = smallest_table(edition)
    game = begin(edition, players)
    cards = (
        "35 45 51 71 78 104 106 127 132 146 166 170 172"
        if edition in MODERN
        else "13 26 29 34 50 53 91 94 103 112 117 132 138 141 155 174 197 198"
    )
    drawn = set(where(game)["hunters"].values())
    assert seen(game)["possible"] == [c for c in map(int, cards.split()) if c not in drawn]


def narrowed(*possible: int, **changes: Any) -> Game:  # noqa: ANN401 - whatever `put_up` takes
    """A game in which he can only be on these stations, and is on the first."""
    return put_up("modern-2013", x=possible[0], possible=sorted({*possible}), **changes)


@pytest.mark.clause("D7")
@pytest.mark.parametrize(
    ("move", "stations"),
    (
        ("T46", "19 32 33 44 45 46 58 59 60 61 47"),
        ("B1", "1 34 58 78"),
        ("U1", "1 13 74 79"),
        ("K46", "19 32 33 44 45 46 58 59 60 61 47 1 34 78 13 74 79"),
    ),
)
def test_possible_follows_the_tickets_of_the_log(move: str, stations: str) -> None:
    """He can be on 32, 45 or 46; only 46 has buses and the underground."""
    x = 45 if move.endswith("46") else 46
    game = narrowed(x, 32, 45, 46)
    assert seen(play(game, f"X:{move}"))["possible"] == sorted(map(int, stations.split()))


@pytest.mark.clause("D7")
def test_possible_leaves_out_hunters_at_each_moment() -> None:
    """From 2 over 10 or 20: with a hunter on 10 only 2, 9 and 33 are left."""
    assert seen(play(narrowed(2), "X:T20+T9"))["possible"] == [2, 9, 11, 21, 33, 34]
    blocked = play(narrowed(2, hunters={"D1": 10}), "X:T20+T9")
    assert seen(blocked)["possible"] == [2, 9, 33]


@pytest.mark.clause("D7")
def test_possible_starts_anew_from_a_window_seen() -> None:
    game = put_up("modern-2013", log=("T58", "T45"), round=3)
    assert seen(play(game, "X:T58"))["possible"] == [58]
    answer(game)
    assert seen(play(game, "X:B74"))["possible"] == [1, 46, 74, 77]


@pytest.mark.clause("D7")
def test_possible_loses_the_stations_that_hunters_enter_without_catching_him() -> None:
    game = play(narrowed(45, hunters={"D1": 57, "B1": 61}), "X:T46")
    assert seen(game)["possible"] == [32, 46, 58, 59, 60]
    assert seen(play(game, "D1:T58"))["possible"] == [32, 46, 59, 60]
    assert seen(play(game, "B1:60"))["possible"] == [32, 46, 59]


@pytest.mark.clause("D7")
def test_possible_knows_on_his_turn_that_he_is_not_shut_in() -> None:
    """On 2, between hunters on 10 and 20, he would have been caught."""
    game = narrowed(46, 2, hunters={"D1": 10, "D2": 20})
    assert seen(game)["possible"] == [46]
    game = play(narrowed(58, 20, hunters={"D1": 11, "D2": 33}), "X:T45", "D1:T10")
    assert {2, 9} <= set(seen(game)["possible"])
    play(game, "D2:T20")
    assert {2, 9} <= set(seen(game)["possible"])  # not before his turn
    assert 2 not in seen(answer(game))["possible"]


@pytest.mark.clause("D7")
def test_shut_in_depends_on_the_tickets_there_are() -> None:
    """Without a taxi ticket nobody gets away from 2; with a black one he does."""
    supply = counted(0, 9, 9)
    assert seen(narrowed(46, 2, supply=supply))["possible"] == [2, 46]
    game = narrowed(46, 2, supply=supply, mister_x={"black": 0})
    assert seen(game)["possible"] == [46]


@pytest.mark.clause("D7")
@every_edition()
def test_possible_after_the_end_is_his_station(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, hunters={"D1": 57})
    play(game, f"X:{t}58", f"D1:{t}58")
    assert seen(game)["possible"] == [58]
    game = put_up(edition, players, x=2, hunters={"D1": 10, "D2": 20})
    assert seen(game)["possible"] == [2]


@pytest.mark.clause("D7")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_truth_is_always_possible_and_the_same_for_all(edition: str) -> None:
    game = begin(edition, smallest_table(edition))
    for turn in range(60):
        views = [seen(game, who)["possible"] for who in ("X", "hunters", "spectator")]
        assert views[0] == views[1] == views[2]
        assert where(game)["x"] in views[0]
        if game.outcome:
            break
        game.play(game.legal[turn * 7919 % len(game.legal)])


@pytest.mark.clause("D8")
def test_beginners_move_by_exactly_one_stop() -> None:
    """From 45 the taxis reach 58 at once; 74 is two stops away."""
    game = put_up("beginner", x=45, hunters={"D1": 8})
    assert refused(game, "X:74") == "no_connection"
    play(game, "X:58")
    assert moves_of(game, "D1") == {"1", "18", "19"}
    assert refused(game, "D1:31") == "no_connection"
    play(game, "D1:18")
    assert refused(game, "D1:31") == "already_moved"


@pytest.mark.clause("D8")
def test_the_two_player_pool_of_modern_24() -> None:
    assert seen(begin("modern-24", 2))["pool"] == counted(22, 16, 8)
