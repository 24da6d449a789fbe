"""Who can be Mister X, as each viewpoint can work out."""

import pytest

from misterx import Game
from misterx.cards.suspicion import known_cards, passed_on, suspects
from misterx.core import Seat
from tests.cards.table import RULES, every_table, play, put_up, seeded_states, where


def suspected(game: Game) -> dict[str, str]:
    """The suspects of every viewpoint, by the numbers of their seats."""
    return {
        who: "".join(seat[1] for seat in suspects(game.observe(who)))
        for who in game.rules.viewpoints(game.state)
    }


def asked(players: int, named: str, holder: str) -> Game:
    """P1 has interrogated somebody."""
    hands: dict[str, tuple[int | str, ...]] = {f"P{n}": (n, 10 + n) for n in range(2, players + 1)}
    hands["P1"] = (45, 1)
    hands["P2"] = (2, 12, 64)
    hands[holder] = (*hands[holder], "X")
    return play(put_up(players, hands=hands, magnifiers=2), "P1:45>M", f"P1:?{named}")


# --- interrogations and Mister X's actions ---------------------------------------------------


@every_table
def test_at_first_it_can_be_anybody_else(players: int) -> None:
    everybody = "12345"[:players]
    game = put_up(players, hands={"P1": (1, 2), "P2": (5, "X")})
    expected = {f"P{n}": everybody.replace(n, "") for n in everybody}
    assert suspected(game) == {**expected, "P2": "2", "spectator": everybody}


def test_an_innocent_is_none() -> None:
    assert suspected(asked(4, "P3", "P2")) == {
        "P1": "24",
        "P2": "2",
        "P3": "124",
        "P4": "12",
        "spectator": "124",
    }


def test_with_three_one_innocent_may_tell_all() -> None:
    assert suspected(asked(3, "P3", "P2")) == {"P1": "2", "P2": "2", "P3": "12", "spectator": "12"}


@every_table
def test_who_was_found_is_he(players: int) -> None:
    assert set(suspected(asked(players, "P2", "P2")).values()) == {"2"}


@pytest.mark.parametrize("moves", (("24>L", "trail"), ("44>M", "equip")))
def test_who_takes_an_action_of_his_is_he(moves: tuple[str, str]) -> None:
    game = play(put_up(hands={"P1": (24, 44, "X")}), *(f"P1:{move}" for move in moves))
    assert set(suspected(game).values()) == {"1"}


def test_whose_hand_is_empty_or_who_is_out_is_not_he() -> None:
    game = put_up(5, hands={"P1": (1, 2), "P2": (), "P3": (), "P4": (5, "X")}, out=["P3"])
    assert suspected(game)["spectator"] == "145"


# --- hide-outs ----------------------------------------------------------------------------


def hide_out(chance: str, *, x_lays: str = "X") -> Game:
    """P1 is Mister X and hides; P2 lays 5, P3 lays 11, P4 lays 15."""
    hands = {"P1": (64, 22, 45, "X"), "P2": (5, 6, 65), "P3": (11, 12), "P4": (15, 16)}
    game = put_up(4, hands=hands)
    play(game, "P1:64>R", "P1:hideout", f"P1:lay {x_lays}", "P2:lay 5", "P3:lay 11")
    return play(game, f"P4:lay 15 = {chance}")


def test_after_a_hide_out_it_can_be_anybody_who_took_part() -> None:
    game = hide_out("P1:5 P2:11 P3:15 P4:X")
    everybody = {"P1": "234", "P2": "134", "P3": "124", "P4": "4", "spectator": "1234"}
    assert suspected(game) == everybody


def test_who_took_no_part_is_not_he() -> None:
    hands = {"P1": (64, "X"), "P2": (), "P3": (11, 12), "P4": (15, 16)}
    game = play(put_up(4, hands=hands), "P1:64>R", "P1:hideout", "P1:lay X", "P3:lay 11")
    half = Game.from_position(RULES, where(game))  # put up in the middle of it
    for table in (game, half):
        play(table, "P4:lay 15 = P1:11 P3:X P4:15")
        assert suspected(table)["spectator"] == "134"  # though P2 has drawn since
        assert suspected(table)["P2"] == "134"


