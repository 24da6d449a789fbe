"""T: a turn: draw, play, act; or three new piles."""

import pytest

from misterx.cards.deck import tickets_for
from tests.cards.table import (
    PILES,
    every_table,
    hand,
    play,
    put_up,
    refused,
    result,
    seeded_states,
    turn,
    where,
)


@pytest.mark.clause("T1")
@every_table
def test_a_turn_begins_with_a_ticket_from_the_draw_pile(players: int) -> None:
    game = put_up(players, hands={"P1": (1, 2), "P2": (5, "X")}, top=(61, 62, 65, 66))
    play(game, "P1:1>new")  # 61, 62 and 65 are the new piles
    assert turn(game) == ("P2", "play")
    assert hand(game, "P2") == [5, 66, "X"]
    assert where(game)["draw"][0] != 66


@pytest.mark.clause("T2")
@pytest.mark.parametrize(
    ("ticket", "place"),
    (
        (1, "new"),
        (18, "new"),
        (22, "L"),
        (23, "L"),
        (41, "L"),
        (43, "M"),
        (62, "M"),
        (64, "R"),
        (88, "R"),
    ),
)
def test_a_ticket_goes_above_the_one_it_covers_and_below_the_next(ticket: int, place: str) -> None:
    game = put_up(hands={"P1": (ticket,)}, reserve=())
    assert game.legal == (f"P1:{ticket}>{place}",)
    for other in {"L", "M", "R", "new"} - {place}:
        assert refused(game, f"P1:{ticket}>{other}") == "does_not_fit"
    play(game, f"P1:{ticket}>{place}")
    if place != "new":
        assert where(game)["piles"][place] == ticket


@pytest.mark.clause("T2")
@pytest.mark.parametrize("ticket", (25, 26, 27, 28))
def test_any_colour_may_be_played_anywhere(ticket: int) -> None:
    game = put_up(hands={"P1": (ticket,)})
    play(game, f"P1:{ticket}>L")
    position = where(game)
    assert position["piles"] == {"L": ticket, "M": 42, "R": 63}
    assert position["discard"] == [21]


@pytest.mark.clause("T3")
@pytest.mark.parametrize(
    ("ticket", "bought"), ((25, [1, 2]), (26, [1]), (27, [1])), ids=("taxi", "bus", "underground")
)
def test_taxi_is_right_for_the_first_action(ticket: int, bought: list[int]) -> None:
    game = put_up(hands={"P1": (ticket,)}, top=(1, 2))
    play(game, f"P1:{ticket}>L")
    assert hand(game, "P1") == bought


@pytest.mark.clause("T3")
@pytest.mark.parametrize(
    ("ticket", "up"), ((45, 1), (46, 2), (47, 1)), ids=("taxi", "bus", "underground")
)
def test_bus_is_right_for_the_second(ticket: int, up: int) -> None:
    game = put_up(hands={"P1": (ticket,)}, magnifiers=0)
    play(game, f"P1:{ticket}>M")
    assert where(game)["magnifiers"] == up


@pytest.mark.clause("T3")
@pytest.mark.parametrize(
    ("ticket", "cards"), ((65, 1), (66, 1), (67, 2)), ids=("taxi", "bus", "underground")
)
def test_underground_is_right_for_the_third(ticket: int, cards: int) -> None:
    game = put_up(hands={"P1": (ticket,), "P2": (1, 2, 3, 4)})
    play(game, f"P1:{ticket}>R", "P1:?P2")
    assert len(hand(game, "P2")) == 4 - cards + 1  # P2 is on, and has drawn
    assert turn(game) == ("P2", "play")


@pytest.mark.clause("T3")
@pytest.mark.parametrize(
    ("ticket", "pile", "general", "second"),
    (
        (24, "L", "buy", "trail"),
        (44, "M", "interrogate", "equip"),
        (64, "R", "search", "hideout"),
    ),
)
def test_whoever_plays_black_names_the_action(
    ticket: int, pile: str, general: str, second: str
) -> None:
    """Only the holder of the Mister X card has a second answer."""
    detective = put_up(hands={"P1": (ticket, 1), "P2": (2, "X")})
    play(detective, f"P1:{ticket}>{pile}")
    assert turn(detective) == ("P1", "action")
    assert detective.legal == (f"P1:{general}",)
    assert refused(detective, f"P1:{second}") == "not_allowed"
    holder = put_up(hands={"P1": (ticket, 1, "X"), "P2": (2,)})
    play(holder, f"P1:{ticket}>{pile}")
    assert set(holder.legal) == {f"P1:{general}", f"P1:{second}"}
    for seat in ("P2", "P3", "spectator"):
        shown = [game.view(seat) for game in (detective, holder)]
        assert shown[0]["phase"] == shown[1]["phase"] == "action"
        assert shown[0]["to_move"] == shown[1]["to_move"] == ["P1"]


