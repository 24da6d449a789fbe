"""Why a move is refused: every code, and which one where several would do."""

from collections.abc import Callable
from functools import cache

import pytest

from misterx import Game, new_game
from misterx.chase import rules_for
from misterx.core import CHANCE, IllegalMove, Seat, Setup
from tests.chase.positions import play, put_up, there_and_back

OK = None
"""The move may be played."""
VOLUNTARY = {"voluntary_reveal": True}
AROUND_74 = {"D1": 75, "D2": 46, "D3": 94}
"""Hunters on one taxi, one underground and one bus stop next to 74."""

POSITIONS: dict[str, Callable[[], Game]] = {
    "his turn": lambda: put_up("classic-2000", x=74, hunters=AROUND_74),
    "his turn, no double card": lambda: put_up(
        "classic-2000", x=74, hunters=AROUND_74, mister_x={"double": 0}
    ),
    "his turn, one window left": lambda: put_up(
        "classic-2000", log=there_and_back(23, 74, 92), hunters=AROUND_74
    ),
    "his turn, one window and no double card left": lambda: put_up(
        "classic-2000", log=there_and_back(23, 74, 92), mister_x={"double": 0}
    ),
    "his turn, few tickets": lambda: put_up(
        "research-2011",
        6,
        x=74,
        hunters=AROUND_74,
        mister_x={"taxi": 1, "bus": 0, "underground": 0, "black": 1},
    ),
    "his turn, beginners": lambda: put_up("beginner", x=74, hunters={"D1": 75}),
    "his turn, beginners without black": lambda: put_up(
        "beginner", x=74, mister_x={"black": 0, "double": 1}
    ),
    "fixed order": lambda: put_up(
        "classic-2000",
        x=1,
        turn="hunters",
        hunters={"D1": 74, "D2": 58, "D3": 94},
        tickets={"D1": (0, 1, 1)},
    ),
    "fixed order, D1 has moved": lambda: put_up(
        "classic-2000", x=1, turn="hunters", moved=["D1"], hunters={"D1": 74, "D2": 58, "D3": 94}
    ),
    "two detectives a seat": lambda: put_up(
        "classic-2000", 3, x=1, turn="hunters", moved=["D1"], hunters={"D2": 74}
    ),
    "free order, D1 has moved": lambda: put_up(
        "modern-2013",
        x=1,
        turn="hunters",
        moved=["D1"],
        hunters={"D1": 74, "D2": 58, "D3": 13, "B1": 92},
        tickets={"D3": (0, 0, 0)},
    ),
    "beginners hunt": lambda: put_up(
        "beginner", x=1, turn="hunters", hunters={"D1": 74, "D2": 58, "D3": 13}
    ),
    "starts are chosen": lambda: new_game("beginner", 4),
    "D1 has chosen": lambda: play(new_game("beginner", 4), "D1@41"),
    "show or hide": lambda: play(
        put_up("classic-1983", x=74, hunters=AROUND_74, options=VOLUNTARY), "X:T58"
    ),
    "take from D2": lambda: put_up(
        "classic-1983",
        log=("T74!",),
        hunters=AROUND_74,
        options=VOLUNTARY,
        pending="D2",
        tickets={"D2": (1, 1, 0)},
    ),
    "over": lambda: play(
        put_up("classic-2000", x=45, turn="hunters", hunters={"D1": 46}), "D1:T45"
    ),
    "over, beginners": lambda: play(
        put_up("beginner", x=45, turn="hunters", hunters={"D1": 46}), "D1:45"
    ),
}


@cache
def position(name: str) -> Game:
    return POSITIONS[name]()