def test_who_shows_the_ticket_i_laid_did_not_take_the_mister_x_card() -> None:
    """P4 lays 15, and P3 is seen to have it: he took one card, and it was this."""
    game = hide_out("P1:X P2:11 P3:15 P4:5")
    play(game, "P2:65>R", "P2:?P3 = 15")
    assert suspected(game)["P4"] == "12"
    assert suspected(game)["spectator"] == "1234"  # who did not see what anybody laid


def hider_seen_by_p3(chance: str) -> Game:
    """P3 asks P1, who is Mister X and hides on his next turn, laying the 22 that P3 has seen."""
    hands = {"P1": (64, 22, 2, 3, 7, "X"), "P2": (5, 24), "P3": (45, 47, 11), "P4": (46, 15)}
    game = put_up(4, hands=hands, seat="P3", magnifiers=2, reserve=())
    play(game, "P3:45>M", "P3:?P1", "P1:drop 2", "P1:drop 3", "P1:drop 7", "P4:46>M")
    play(game, "P1:64>R", "P1:hideout", "P1:lay 22", "P2:lay 5", "P3:lay 11")
    return play(game, f"P4:lay 15 = {chance}")


def test_who_shows_mister_xs_ticket_proves_that_he_kept_the_card() -> None:
    """P2 plays 22, so that is what Mister X laid; only P3 can know."""
    game = hider_seen_by_p3("P1:5 P2:22 P3:15 P4:11")
    assert suspected(game) == {
        "P1": "1",
        "P2": "134",
        "P3": "124",
        "P4": "123",
        "spectator": "1234",
    }
    play(game, "P2:22>L")
    assert suspected(game) == {"P1": "1", "P2": "134", "P3": "1", "P4": "123", "spectator": "1234"}


def test_so_does_a_look_at_his_hand() -> None:
    game = hider_seen_by_p3("P1:5 P2:22 P3:15 P4:11")
    play(game, "P2:24>L", "P2:buy", "P3:47>M", "P3:?P2")
    assert suspected(game) == {"P1": "1", "P2": "134", "P3": "1", "P4": "13", "spectator": "134"}


def test_so_does_a_ticket_of_his_that_i_took_myself() -> None:
    assert suspected(hider_seen_by_p3("P1:5 P2:11 P3:22 P4:15"))["P3"] == "1"


def test_a_ticket_that_came_back_to_mister_x_proves_nothing() -> None:
    game = hider_seen_by_p3("P1:22 P2:5 P3:11 P4:15")
    play(game, "P2:24>L", "P2:buy", "P3:47>M", "P3:?P4")
    assert suspected(game)["P3"] == "12"


def test_who_shows_a_ticket_seen_in_another_hand_did_not_take_the_mister_x_card() -> None:
    """P1 has seen 11 in P3's hand, and after his own hide-out P2 plays it."""
    hands = {"P1": (45, 64, "X"), "P2": (5, 49), "P3": (11, 51), "P4": (15, 22)}
    game = play(put_up(4, hands=hands, magnifiers=2), "P1:45>M", "P1:?P3")
    play(game, "P2:49>M", "P3:51>M", "P4:22>L")
    play(game, "P1:64>R", "P1:hideout", "P1:lay X", "P2:lay 5", "P3:lay 11")
    play(game, "P4:lay 15 = P1:15 P2:11 P3:5 P4:X")
    assert suspected(game)["P1"] == "234"
    play(game, "P2:11>new")
    assert suspected(game)["P1"] == "34"
    assert suspected(game)["P3"] == "14"  # who laid it
    assert suspected(game)["spectator"] == "1234"


def test_my_own_ticket_tells_more_than_one_story() -> None:
    """P2 laid 5, and P3 is seen to have taken it."""
    game = hide_out("P1:11 P2:15 P3:5 P4:X")
    assert suspected(game)["P2"] == "134"
    play(game, "P2:65>R", "P2:?P3 = 5")
    assert suspected(game)["P2"] == "14"


