"""The notation, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misterx.cards import X_CARD, Move, parse_move
from misterx.cards.moves import (
    PILES,
    Act,
    Action,
    Deal,
    Drawn,
    Drop,
    Lay,
    Name,
    Play,
    Renew,
    Taken,
)
from misterx.core import Malformed, Seat
from tests.cards.table import RULES

P1, P2, P3 = map(Seat, ("P1", "P2", "P3"))
seats = st.sampled_from([Seat(f"P{n}") for n in range(1, 6)])
cards = st.integers(1, X_CARD)
rows = st.lists(cards, min_size=1, max_size=9).map(tuple)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Play, seats, cards, st.sampled_from(PILES)),
    st.builds(Renew, seats, cards),
    st.builds(Act, seats, st.sampled_from(Action)),
    st.builds(Name, seats, seats),
    st.builds(Drop, seats, cards),
    st.builds(Lay, seats, cards),
    st.builds(Deal, seats, rows, rows),
    st.builds(Drawn, rows),
    st.builds(Taken, st.lists(st.tuples(seats, cards), min_size=1, max_size=5).map(tuple)),
)


@given(moves)
def test_every_move_comes_back_from_its_text(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert RULES.parse(RULES.text(move)) == move


@given(st.text(max_size=12) | st.from_regex(r"P[0-9]:[a-zX0-9>?LMR ]{0,9}", fullmatch=True))
def test_a_text_is_a_move_or_malformed_and_never_two_texts_the_same_move(text: str) -> None:
    try:
        move = parse_move(text)
    except Malformed:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    ("text", "move"),
    (
        ("P1:13>L", Play(P1, 13, "L")),
        ("P1:90>M", Play(P1, 90, "M")),
        ("P2:X>R", Play(P2, X_CARD, "R")),
        ("P1:7>new", Renew(P1, 7)),
        ("P1:buy", Act(P1, Action.BUY)),
        ("P1:hideout", Act(P1, Action.HIDEOUT)),
        ("P1:?P3", Name(P1, P3)),
        ("P3:drop 12", Drop(P3, 12)),
        ("P2:lay 55", Lay(P2, 55)),
        ("P2:lay X", Lay(P2, X_CARD)),
        ("deal P2 / 84 88 / 12 X 3", Deal(P2, (84, 88), (12, X_CARD, 3))),
        ("12 40", Drawn((12, 40))),
        ("X", Drawn((X_CARD,))),
        ("P1:6 P2:X P3:5", Taken(((P1, 6), (P2, X_CARD), (P3, 5)))),
        ("P1:6", Taken(((P1, 6),))),
    ),
)
def test_the_notation_is_as_documented(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    (
        "",
        "P1",
        "P1:",
        "P1:13>",
        "P1:13>l",
        "P1:13>N",
        "P1:013>L",
        "P1:0>L",
        "P1:91>L",
        "P1:99>new",
        "P1:lay 91",
        "P1:100>L",
        "P1: 13>L",
        "P1:13 >L",
        "P1:13>L ",
        "P1:13>L\n",
        "p1:13>L",
        "P0:13>L",
        "P6:13>L",
        "P10:13>L",
        "X:13>L",
        "P1:Buy",
        "P1:bribe",
        "P1:?",
        "P1:?P6",
        "P1:?X",
        "P1:drop",
        "P1:drop12",
        "P1:drop  12",
        "P1:drop 12 13",
        "P1:lay x",
        "X:T46",
        "12  40",
        "deal P1 / 84",
        "P1:6  P2:5",
        "P1:\u0661>L",
        "x" * 1000,
    ),
)
def test_anything_else_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="is no move; moves look like P1:13>L") as no:
        parse_move(text)
    assert len(str(no.value)) < 140


def test_actions_belong_to_piles() -> None:
    assert [action.pile for action in Action] == [*"LMR", *"LMR"]
    assert [action.is_of_mister_x for action in Action] == [False] * 3 + [True] * 3