CASES: dict[str, tuple[tuple[str | None, str, str | None], ...]] = {
    # the seat that asks, or None for whoever it concerns; the move; the answer
    "his turn": (
        (None, "X:T58", OK),
        ("X", "X:B58", OK),
        ("X", "X:T58+K74", OK),
        (None, "X:58", "malformed"),
        (None, "X:T58+74", "malformed"),
        ("H1", "X:58", "malformed"),
        ("H1", "X:T58", "not_your_turn"),
        (None, "D1:75", "malformed"),
        (None, "B1:T75", "malformed"),
        (None, "B1:75", "not_allowed"),
        (None, "D4:T75", "not_allowed"),
        ("H1", "D4:T75", "not_allowed"),
        ("H1", "D1:T58", "not_your_turn"),
        (None, "X:show", "not_allowed"),
        (None, "X:take D1=T", "not_allowed"),
        (None, "D1@13", "not_allowed"),
        (None, "X@13", "malformed"),
        (None, "B1@13", "malformed"),
        (None, "X:T93", "no_connection"),
        (None, "X:U58", "no_connection"),
        (None, "X:T200", "no_connection"),
        (None, "X:T999999999", "no_connection"),
        (None, "X:T75", "occupied"),
        (None, "X:U46", "occupied"),
        (None, "X:K94", "occupied"),
        (None, "X:T75+T58", "occupied"),  # through a hunter in the middle of a double move
        (None, "X:T93+T75", "no_connection"),
        (None, "X:T58+T199", "no_connection"),
        (None, "X:T58+T75", "occupied"),
    ),
    "his turn, no double card": (
        (None, "X:T58", OK),
        (None, "X:T58+T74", "no_double"),
        (None, "X:T93+T75", "no_double"),
        ("H2", "X:T58+T74", "not_your_turn"),
    ),
    "his turn, one window left": (
        (None, "X:T58", OK),
        (None, "X:T58+T74", "log_full"),
        (None, "X:T93+T75", "log_full"),
    ),
    "his turn, one window and no double card left": ((None, "X:T58+T74", "no_double"),),
    "his turn, few tickets": (
        (None, "X:T58", OK),
        (None, "X:K94", "occupied"),
        (None, "X:B58", "no_ticket"),
        (None, "X:U46", "no_ticket"),  # asked before the hunter who stands there
        (None, "X:B94", "no_ticket"),
        (None, "X:B75", "no_connection"),
        (None, "X:T58+T74", "no_ticket"),  # one taxi ticket does not pay for two rides
        (None, "X:K58+K74", "no_ticket"),
        (None, "X:T58+K74", OK),
        (None, "X:T58+T999", "no_connection"),
        (None, "X:T75+B58", "occupied"),  # the first half is asked whole before the second
    ),
    "his turn, beginners": (
        (None, "X:58", OK),
        (None, "X:K58", OK),
        (None, "X:58+K74", OK),
        (None, "X:T58", "malformed"),
        (None, "X:58+B74", "malformed"),
        (None, "X:46", "no_connection"),  # the underground is closed
        (None, "X:75", "occupied"),
        (None, "X:K58+K74", "no_ticket"),
        (None, "D1:T58", "malformed"),
        (None, "D1:58", "not_your_turn"),
    ),
    "his turn, beginners without black": (
        (None, "X:K58", "no_ticket"),
        (None, "X:K46", "no_connection"),
        (None, "X:58+74", OK),
    ),
    "fixed order": (
        ("H1", "D1:U46", OK),
        (None, "D1:T75", "no_ticket"),
        (None, "D1:T58", "no_ticket"),
        (None, "D1:B58", "occupied"),
        (None, "D1:B94", "occupied"),
        (None, "D1:B75", "no_connection"),
        (None, "D1:U74", "no_connection"),
        (None, "D1:75", "malformed"),
        ("H2", "D1:U46", "not_your_turn"),
        ("H2", "D1:T75", "not_your_turn"),
        ("X", "D1:U46", "not_your_turn"),
        ("H2", "D2:T59", "not_your_turn"),
        (None, "X:T8", "not_your_turn"),
        ("X", "X:T8", "not_your_turn"),
        (None, "D5:T1", "not_allowed"),
    ),
    "fixed order, D1 has moved": (
        ("H2", "D2:T59", OK),
        (None, "D1:T75", "not_your_turn"),  # in fixed order it is another's turn
        (None, "D3:T95", "not_your_turn"),
        ("H1", "D2:T59", "not_your_turn"),
    ),
    "two detectives a seat": (
        ("H1", "D2:T73", OK),
        ("H2", "D2:T73", "not_your_turn"),
        ("H2", "D3:T1", "not_your_turn"),
    ),
    "free order, D1 has moved": (
        ("H2", "D2:T59", OK),
        ("H1", "B1:73", OK),
        ("H2", "B1:73", OK),
        (None, "B1:T73", "malformed"),
        ("X", "B1:73", "not_your_turn"),
        (None, "D1:T75", "already_moved"),
        ("H1", "D1:U1", "already_moved"),
        ("H2", "D1:T75", "not_your_turn"),
        ("H1", "D2:T59", "not_your_turn"),
        (None, "D3:T4", "no_ticket"),
        (None, "B2:73", "not_allowed"),
        (None, "B1:74", "occupied"),
        (None, "B1:94", "no_connection"),
    ),
    "beginners hunt": (
        (None, "D2:59", OK),
        ("H1", "D1:73", OK),
        (None, "D1:T73", "malformed"),
        (None, "D1:58", "occupied"),
        (None, "D1:46", "no_connection"),
        (None, "X:K8", "not_your_turn"),
    ),
    "starts are chosen": (
        ("H1", "D1@41", OK),
        (None, "D1@124", OK),
        ("H2", "D1@41", "not_your_turn"),
        ("X", "D1@41", "not_your_turn"),
        (None, "D2@41", "not_your_turn"),
        (None, "D1@50", "not_allowed"),
        (None, "D4@41", "not_allowed"),
        (None, "X@82", "malformed"),
        (None, "B1@41", "malformed"),
        (None, "D1:41", "not_allowed"),
        (None, "D1:T41", "malformed"),
        (None, "X:66", "not_allowed"),
        (None, "X:T66", "malformed"),
        (None, "X:hide", "not_allowed"),
    ),
    "D1 has chosen": (
        ("H2", "D2@46", OK),
        (None, "D2@41", "occupied"),
        (None, "D1@46", "not_your_turn"),
    ),
    "show or hide": (
        ("X", "X:show", OK),
        (None, "X:hide", OK),
        ("H1", "X:show", "not_your_turn"),
        (None, "X:take D1=T", "not_allowed"),
        (None, "X:T59", "not_allowed"),
        (None, "X:59", "malformed"),
        (None, "D1:T58", "not_allowed"),
        ("H1", "D1:T58", "not_allowed"),
        (None, "D1@13", "not_allowed"),
    ),
    "take from D2": (
        ("X", "X:take D2=T", OK),
        (None, "X:take D2=B", OK),
        (None, "X:take D2=U", "no_ticket"),
        ("H2", "X:take D2=U", "not_your_turn"),
        (None, "X:take D1=T", "not_allowed"),
        (None, "X:take D4=T", "not_allowed"),
        (None, "X:show", "not_allowed"),
        (None, "X:T58", "not_allowed"),
        (None, "D2:U1", "not_allowed"),
    ),
    "over": (
        (None, "X:T58", "game_over"),
        (None, "X:58", "malformed"),
        ("X", "D1:T58", "game_over"),
        (None, "D9:T58", "game_over"),
        (None, "D1:58", "malformed"),
        (None, "D1@13", "game_over"),
        (None, "X@13", "malformed"),
        (None, "X:show", "game_over"),
        (None, "X:take D9=T", "game_over"),
    ),
    "over, beginners": (
        (None, "D1:T58", "malformed"),
        (None, "D1:58", "game_over"),
        (None, "X:K8+K9", "game_over"),
    ),
}


