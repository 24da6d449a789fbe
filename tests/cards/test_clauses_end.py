"""F: how a game ends, and what the end of the draw pile means."""

from random import Random

import pytest

from misterx import new_game
from tests.cards.table import (
    EDITION,
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

# --- F1 -----------------------------------------------------------------------------------


@pytest.mark.clause("F1")
@every_table
def test_the_detectives_win_when_the_mister_x_card_must_be_given_up(players: int) -> None:
    search = put_up(players, hands={"P1": (65, 1), "P2": ("X",)})
    play(search, "P1:65>R", "P1:?P2")
    assert result(search) == ("hunters", "found")
    question = put_up(players, hands={"P1": (45, 1), "P2": ("X",)}, magnifiers=2)
    play(question, "P1:45>M", "P1:?P2")
    assert result(question) == ("hunters", "exposed")


@pytest.mark.clause("F1")
def test_nothing_can_be_played_afterwards() -> None:
    game = play(put_up(hands={"P1": (65, 1), "P2": ("X",)}), "P1:65>R", "P1:?P2")
    assert (game.legal, game.to_act, where(game)["to_move"]) == ((), (), [])
    assert refused(game, "P2:1>new") == "game_over"
    assert turn(game) == ("P1", "over")


# --- F2 -----------------------------------------------------------------------------------


@pytest.mark.clause("F2")
@pytest.mark.parametrize(
    ("move", "more"),
    (
        ("P1:25>L", {"draw": (61, 62)}),  # the bonus draws the last two
        ("P1:26>L", {"draw": (61,)}),
        ("P1:45>M", {"draw": ()}),
        ("P1:1>new", {"draw": (61, 62, 65)}),
        ("P1:1>new", {"draw": ()}),
    ),
)
def test_mister_x_wins_when_the_draw_pile_is_empty_at_the_end_of_a_turn(
    move: str, more: dict[str, tuple[int, ...]]
) -> None:
    game = put_up(hands={"P1": (1, 25, 26, 45)}, **more)  # type: ignore[arg-type] # just the draw pile
    play(game, move)
    assert result(game) == ("x", "deck_empty")
    assert where(game)["draw"] == []
    assert turn(game) == ("P1", "over")


@pytest.mark.clause("F2")
def test_while_a_ticket_is_left_the_game_goes_on() -> None:
    game = play(put_up(hands={"P1": (25, 26)}, draw=(61, 62)), "P1:26>L")
    assert turn(game) == ("P2", "play")  # who has drawn the last one
    assert where(game)["draw"] == []
    assert result(game) is None


@pytest.mark.clause("F2")
def test_whoever_drew_the_last_ticket_still_has_that_turn_with_all_its_decisions() -> None:
    game = put_up(hands={"P1": (44, 1), "P2": (5, 6, 7, "X"), "P3": ()}, draw=(), magnifiers=2)
    for move in ("P1:44>M", "P1:interrogate", "P1:?P2", "P2:drop 5", "P2:drop 6"):
        play(game, move)
        assert result(game) is None
    play(game, "P2:drop 7")
    assert result(game) == ("x", "deck_empty")


@pytest.mark.clause("F2")
def test_a_hide_out_is_played_to_its_end() -> None:
    game = put_up(hands={"P1": (64, "X"), "P2": (5,), "P3": (6,)}, draw=())
    play(game, "P1:64>R", "P1:hideout", "P1:lay X", "P2:lay 5")
    assert result(game) is None
    play(game, "P3:lay 6 = P1:5 P2:X P3:6")
    assert result(game) == ("x", "deck_empty")
    assert game.outcome is not None
    assert game.outcome.at == {"turn": 1, "seat": "P1", "x": "P2"}
    assert game.view("P3")["x"] == "P2"  # at the end it is open who he was


@pytest.mark.clause("F2")
def test_the_detectives_ways_to_win_come_first() -> None:
    search = put_up(hands={"P1": (65, 1), "P2": ("X",)}, draw=())
    assert result(play(search, "P1:65>R", "P1:?P2")) == ("hunters", "found")
    question = put_up(hands={"P1": (45, 1), "P2": ("X",)}, draw=(), magnifiers=2)
    assert result(play(question, "P1:45>M", "P1:?P2")) == ("hunters", "exposed")


@pytest.mark.clause("F2")
def test_so_does_a_false_trail_that_takes_the_last_ticket() -> None:
    game = put_up(hands={"P1": (24, 1, "X"), "P2": (5,), "P3": ()}, draw=())
    play(game, "P1:24>L", "P1:trail", "P2:drop 5")
    assert result(game) == ("x", "no_tickets")


@pytest.mark.clause("F2")
def test_a_false_trail_that_leaves_tickets_ends_with_the_draw_pile() -> None:
    game = put_up(hands={"P1": (24, 1, "X"), "P2": (5, 6, 7, 8), "P3": (11, 12)}, draw=())
    play(game, "P1:24>L", "P1:trail", *(f"P2:drop {n}" for n in (5, 6, 7, 8)))
    assert result(game) is None
    play(game, "P3:drop 11")
    assert result(game) == ("x", "deck_empty")


# --- F3 -----------------------------------------------------------------------------------


@pytest.mark.clause("F3")
@pytest.mark.parametrize(
    ("ticket", "pile", "more"), ((25, "L", ()), (44, "M", ("P1:equip",))), ids=("taxi", "equip")
)
def test_draws_stop_when_the_pile_is_empty(ticket: int, pile: str, more: tuple[str, ...]) -> None:
    game = put_up(hands={"P1": (ticket, "X"), "P2": (5,)}, draw=(61,))
    play(game, f"P1:{ticket}>{pile}", *more)
    assert hand(game, "P1") == [61, "X"]
    assert where(game)["draw"] == []


@pytest.mark.clause("F3")
@every_table
def test_nothing_is_reshuffled(players: int) -> None:
    """What has left the draw pile never comes back: it only ever shrinks from the top."""
    game = new_game(EDITION, players, seed=5)
    rng = Random(5)
    pile = where(game)["draw"]
    while game.outcome is None:
        game.play(rng.choice(game.legal))
        left = where(game)["draw"]
        assert left == pile[len(pile) - len(left) :]
        pile = left


@every_table
def test_every_game_ends(players: int) -> None:
    for seed in range(5):
        *_, last = seeded_states(players, seed)
        assert last.outcome is not None