def test_the_hider_may_show_my_ticket_and_still_be_he_or_not() -> None:
    """He took it, and laid the Mister X card or kept it."""
    game = hide_out("P1:5 P2:X P3:15 P4:11")
    play(game, "P2:65>R", "P2:?P1 = 5")
    assert suspected(game)["P4"] == "123"
    again = hide_out("P1:5 P2:22 P3:15 P4:11", x_lays="22")
    play(again, "P2:65>R", "P2:?P1 = 5")
    assert suspected(again)["P4"] == "123"


def test_a_new_hide_out_makes_all_of_it_void() -> None:
    game = asked(4, "P3", "P2")
    assert suspected(game)["spectator"] == "124"
    play(game, "P2:64>R", "P2:hideout", "P2:lay X", "P3:lay 3", "P4:lay 4")
    play(game, "P1:lay 1 = P1:3 P2:1 P3:X P4:4")
    assert suspected(game) == {
        "P1": "234",
        "P2": "134",
        "P3": "3",
        "P4": "123",
        "spectator": "1234",
    }


# --- sound always -------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("seed", range(12))
def test_the_true_holder_is_always_a_suspect(players: int, seed: int) -> None:
    for state in seeded_states(players, seed):
        assert state.x is not None
        for who in RULES.viewpoints(state):
            seen = RULES.observe(state, who)
            assert state.x in suspects(seen)
            assert set(suspects(seen)) == {state.x} or Seat(who) not in suspects(seen)


@every_table
@pytest.mark.parametrize("seed", range(4))
def test_also_where_a_game_goes_on_from_a_position(players: int, seed: int) -> None:
    """Nobody remembers what was before, and nothing wrong is concluded from what is left."""
    states = list(seeded_states(players, seed))
    for start in range(0, len(states) - 30, 23):
        game = Game.from_position(RULES, RULES.position(states[start]))
        for _ in range(30):
            if game.outcome:
                break
            moves = game.legal
            game.play(moves[(start + seed) % len(moves)])
            for who in game.rules.viewpoints(game.state):
                assert game.state.x in suspects(game.observe(who))


# --- cards --------------------------------------------------------------------------------


def test_cards_seen_in_a_hand_are_known_until_they_come_out() -> None:
    game = asked(3, "P3", "P2")
    assert known_cards(game.observe("P1")) == {"P3": {3, 13}}
    assert known_cards(game.observe("P2")) == {}
    assert known_cards(game.observe("P3")) == {}  # his own hand is no news
    play(game, "P2:2>new", "P3:3>new")
    assert known_cards(game.observe("P1")) == {"P3": {13}}


def test_a_card_seen_twice_is_where_it_was_seen_last() -> None:
    """P4 sees 5 in P2's hand, the hide-out brings it to P3, and P4 sees it there."""
    hands = {"P1": (64, "X"), "P2": (5, 6, 7, 46), "P3": (11, 12, 22), "P4": (45, 47, 15)}
    game = put_up(4, hands=hands, seat="P4", magnifiers=2, top=(73, 74, 75, 81, 82))
    play(game, "P4:45>M", "P4:?P2")
    play(game, "P1:64>R", "P1:hideout", "P1:lay X", "P2:lay 5", "P3:lay 11")
    play(game, "P4:lay 15 = P1:X P2:11 P3:5 P4:15", "P2:46>M", "P3:22>L")
    assert known_cards(game.observe("P4")) == {"P2": {5, 6, 7}}
    play(game, "P4:47>M", "P4:?P3")
    assert known_cards(game.observe("P4")) == {"P2": {6, 7}, "P3": {5, 12, 75, 81}}


def test_a_ticket_laid_is_in_some_hand_until_it_is_seen() -> None:
    game = hide_out("P1:5 P2:11 P3:15 P4:X")
    assert passed_on(game.observe("P2")) == {5}
    assert passed_on(game.observe("P1")) == set()  # he laid the Mister X card
    assert passed_on(game.observe("spectator")) == set()
    play(game, "P2:65>R", "P2:?P1 = 5")
    assert passed_on(game.observe("P2")) == set()
    assert passed_on(hide_out("P1:X P2:5 P3:15 P4:11").observe("P2")) == set()  # it came back
