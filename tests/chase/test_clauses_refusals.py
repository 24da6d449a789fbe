"""How moves are written, and which reason a refusal gives first."""

from typing import Any

import pytest

from misterx import Game, Refused, new_game
from tests.chase.positions import (
    answer,
    cannot_put_up,
    counted,
    moves_of,
    play,
    put_up,
    refused,
    result,
    seen,
    where,
)


@pytest.mark.parametrize(
    "text",
    (
        *("", "X", "X:", "X:46", "X:t46", "x:T46", "X:T046", "X:T0", "X:T 46", " X:T46", "X:T46 "),
        *("X:T46\n", "X:T46+", "X:+T46", "X:T46+58", "X:T46++K58", "X:T46+K58+T1", "X:Z46"),
        *("X:T?", "X:K?", "X:?", "X:T46+K?", "X:T-1", "X:T+46", "X:T4_6", "X:T٤٦", "X:F157"),
        *("D1:58", "D1:K58", "D0:T58", "D10:T58", "D:T58", "d1:T58", "D1T58", "D1:T58+T57"),
        *("B1:T58", "B1:K58", "B1:", "X:Show", "X:shows", "show", "X:take D1=K", "X:takeD1=T"),
        *(
            "X:take  D1=T",
            "X:take D1 = T",
            "X:take B1=T",
            "B1@13",
            "X@45",
            "D1@",
            "D1@013",
            "H1:T58",
        ),
    ),
)
def test_what_is_not_the_notation_is_malformed(text: str) -> None:
    assert refused(put_up("modern-2013", x=45), text) == "malformed"


def test_malformed_is_said_first_even_after_the_end() -> None:
    game = put_up("modern-2013", x=2, hunters={"D1": 10, "D2": 20})
    assert result(game) == ("hunters", "trapped")
    assert refused(game, "X:46") == "malformed"
    for move in ("X:T46", "D1:T8", "D5:T8", "B2:8", "X:show", "X:take D1=T", "D1@41"):
        assert refused(game, move) == "game_over"


def test_a_piece_not_in_this_game_is_not_allowed() -> None:
    game = put_up("modern-2013", x=45)
    for move in ("D4:T58", "D9:T58", "B2:58", "X:take D4=T"):
        assert refused(game, move) == "not_allowed"


def test_the_order_of_refusals_for_a_hunter() -> None:
    """Each move lacks what the one before it lacks, and something more that is said later."""
    tickets = {"D1": (0, 8, 4), "D2": (11, 8, 4)}
    game = put_up("modern-2013", x=45, hunters={"D1": 8, "D2": 18}, tickets=tickets)
    assert refused(game, "D1:T99", "H2") == "not_your_turn"  # Mister X's turn
    play(game, "X:T58")
    assert refused(game, "D1:T99", "H2") == "not_your_turn"  # another seat's piece
    assert refused(game, "D1:T99", "H1") == "no_connection"
    assert refused(game, "D1:T18", "H1") == "no_ticket"  # D2 is there besides
    assert refused(game, "D2:T8", "H2") == "occupied"
    game.play("D2:T31", "H2")
    assert refused(game, "D2:T99", "H1") == "not_your_turn"
    assert refused(game, "D2:T99", "H2") == "already_moved"


def test_the_order_of_refusals_for_mister_x() -> None:
    """Half by half: what the first half lacks is said before anything about the second."""
    game = put_up("modern-2013", x=45, hunters={"D1": 58}, supply=counted(1, 0, 0))
    assert refused(game, "X:T58+T99") == "occupied"
    assert refused(game, "X:T46+B2") == "no_connection"
    assert refused(game, "X:T46+B58") == "no_ticket"
    assert refused(game, "X:T59+K58") == "occupied"
    assert refused(game, "X:B46+K1") == "no_connection"
    game = put_up("modern-2013", x=45, hunters={"D1": 58}, supply=counted(0, 0, 0))
    assert refused(game, "X:T58") == "no_ticket"
    assert refused(game, "X:T58+T99", "H1") == "not_your_turn"


def test_two_moves_that_differ_only_in_the_ticket_are_two_moves() -> None:
    """From 58 taxi and bus go to 74."""
    game = put_up("modern-2013", x=58)
    assert {"T74", "B74", "K74"} <= moves_of(game, "X")


@pytest.mark.parametrize("edition", ("classic-2000", "modern-2013", "beginner"))
def test_legal_moves_are_sorted_by_code_point(edition: str) -> None:
    game = put_up(edition, x=46)
    for _ in range(9):
        assert list(game.legal) == sorted(set(game.legal))
        game.play(game.legal[-1])


