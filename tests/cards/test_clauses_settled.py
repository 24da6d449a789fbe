"""G: what the rule book leaves open, as settled here."""

from collections import Counter
from itertools import pairwise

import pytest

from misterx import new_game
from misterx.cards import default_deck
from misterx.cards.deck import tickets_for
from tests.cards.table import (
    COLOURS,
    EDITION,
    every_table,
    hand,
    play,
    put_up,
    result,
    seen,
    turn,
    where,
)


@pytest.mark.clause("G1")
def test_the_colours_are_spread_evenly() -> None:
    """Any row of tickets has its share of each colour: nowhere is one more than two off."""
    colours = default_deck().colours
    counts = Counter(colours)
    for start in range(90):
        for end in range(start + 1, 91):
            for colour, count in counts.items():
                share = count * (end - start) / 90
                assert abs(colours[start:end].count(colour) - share) < 2


@pytest.mark.clause("G1")
def test_no_two_neighbours_share_a_colour() -> None:
    assert all(one != other for one, other in pairwise(default_deck().colours))


@pytest.mark.clause("G1")
def test_other_colours_make_another_deck() -> None:
    game = new_game(EDITION, 3, colours=COLOURS)
    assert where(game)["colours"] == COLOURS != default_deck().colours
    assert where(new_game(EDITION, 3))["colours"] == default_deck().colours


@pytest.mark.clause("G2")
@every_table
def test_everybodys_hand_size_is_open_but_hands_are_not(players: int) -> None:
    game = put_up(players, hands={"P1": (1, 24), "P2": (5, 6, 7), "P3": (11, "X")})
    rest = {f"P{n}": 2 for n in range(4, players + 1)}
    assert seen(game, "P1")["hands"] == {"P1": [1, 24], "P2": 3, "P3": 2, **rest}
    assert seen(game, "P3")["hands"] == {"P1": 2, "P2": 3, "P3": [11, "X"], **rest}
    assert seen(game, "spectator")["hands"] == {"P1": 2, "P2": 3, "P3": 2, **rest}


@pytest.mark.clause("G2")
@pytest.mark.parametrize(("holder", "found"), (("P2", True), ("P3", False)))
def test_the_game_announces_the_outcome_of_an_interrogation_truthfully(
    holder: str, found: bool
) -> None:
    hands = {"P1": (45, 1), "P2": (5, 6, 7), "P3": (11, 12, 13)}
    game = put_up(hands={**hands, holder: (*hands[holder], "X")}, magnifiers=2)
    play(game, "P1:45>M", "P1:?P2")
    for who in ("P1", "P2", "P3", "spectator"):
        assert seen(game, who)["interrogation"]["found"] is found


@pytest.mark.clause("G3")
@every_table
def test_any_black_ticket_of_the_game_may_be_in_the_reserve(players: int) -> None:
    drawn: set[int] = set()
    for seed in range(60):
        drawn |= set(where(new_game(EDITION, players, seed=seed))["reserve"])
    assert drawn == {n for n in tickets_for(players) if default_deck().is_black(n)}


@pytest.mark.clause("G4")
def test_mister_x_uses_general_actions_like_anybody() -> None:
    buys = play(put_up(hands={"P1": (25, "X")}, top=(61, 62)), "P1:25>L")
    assert hand(buys, "P1") == [61, 62, "X"]
    asks = play(put_up(hands={"P1": (45, "X"), "P2": (5, 6)}, magnifiers=2), "P1:45>M", "P1:?P2")
    assert where(asks)["interrogation"] == {"by": "P1", "of": "P2", "found": False, "hand": [5, 6]}
    assert where(asks)["x_known"] is False


@pytest.mark.clause("G4")
def test_a_search_by_mister_x_just_costs_the_victim_a_ticket() -> None:
    game = put_up(hands={"P1": (65, "X"), "P2": (1,), "P3": (5, 6)}, top=(13,))
    play(game, "P1:65>R", "P1:?P3 = 6")
    assert hand(game, "P3") == [5]
    assert result(game) is None
    assert where(game)["x_known"] is False


@pytest.mark.clause("G5")
@every_table
def test_a_detective_with_an_empty_hand_is_still_in_play_and_draws(players: int) -> None:
    game = put_up(players, hands={"P1": (65, 1), "P2": (5,)}, top=(13,))
    play(game, "P1:65>R", "P1:?P2 = 5")
    assert turn(game) == ("P2", "play")
    assert hand(game, "P2") == [13]
    assert where(game)["out"] == []
    assert game.legal == ("P2:13>new",)


@pytest.mark.clause("G5")
def test_so_is_one_who_plays_his_last_ticket() -> None:
    game = play(put_up(hands={"P1": (45,), "P2": (1, "X")}), "P1:45>M")
    assert hand(game, "P1") == []
    assert where(game)["out"] == []


@pytest.mark.clause("G6")
def test_both_magnifiers_of_the_bonus_go_up_without_asking() -> None:
    game = play(put_up(hands={"P1": (46, 1)}, magnifiers=0), "P1:46>M")
    assert where(game)["magnifiers"] == 2
    assert turn(game) == ("P2", "play")


@pytest.mark.clause("G6")
def test_both_cards_of_the_bonus_are_drawn_and_both_tickets_bought_without_asking() -> None:
    search = play(put_up(hands={"P1": (67, 1), "P2": (5, 6, 7)}), "P1:67>R", "P1:?P2 = 5 6")
    assert turn(search) == ("P2", "play")
    buy = play(put_up(hands={"P1": (25, 1)}, top=(61, 62)), "P1:25>L")
    assert hand(buy, "P1") == [1, 61, 62]


@pytest.mark.clause("G6")
def test_the_third_magnifier_always_means_an_interrogation() -> None:
    game = play(put_up(hands={"P1": (45, 1), "P2": (5,)}, magnifiers=2), "P1:45>M")
    assert game.legal == ("P1:?P2", "P1:?P3")  # and no way to do without


@pytest.mark.clause("G6")
def test_the_magnifier_after_an_interrogation_is_turned_up_without_asking() -> None:
    game = put_up(hands={"P1": (46, 1), "P2": (5,)}, magnifiers=2)
    assert where(play(game, "P1:46>M", "P1:?P2"))["magnifiers"] == 1


@pytest.mark.clause("G7")
def test_tickets_covered_discarded_searched_and_given_up_are_known_to_all() -> None:
    hands = {"P1": (25, 1), "P2": (5, 6, 7, 65), "P3": (11, 12, "X")}
    game = play(put_up(hands=hands, top=(61, 62)), "P1:25>L")
    assert seen(game, "spectator")["discard"] == [21]
    play(game, "P2:65>R", "P2:?P3 = 12")
    assert seen(game, "P1")["discard"] == [12, 21, 63]
    play(game, "P3:11>new")
    for who in ("P1", "P2", "P3", "spectator"):
        assert seen(game, who)["discard"] == [11, 12, 21, 25, 42, 63, 65]


@pytest.mark.clause("G7")
def test_so_are_tickets_dropped() -> None:
    hands = {"P1": (24, "X"), "P2": (5, 6, 7), "P3": (11, 12, 13)}
    trail = play(put_up(hands=hands), "P1:24>L", "P1:trail", "P3:drop 12")
    assert seen(trail, "spectator")["discard"] == [12, 21]
    hands = {"P1": (45, 1), "P2": (5, 6, 7, "X"), "P3": (11, 12)}
    given = play(put_up(hands=hands, magnifiers=2), "P1:45>M", "P1:?P2", "P2:drop 72")
    assert seen(given, "P3")["discard"] == [42, 72]
