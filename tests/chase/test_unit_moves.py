"""The notation of moves: both ways, and nothing but the notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misterx.chase import (
    HunterMove,
    Move,
    Piece,
    Place,
    Reveal,
    Take,
    Ticket,
    Tickets,
    XMove,
    parse_move,
    rules_for,
)
from misterx.chase.moves import MISTER_X, Leg, masked
from misterx.chase.tickets import BLACK, BUS, ORDINARY, TAXI, UNDERGROUND
from misterx.core import Malformed

stations = st.integers(1, 255)
any_ticket = st.none() | st.sampled_from(Ticket)
detectives = st.integers(1, 8).map(lambda n: Piece(f"D{n}"))
bobbies = st.integers(1, 8).map(lambda n: Piece(f"B{n}"))
legs = st.builds(Leg, any_ticket, stations)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(XMove, st.lists(legs, min_size=1, max_size=2).map(tuple)),
    st.builds(HunterMove, detectives | bobbies, st.none() | st.sampled_from(ORDINARY), stations),
    st.builds(Reveal, st.booleans()),
    st.builds(Take, detectives, st.sampled_from(ORDINARY)),
    st.builds(Place, detectives | bobbies | st.just(MISTER_X), stations),
)


@given(moves)
def test_every_move_is_read_back_from_its_text(move: Move) -> None:
    assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    (
        ("X:T46", XMove((Leg(TAXI, 46),))),
        ("X:K108", XMove((Leg(BLACK, 108),))),
        ("X:T46+K58", XMove((Leg(TAXI, 46), Leg(BLACK, 58)))),
        ("X:46", XMove((Leg(None, 46),))),
        ("X:46+K47", XMove((Leg(None, 46), Leg(BLACK, 47)))),
        ("D2:U89", HunterMove(Piece("D2"), UNDERGROUND, 89)),
        ("D1:92", HunterMove(Piece("D1"), None, 92)),
        ("B1:92", HunterMove(Piece("B1"), None, 92)),
        ("X:show", Reveal(show=True)),
        ("X:hide", Reveal(show=False)),
        ("X:take D1=T", Take(Piece("D1"), TAXI)),
        ("D1@41", Place(Piece("D1"), 41)),
        ("X@82", Place(MISTER_X, 82)),
    ),
)
def test_each_kind_of_move_has_its_text(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == rules_for("classic-2000").text(move) == text


@pytest.mark.parametrize(
    "text",
    (
        "",
        " ",
        "X",
        "X:",
        "46",
        "T46",
        "x:T46",
        "X:t46",
        "X: T46",
        "X:T 46",
        " X:T46",
        "X:T46 ",
        "X:T46\n",
        "X:T046",
        "X:T0",
        "X:T-46",
        "X:T+46",
        "X:T4.6",
        "X:T4\u0666",  # a digit of another script
        "X:T4²",
        "X:F108",
        "X:TT46",
        "X:T46+",
        "X:+T46",
        "X:T46+K58+T46",
        "X:T46 + K58",
        "X:T46,K58",
        "X:T?",
        "X:T1234567890",
        "D1:K92",
        "D1:T46+T47",
        "D0:T46",
        "D10:T46",
        "D:T46",
        "E1:T46",
        "D1T46",
        "B1:K92",
        "X:Show",
        "X:show ",
        "X:hide D1",
        "D1:show",
        "X:take",
        "X:take D1",
        "X:take D1=K",
        "X:take  D1=T",
        "X:take D1 = T",
        "X:take B1=T",
        "X:take D1=T D2=T",
        "D1@",
        "D1@041",
        "D1@T41",
        "D1 @41",
        "X@@82",
        "pass",
        "D1:pass",
    ),
)
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(Malformed, match="is no move; moves look like") as no:
        parse_move(text)
    assert repr(text) in str(no.value)


def test_a_long_text_is_cut_in_the_answer() -> None:
    with pytest.raises(Malformed) as no:
        parse_move("X:T46" + "+K58" * 1000)
    assert len(str(no.value)) < 130


@given(st.text(alphabet="XDBTUK:+@=?0123456789 show hide take", max_size=14))
def test_a_text_is_a_move_or_is_refused(text: str) -> None:
    try:
        move = parse_move(text)
    except Malformed:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    ("text", "seen", "shown"),
    (
        ("X:T46", (False,), "X:T?"),
        ("X:T46", (True,), "X:T46"),
        ("X:46", (False,), "X:?"),
        ("X:K46", (False,), "X:K?"),
        ("X:T46+K58", (False, False), "X:T?+K?"),
        ("X:T46+K58", (True, False), "X:T46+K?"),
        ("X:46+K47", (False, True), "X:?+K47"),
    ),
)
def test_a_hidden_half_is_a_question_mark(text: str, seen: tuple[bool, ...], shown: str) -> None:
    move = parse_move(text)
    assert isinstance(move, XMove)
    assert masked(move, seen) == shown


# --- tickets ------------------------------------------------------------------------------


def test_a_ticket_pays_for_one_transport_and_black_for_all() -> None:
    assert [ticket.transport for ticket in Ticket] == ["taxi", "bus", "underground", None]


def test_tickets_are_counted_kind_by_kind() -> None:
    purse = Tickets(4, 3, 2)
    assert [purse.of(ticket) for ticket in ORDINARY] == [4, 3, 2]
    assert purse.plus(BUS) == Tickets(4, 4, 2)
    assert purse.plus(UNDERGROUND, -1) == Tickets(4, 3, 1)
    assert purse.times(2) == Tickets(8, 6, 4)
    assert purse.minus(Tickets(1, 3, 3)) == Tickets(3, 0, -1)
    assert purse.to_json() == {"taxi": 4, "bus": 3, "underground": 2}
    assert purse == Tickets(4, 3, 2)