# --- positions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    (
        {"x": 200},
        {"hunters": {"D1": 200}},
        {"hunters": {"D1": 13, "D2": 13}},
        {"x": 45, "hunters": {"D1": 45}},
        {"log": ("T46",), "x": 45, "start_x": 44},
        {"log": ("T46", "T99")},
        {"log": ("T46", "U58")},
        {"log": ("B194", "B157")},
        {"log": ("46",)},
        {"tickets": {"D1": (-1, 0, 0)}},
        {"tickets": {"B1": (1, 0, 0)}},
        {"mister_x": {"black": -1}},
        {"mister_x": {"double": -1}},
        {"mister_x": {"taxi": 4}},
        {"supply": counted(-1, 0, 0)},
        {"supply": None},
        {"pool": counted(1, 1, 1)},
        {"round": 0},
        {"round": 23},
        {"log": ("T58", "T45") * 13},
        {"log": ("T58", "T45") * 12},
        {"moved": ["D1"]},
        {"moved": ["D4"], "turn": "hunters", "log": ("T45",)},
        {"turn": "D1"},
        {"pending": "show"},
        {"options": {"voluntary_reveal": True}},
        {"possible": [45, 200], "x": 45},
        {"possible": [46], "x": 45},
        {"players": 7},
        {"surplus": 1},
        {"outcome": ["hunters", "caught"]},
        {"outcome": ["x", "survived"]},
    ),
    ids=str,
)
def test_an_impossible_position_is_refused(changes: dict[str, Any]) -> None:
    assert cannot_put_up("modern-2013", **changes) == "bad_setup"


def test_x_stands_on_the_last_window() -> None:
    game = put_up("modern-2013", log=("T45",))
    assert refused_position(game, x=46) == "bad_setup"


def refused_position(game: Game, **changes: object) -> str:
    with pytest.raises(Refused) as no:
        Game.from_position(game.rules, {**where(game), **changes})
    return str(no.value.refusal.code)


@pytest.mark.parametrize(
    ("log", "taken", "possible"),
    (
        (("T58", "T59", "T45!"), (), [45]),
        (("T45!", "T58"), (), [32, 46, 58, 59, 60]),
        (("T45!", "T58"), (32, 60), [46, 58, 59]),
    ),
)
def test_possible_left_out_is_worked_out_from_the_log(
    log: tuple[str, ...], taken: tuple[int, ...], possible: list[int]
) -> None:
    """From the last window seen along the later tickets, less the hunters' present stations."""
    hunters = {f"D{n}": station for n, station in enumerate(taken, 1)}
    game = put_up("modern-2013", log=log, hunters=hunters)
    assert seen(game)["possible"] == possible


def test_without_a_window_seen_he_can_be_anywhere() -> None:
    game = put_up("modern-2013", x=45)
    hunters = where(game)["hunters"].values()
    assert seen(game)["possible"] == [s for s in range(1, 200) if s not in hunters]


def test_passes_are_judged_as_if_the_turn_had_just_begun() -> None:
    changes: dict[str, Any] = {"log": ("T45",), "turn": "hunters"}
    hunters = {"D1": 30, "D2": 17, "D3": 42}
    game = put_up("classic-2000", hunters=hunters, **changes)
    assert where(game)["moved"] == ["D1"]
    tickets = {"D2": (0, 0, 0)}
    game = put_up("classic-2000", moved=["D1"], tickets=tickets, **changes)
    assert where(game)["moved"] == ["D1", "D2"]


def test_history_and_starts_begin_with_the_position_put_up() -> None:
    game = put_up("modern-2013", log=("T45!",), hunters={"D1": 57}, round=2)
    view = seen(game)
    assert (view["history"], view["starts"]) == ([], view["hunters"])
    play(game, "X:T58", "D1:T43")
    assert seen(game)["history"] == ["X:T?", "D1:T43"]
    assert seen(game)["starts"]["D1"] == 57


@pytest.mark.parametrize("edition", ("classic-1983", "modern-24", "beginner"))
def test_a_position_put_up_again_is_the_same(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, x=45)
    for move in (f"X:{t}58", None, f"X:{t}45+{t}58", None):
        if move is None:
            answer(game)
        else:
            play(game, move)
        again = Game.from_position(game.rules, where(game))
        assert where(again) == where(game)
        assert again.legal == game.legal


# --- editions of one's own ----------------------------------------------------------------


@pytest.mark.parametrize("players", (2, 4))
def test_detectives_who_ride_free_share_no_tickets(players: int) -> None:
    """The two-player pool that the base has says nothing where nobody needs a ticket."""
    game = put_up({"base": "modern-2013", "detective_purse": "free"}, players, x=45)
    view = seen(game)
    assert (view["pool"], view["tickets"], view["supply"]) == (None, {}, counted(57, 45, 23))
    play(game, "X:T58")
    assert all(move[3:].isdigit() for move in game.legal)


@pytest.mark.parametrize(
    ("rules", "code"),
    (
        ({"base": "classic-1066"}, "unknown_edition"),
        ({"base": "classic-2000", "blacks": 3}, "bad_setup"),
        ({"base": "classic-2000", "detective_tickets": {"taxi": 9, "bus": 9}}, "bad_setup"),
        ({"base": "modern-2013", "box": counted(30, 45, 23)}, "bad_setup"),
        ({"base": "modern-2013", "visibility": "hidden_at"}, "bad_setup"),
        ({"base": "modern-2013", "x_tickets": "free"}, "bad_setup"),
        ({"base": "beginner", "visibility": "seen_at"}, "bad_setup"),
        ({"base": "beginner", "x_tickets": "unlimited"}, "bad_setup"),
    ),
    ids=str,
)
def test_rules_without_a_meaning_are_refused(rules: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as no:
        new_game(None, 4, rules=rules)
    assert no.value.refusal.code == code