@pytest.mark.clause("T3")
def test_the_general_action_on_black_has_no_bonus_and_gives_nobody_away() -> None:
    game = put_up(hands={"P1": (24, 1, "X")}, top=(61, 62))
    play(game, "P1:24>L", "P1:buy")
    assert hand(game, "P1") == [1, 61, "X"]
    assert where(game)["x_known"] is False
    assert game.view("P2")["x"] is None


@pytest.mark.clause("T3")
@pytest.mark.parametrize("moves", (("24>L", "trail"), ("44>M", "equip"), ("64>R", "hideout")))
def test_mister_xs_own_action_gives_him_away(moves: tuple[str, str]) -> None:
    game = put_up(hands={"P1": (24, 44, 64, 1, "X")})
    assert game.view("P2")["x"] is None
    play(game, *(f"P1:{move}" for move in moves))
    assert where(game)["x_known"] is True
    assert {game.view(who)["x"] for who in ("P1", "P2", "P3", "spectator")} == {"P1"}


@pytest.mark.clause("T3")
def test_a_coloured_ticket_leaves_no_choice_to_mister_x_either() -> None:
    game = put_up(hands={"P1": (25, 1, "X")})
    play(game, "P1:25>L")
    assert turn(game) == ("P2", "play")


@pytest.mark.clause("T4")
@every_table
def test_a_low_ticket_brings_three_new_piles(players: int) -> None:
    game = put_up(players, hands={"P1": (17, 33)}, top=(71, 3, 52, 6))
    play(game, "P1:17>new")
    position = where(game)
    assert position["piles"] == {"L": 3, "M": 52, "R": 71}
    assert position["discard"] == [17, *PILES]
    assert turn(game) == ("P2", "play")
    assert 6 in hand(game, "P2")


@pytest.mark.clause("T4")
@pytest.mark.parametrize("left", ((), (61,), (61, 62)))
def test_with_fewer_than_three_left_they_are_discarded_and_the_piles_stay(
    left: tuple[int, ...],
) -> None:
    game = put_up(hands={"P1": (17, 33)}, draw=left)
    play(game, "P1:17>new")
    position = where(game)
    assert list(position["piles"].values()) == list(PILES)
    assert {17, *left} <= set(position["discard"])
    assert position["draw"] == []
    assert result(game) == ("x", "deck_empty")


@pytest.mark.clause("T4")
def test_with_exactly_three_left_there_are_new_piles_and_then_the_end() -> None:
    game = put_up(hands={"P1": (17, 33)}, draw=(61, 62, 65))
    play(game, "P1:17>new")
    assert where(game)["piles"] == {"L": 61, "M": 62, "R": 65}
    assert result(game) == ("x", "deck_empty")


@pytest.mark.clause("T4")
@every_table
def test_every_ticket_has_exactly_one_place(players: int) -> None:
    tickets = [card for card in tickets_for(players) if card not in PILES]
    most = tickets[: -2 * players]
    game = put_up(players, hands={"P1": most}, reserve=())
    cards = [move.removeprefix("P1:").partition(">")[0] for move in game.legal]
    assert sorted(map(int, cards)) == most


@pytest.mark.clause("T4")
@every_table
def test_nobody_is_ever_stuck(players: int) -> None:
    for state in seeded_states(players, 7):
        if state.phase == "play":
            assert state.tickets(state.seat)


@pytest.mark.clause("T5")
def test_the_mister_x_card_is_never_played_nor_discarded() -> None:
    game = put_up(hands={"P1": (1, 65, "X")})
    assert game.legal == ("P1:1>new", "P1:65>R")
    for place in ("L", "M", "R", "new"):
        assert refused(game, f"P1:X>{place}") == "not_allowed"