@pytest.mark.parametrize(
    ("name", "seat", "move", "code"),
    tuple((name, *case) for name, cases in CASES.items() for case in cases),
)
def test_the_first_reason_is_given(
    name: str, seat: str | None, move: str, code: str | None
) -> None:
    game = position(name)
    rules, state = game.rules, game.state
    parsed = rules.parse(move)
    refusal = rules.check(state, None if seat is None else Seat(seat), parsed)
    assert (refusal and str(refusal.code)) == code
    if seat is None or code is OK:
        assert (move in game.legal) == (code is OK)
    if seat is None and code is not OK:
        with pytest.raises(IllegalMove) as no:
            rules.apply(state, parsed)
        assert no.value.refusal == refusal


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_offered_is_never_refused(name: str) -> None:
    game = position(name)
    for text in game.legal:
        move = game.rules.parse(text)
        assert game.rules.check(game.state, None, move) is None
        allowed = [seat for seat in game.seats if not game.rules.check(game.state, seat, move)]
        assert allowed
        assert set(allowed) <= set(game.to_act)


def test_cards_are_drawn_by_chance_and_in_order() -> None:
    rules = rules_for("modern-2013")
    state = rules.new_game(Setup(4))
    first = rules.parse("D1@13")
    assert rules.check(state, CHANCE, first) is None
    codes = {
        (seat, move): str(refusal.code)
        for seat in (None, CHANCE, Seat("H1"))
        for move in ("D1@13", "D2@13", "B1@13", "X@45", "D1@45", "X:T46", "D1:T46")
        if (refusal := rules.check(state, seat, rules.parse(move)))
    }
    assert codes == {
        (Seat("H1"), "D1@13"): "not_your_turn",
        **{
            (seat, move): "not_your_turn"
            for seat in (None, CHANCE, Seat("H1"))
            for move in ("D2@13", "B1@13", "X@45")
        },
        (None, "D1@45"): "not_allowed",
        (CHANCE, "D1@45"): "not_allowed",
        (Seat("H1"), "D1@45"): "not_your_turn",
        **{(seat, "X:T46"): "not_allowed" for seat in (None, CHANCE, Seat("H1"))},
        **{(seat, "D1:T46"): "not_allowed" for seat in (None, CHANCE, Seat("H1"))},
    }


def test_a_refusal_says_why_to_people() -> None:
    for name, move, words in (
        ("his turn", "X:T93", "no line leads on a taxi ticket from 74 to 93"),
        ("his turn", "X:T75", "a hunter stands on 75"),
        ("his turn, few tickets", "X:B58", "no bus ticket is left"),
        ("fixed order", "D3:T95", "it is the turn of D1"),
        ("starts are chosen", "D1@50", "D1 cannot start on 50, only on one of (41, 46, 124)"),
        ("starts are chosen", "X:66", "first D1 needs a start station"),
        ("show or hide", "D1:T58", "first Mister X decides: X:show or X:hide"),
        ("take from D2", "X:T58", "first Mister X takes a ticket: X:take D2=…"),
        ("take from D2", "X:take D2=U", "D2 has no underground ticket"),
    ):
        game = position(name)
        refusal = game.rules.check(game.state, None, game.rules.parse(move))
        assert refusal is not None
        assert refusal.message == words
