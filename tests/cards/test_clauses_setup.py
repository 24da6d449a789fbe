"""C: the material and how the table is set up."""

from collections import Counter

import pytest

from misterx import Game, new_game
from misterx.cards import default_deck
from misterx.cards.deck import tickets_for
from tests.cards.table import (
    COLOURS,
    DECK,
    EDITION,
    RESERVE,
    Card,
    deal,
    every_table,
    hand,
    turn,
    where,
)

SEEDS = range(12)


def dealt_cards(game: Game) -> list[Card]:
    """All cards on the table."""
    position = where(game)
    hands = [card for cards in position["hands"].values() for card in cards]
    return [*hands, *position["draw"], *position["reserve"], *position["piles"].values()]


@pytest.mark.clause("C1")
@every_table
def test_ninety_tickets_one_mister_x_card_and_one_magnifier_up(players: int) -> None:
    assert Counter(default_deck().colours) == {"T": 22, "B": 22, "U": 21, "K": 25}
    position = where(new_game(EDITION, players))
    assert position["magnifiers"] == 1
    assert list(position["piles"]) == ["L", "M", "R"]
    assert dealt_cards(new_game(EDITION, players)).count("X") == 1


@pytest.mark.clause("C2")
@pytest.mark.parametrize(("players", "tickets"), ((3, 72), (4, 81), (5, 90)))
def test_fewer_players_play_with_fewer_tickets(players: int, tickets: int) -> None:
    cards = [card for card in dealt_cards(new_game(EDITION, players)) if card != "X"]
    assert len(cards) == len(set(cards)) == tickets
    ends = {int(card) % 10 for card in cards}
    assert ends == {3: set(range(1, 9)), 4: set(range(1, 10)), 5: set(range(10))}[players]


@pytest.mark.clause("C3")
@every_table
def test_five_black_tickets_are_the_reserve(players: int) -> None:
    for seed in SEEDS:
        game = new_game(EDITION, players, seed=seed)
        reserve = where(game)["reserve"]
        assert len(set(reserve)) == 5
        assert all(default_deck().is_black(ticket) for ticket in reserve)


@pytest.mark.clause("C3")
def test_the_reserve_is_shuffled_and_face_down() -> None:
    reserves = [where(new_game(EDITION, 4, seed=seed))["reserve"] for seed in SEEDS]
    assert any(reserve != sorted(reserve) for reserve in reserves)
    assert new_game(EDITION, 4).view("P1")["reserve"] == 5


@pytest.mark.clause("C4")
@every_table
def test_eight_cards_each_and_one_of_them_is_mister_x(players: int) -> None:
    holders = set()
    for seed in range(40):
        position = where(new_game(EDITION, players, seed=seed))
        sizes = {seat: len(cards) for seat, cards in position["hands"].items()}
        drawn = {seat: 9 if seat == position["seat"] else 8 for seat in sizes}
        assert sizes == drawn
        holders.add(position["x"])
    assert holders == {f"P{n + 1}" for n in range(players)}


@pytest.mark.clause("C4")
@every_table
def test_mister_x_is_shuffled_into_the_top_nine(players: int) -> None:
    """So the card lies in one of ten places, and each of them comes up."""
    places = set()
    for seed in range(120):
        game = new_game(EDITION, players, seed=seed)
        deck = game.line[0].text.split(" / ")[2].split()
        places.add(deck.index("X"))
    assert places == set(range(10))


@pytest.mark.clause("C4")
@every_table
def test_cards_are_dealt_one_at_a_time(players: int) -> None:
    """To P1 first, whoever begins: the deck ascends behind X, so hands have gaps of the table."""
    game = deal(players, first=f"P{players}")
    deck = ["X", *(card for card in tickets_for(players) if card not in RESERVE)]
    for seat in range(players - 1):
        dealt = deck[seat : 8 * players : players]
        assert hand(game, f"P{seat + 1}") == ([*dealt[1:], "X"] if seat == 0 else dealt)
    assert hand(game, f"P{players}")[:8] == deck[players - 1 : 8 * players : players]


@pytest.mark.clause("C4")
@every_table
def test_only_the_holder_knows_who_is_mister_x(players: int) -> None:
    game = deal(players, x_at=1)
    assert [game.view(f"P{n + 1}")["x"] for n in range(players)] == [
        "P2" if n == 1 else None for n in range(players)
    ]
    assert game.view("spectator")["x"] is None


@pytest.mark.clause("C5")
@every_table
def test_the_next_three_tickets_are_the_piles_in_ascending_order(players: int) -> None:
    tickets = [card for card in tickets_for(players) if card not in RESERVE]
    at = 8 * players - 1
    tickets[at : at + 3] = [tickets[at + 2], tickets[at], tickets[at + 1]]
    game = new_game(EDITION, players, colours=COLOURS, deck=["X", *tickets])
    assert list(where(game)["piles"].values()) == sorted(tickets[at : at + 3])


@pytest.mark.clause("C6")
@every_table
def test_the_first_player_is_chosen_and_the_turn_goes_clockwise(players: int) -> None:
    game = deal(players, first="P3")
    order = [f"P{n + 1}" for n in range(players)]
    for seat in (*order[2:], *order):
        assert turn(game) == (seat, "play")
        renew = next(card for card in game.legal if card.endswith(">new"))
        game.play(renew)


@pytest.mark.clause("C6")
@every_table
def test_or_drawn(players: int) -> None:
    seats = {where(new_game(EDITION, players, seed=seed))["seat"] for seed in range(40)}
    assert seats == {f"P{n + 1}" for n in range(players)}
    assert where(deal(players))["seat"] == "P1"  # where the deck is given


def test_the_colours_of_these_tests_are_a_deck() -> None:
    assert [DECK.colour(n) for n in (1, 2, 3, 4, 87, 88, 89, 90)] == list("TBUKKKKK")
    assert all(DECK.is_black(ticket) for ticket in RESERVE)
