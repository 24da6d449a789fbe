"""Mister X's own actions: false trail (A5), equipment, hide-out (A6)."""

from fractions import Fraction

import pytest

from misterx import Game
from misterx.core import CHANCE
from tests.cards.table import (
    RULES,
    TABLES,
    every_table,
    hand,
    play,
    put_up,
    refused,
    result,
    seen,
    turn,
    where,
)

NUMBER = {3: 5, 4: 8, 5: 11}
DETECTIVES = {"P2": (5, 6, 7), "P3": (11, 12, 13, 14, 15), "P4": (16, 17, 18), "P5": (1, 2, 3)}


def on_black(ticket: int, pile: str, action: str, players: int = 3, **more: object) -> Game:
    """P1 is Mister X and takes an action of his own."""
    others = {seat: DETECTIVES[seat] for seat in sorted(DETECTIVES)[: players - 1]}
    given = more.pop("hands", {})
    assert isinstance(given, dict)
    hands = {"P1": (ticket, 22, "X"), **others, **given}
    game = put_up(players, hands=hands, **more)  # type: ignore[arg-type] # keyword for keyword its own
    return play(game, f"P1:{ticket}>{pile}", f"P1:{action}")


def trail(players: int = 3, **more: object) -> Game:
    return on_black(24, "L", "trail", players, **more)


def hideout(players: int = 3, **more: object) -> Game:
    return on_black(64, "R", "hideout", players, **more)


# --- A5: false trail ----------------------------------------------------------------------


@pytest.mark.clause("A5")
@every_table
def test_the_detectives_discard_5_8_or_11_tickets_between_them(players: int) -> None:
    game = trail(players)
    before = len(where(game)["discard"])
    for left in range(NUMBER[players], 0, -1):
        assert (turn(game), where(game)["owed"]) == (("P1", "trail"), left)
        game.play(game.legal[0])
    assert turn(game)[1] == "play"
    assert where(game)["owed"] == 0
    assert len(where(game)["discard"]) == before + NUMBER[players]
    assert len(hand(game, "P1")) == 2  # Mister X gives nothing


@pytest.mark.clause("A5")
def test_the_number_is_by_the_players_who_started() -> None:
    game = trail(5, hands={"P5": (), "P4": ()}, out=["P4", "P5"])
    assert where(game)["owed"] == 11


@pytest.mark.clause("A5")
def test_they_split_it_as_they_like_ticket_by_ticket() -> None:
    game = trail()
    assert where(game)["to_move"] == ["P2", "P3"]
    assert game.legal == tuple(
        sorted([*(f"P2:drop {n}" for n in (5, 6, 7)), *(f"P3:drop {n}" for n in range(11, 16))])
    )
    assert refused(game, "P1:drop 22") == "not_your_turn"
    play(game, "P3:drop 11", "P2:drop 7", "P3:drop 12", "P3:drop 13", "P3:drop 14")
    assert where(game)["hands"]["P3"] == [15]
    assert 6 in hand(game, "P2")
    assert turn(game) == ("P2", "play")


@pytest.mark.clause("A5")
def test_one_may_give_all_and_another_none() -> None:
    game = play(trail(4), *(f"P3:drop {n}" for n in range(11, 16)), "P2:drop 5", "P2:drop 6")
    play(game, "P2:drop 7")
    assert where(game)["out"] == ["P2", "P3"]
    assert {16, 17, 18} < set(hand(game, "P4"))


@pytest.mark.clause("A5")
def test_whose_last_ticket_goes_is_out_at_once_and_is_passed_over() -> None:
    game = play(trail(top=(1, 61, 62, 65)), "P2:drop 5", "P2:drop 6", "P2:drop 7")
    assert where(game)["out"] == ["P2"]
    assert where(game)["to_move"] == ["P3"]
    play(game, "P3:drop 11", "P3:drop 12")
    assert turn(game) == ("P3", "play")
    assert hand(game, "P2") == []
    play(game, "P3:13>new")
    assert turn(game) == ("P1", "play")
    play(game, "P1:22>new")
    assert turn(game)[0] == "P3"


@pytest.mark.clause("A5")
def test_one_whose_hand_was_empty_before_is_not_put_out() -> None:
    game = trail(hands={"P2": ()})
    play(game, *(f"P3:drop {n}" for n in range(11, 15)))
    assert where(game)["out"] == []
    game.play("P3:drop 15")
    assert result(game) == ("x", "no_tickets")
    assert where(game)["out"] == ["P3"]


@pytest.mark.clause("A5")
@every_table
def test_mister_x_wins_at_once_when_no_detective_has_a_ticket(players: int) -> None:
    hands = {f"P{n}": (4 + n,) for n in range(2, players + 1)}
    game = trail(players, hands=hands)
    for seat, (ticket,) in hands.items():
        assert result(game) is None
        game.play(f"{seat}:drop {ticket}")
    assert result(game) == ("x", "no_tickets")
    assert where(game)["owed"] == NUMBER[players] - (players - 1)
    assert game.legal == ()


@pytest.mark.clause("A5")
def test_also_when_none_had_any_to_begin_with() -> None:
    assert result(trail(hands={"P2": (), "P3": ()})) == ("x", "no_tickets")


@pytest.mark.clause("A5")
def test_also_when_the_last_ticket_owed_is_the_last_they_have() -> None:
    game = trail(hands={"P2": (5, 6), "P3": (11, 12, 13)})
    play(game, "P2:drop 5", "P2:drop 6", "P3:drop 11", "P3:drop 12", "P3:drop 13")
    assert result(game) == ("x", "no_tickets")


@pytest.mark.clause("A5")
def test_only_a_false_trail_ends_the_game_this_way() -> None:
    """A search takes the detectives' last ticket: they are in play, and draw."""
    game = put_up(hands={"P1": (65, 1, "X"), "P2": (5,), "P3": ()}, top=(13, 14))
    play(game, "P1:65>R", "P1:?P2 = 5")
    assert result(game) is None
    assert turn(game) == ("P2", "play")
    assert hand(game, "P2") == [13]


# --- equipment ----------------------------------------------------------------------------


@pytest.mark.clause("T3")
def test_equipment_is_four_tickets() -> None:
    game = on_black(44, "M", "equip", top=(31, 32, 33, 34, 35))
    assert hand(game, "P1") == [22, 31, 32, 33, 34, "X"]
    assert where(game)["magnifiers"] == 1  # no magnifier is turned up
    assert turn(game) == ("P2", "play")


# --- A6: hide-out -------------------------------------------------------------------------


@pytest.mark.clause("A6")
@every_table
def test_everyone_lays_one_card_clockwise_from_mister_x(players: int) -> None:
    game = hideout(players)
    lays = {"P1": "X", "P2": "6", "P3": "11", "P4": "18", "P5": "1"}
    for n in range(1, players + 1):
        seat = f"P{n}"
        assert where(game)["to_move"] == [seat]
        assert set(game.legal) == {f"{seat}:lay {card}" for card in hand(game, seat)}
        assert list(where(game)["laid"]) == [f"P{m}" for m in range(1, n)]
        if n < players:
            game.play(f"{seat}:lay {lays[seat]}")
    last = RULES.apply(game.state, RULES.parse(f"P{players}:lay {lays[f'P{players}']}")).state
    assert RULES.to_act(last) == (CHANCE,)


@pytest.mark.clause("A6")
def test_clockwise_from_him_even_if_he_is_not_p1() -> None:
    game = put_up(hands={"P1": (5,), "P2": (64, "X"), "P3": (7,)}, seat="P2")
    play(game, "P2:64>R", "P2:hideout", "P2:lay X", "P3:lay 7", "P1:lay 5 = P1:X P2:7 P3:5")
    assert where(game)["x"] == "P1"
    assert turn(game) == ("P3", "play")


@pytest.mark.clause("A6")
@every_table
def test_players_out_of_play_or_with_an_empty_hand_take_no_part(players: int) -> None:
    for out in ([], ["P2"]):
        game = play(hideout(players, hands={"P2": ()}, out=out), "P1:lay X")
        assert where(game)["to_move"] == ["P3"]
        assert refused(game, "P2:lay 5") == "not_your_turn"
        for seat in (f"P{n}" for n in range(3, players + 1)):
            game.play(f"{seat}:lay {DETECTIVES[seat][0]}")
        assert where(game)["x"] != "P2"
        assert seen(game, "P1")["history"][-1].split()[1].startswith("P3:")


@pytest.mark.clause("A6")
def test_alone_he_takes_his_own_card_back() -> None:
    game = play(hideout(hands={"P2": (), "P3": ()}), "P1:lay 22")
    assert hand(game, "P1") == [22, "X"]
    assert turn(game) == ("P2", "play")
    assert where(game)["x_known"] is False


@pytest.mark.clause("A6")
def test_whoever_takes_the_mister_x_card_is_mister_x_and_alone_knows_it() -> None:
    game = play(hideout(), "P1:lay X", "P2:lay 5", "P3:lay 11 = P1:5 P2:11 P3:X")
    position = where(game)
    assert (position["x"], position["x_known"], position["laid"]) == ("P3", False, {})
    assert position["hands"]["P1"] == [5, 22]
    assert "X" in position["hands"]["P3"]
    views = {who: seen(game, who)["x"] for who in ("P1", "P2", "P3", "spectator")}
    assert views == {"P1": None, "P2": None, "P3": "P3", "spectator": None}


@pytest.mark.clause("A6")
@pytest.mark.parametrize("card", ("22", "X"))
def test_he_counts_as_unknown_even_if_he_kept_it(card: str) -> None:
    """Whether he laid a ticket, or the Mister X card came back to him."""
    game = play(hideout(), f"P1:lay {card}", "P2:lay 5", f"P3:lay 11 = P1:{card} P2:11 P3:5")
    assert where(game)["x"] == "P1"
    assert where(game)["x_known"] is False
    assert seen(game, "P2")["x"] is None
    assert seen(game, "P2")["suspects"] == ["P1", "P3"]


@pytest.mark.clause("A6")
def test_cards_are_laid_face_down() -> None:
    game = play(hideout(), "P1:lay X", "P2:lay 5")
    assert seen(game, "P1")["laid"] == {"P1": "X", "P2": None}
    assert seen(game, "P2")["laid"] == {"P1": None, "P2": 5}
    for who in ("P3", "spectator"):
        assert seen(game, who)["laid"] == {"P1": None, "P2": None}
        assert seen(game, who)["history"][-2:] == ["P1:lay ?", "P2:lay ?"]


@pytest.mark.clause("A6")
@pytest.mark.parametrize(("players", "ways"), tuple(zip(TABLES, (6, 24, 120), strict=True)))
def test_the_cards_are_shuffled_each_way_as_likely_as_the_other(players: int, ways: int) -> None:
    game = hideout(players)
    while len(where(game)["laid"]) < players - 1:
        game.play(game.legal[0])
    last = RULES.apply(game.state, RULES.parse(game.legal[0])).state
    odds = RULES.chance_outcomes(last)
    assert len({str(move) for move, _ in odds}) == ways
    assert {chance for _, chance in odds} == {Fraction(1, ways)}
