"""When a computer player moves, and which moves are its to make."""

from __future__ import annotations

from typing import Any

from misterx.core import SPECTATOR
from misterx.server.table import bots, deciding, seating
from misterx.server.table.deciding import Draft
from tests.server.table.desk import BEN, Desk, everybody_plays, laid, named

X, H1, H2, H3 = map(named, ("X", "H1", "H2", "H3"))
BOTS = {f"P{n}": {"who": "bot"} for n in range(1, 5)}


def mixed(people: str, players: int = 4, edition: str = "modern-2013") -> Desk:
    """A game in which these seats are people's and the others computer players'."""
    seats = [*("X", "H1", "H2", "H3", "H4")][:players]
    plan: dict[str, Any] = {
        seat: {"who": "me" if seat in people.split() else "bot"} for seat in seats
    }
    desk = Desk({"edition": edition, "players": players, "seats": plan})
    desk.start()
    return desk


def test_before_the_game_after_it_and_in_a_pause_nobody_thinks() -> None:
    desk = Desk({"edition": "modern-2013", "players": 4, "seats": {"X": {"who": "bot"}}})
    assert bots.turn(desk.table) is None
    desk = mixed("")
    desk.take(Draft("pause", {"seat": X, "on": True}))
    assert bots.turn(desk.table) is None
    desk.take(deciding.resume(desk.table, X))
    desk.play_out()
    assert bots.turn(desk.table) is None


def test_a_computer_player_alone_in_its_turn_has_all_moves() -> None:
    desk = mixed("H1")
    turn = bots.turn(desk.table)
    assert turn is not None
    assert (turn.seat, turn.player) == (X, "sergeant")
    assert sorted(turn.moves) == sorted(desk.moves("X"))


def test_whose_thinking_is_secret() -> None:
    def who(edition: str) -> list[str]:
        table = everybody_plays(edition, 4).table
        return [seat for seat in table.seats if bots.Turn(seat, "random", ()).has_secrets(table)]

    assert who("modern-2013") == ["X"]
    assert who("beginner") == ["X"], "all see him in his turn, and not where he goes"
    assert len(who("cards-2017")) == 4


def test_people_are_waited_for() -> None:
    desk = mixed("X H1 H2 H3")
    assert bots.turn(desk.table) is None


def test_in_free_order_computer_players_move_after_the_people() -> None:
    desk = mixed("X H2", players=5)  # four hunters with a detective each, no bobbies
    desk.move("X")
    assert bots.turn(desk.table) is None, "H2 has not moved"
    desk.move("H2")
    order = []
    while (turn := bots.turn(desk.table)) is not None:
        order.append(turn.seat)
        desk.move(turn.seat, turn.moves[0])
    assert order == [H1, H3, named("H4")]
    assert desk.table.to_act == (X,)


def test_one_computer_player_for_the_whole_side_chooses_who_moves() -> None:
    desk = mixed("X", players=5)
    desk.move("X")
    order = []
    while (turn := bots.turn(desk.table)) is not None:
        assert (turn.seat, *turn.others) == desk.table.to_act
        assert sorted(turn.moves) == sorted(
            move for seat in desk.table.to_act for move in desk.moves(seat)
        )
        move = turn.moves[-1]
        order.append(turn.mover(desk.table, move))
        desk.move(order[-1], move)
    assert order == [named("H4"), H3, H2, H1]


def test_between_several_computer_players_of_a_side_the_lot_decides() -> None:
    firsts = set()
    desk = Desk(
        {
            "edition": "modern-2013",
            "players": 5,
            "seats": {
                "X": {"who": "me"},
                **{seat: {"who": "bot", "player": "random"} for seat in ("H1", "H3")},
                **{seat: {"who": "bot", "player": "greedy"} for seat in ("H2", "H4")},
            },
        }
    )
    desk.start()
    for _ in range(10):
        desk.move("X")
        if desk.table.to_act == ():
            break
        turn = bots.turn(desk.table)
        assert turn is not None
        assert turn == bots.turn(desk.table), "it falls once, whoever looks"
        assert (turn.player, turn.seat, turn.others) in {
            ("random", H1, (H3,)),
            ("greedy", H2, (named("H4"),)),
        }
        firsts.add(turn.seat)
        while (turn := bots.turn(desk.table)) is not None:
            desk.move(turn.mover(desk.table, turn.moves[-1]), turn.moves[-1])
    assert firsts == {H1, H2}


def test_on_a_false_trail_the_lot_decides_too() -> None:
    moved = set()
    for seed in range(40):
        desk = Desk({"edition": "cards-2017", "players": 4, "seats": BOTS}, seed=seed)
        desk.start()
        while desk.table.to_act:
            turn = bots.turn(desk.table)
            assert turn is not None
            assert turn.others == ()
            if len(desk.table.to_act) > 1:
                moved.add(desk.table.to_act.index(turn.seat))
            trail = [move for move in turn.moves if move.endswith("trail")]
            desk.move(turn.seat, trail[0] if trail else desk.dice.choice(turn.moves))
        if len(moved) == 3:
            break
    assert moved == {0, 1, 2}


def test_unless_somebody_calls_them() -> None:
    desk = mixed("X H2", players=5)
    desk.move("X")
    desk.take(deciding.call(desk.table, H2))
    for seat in (H1, H3, named("H4")):
        turn = bots.turn(desk.table)
        assert turn is not None
        assert turn.seat == seat
        desk.move(seat, turn.moves[0])
    assert bots.turn(desk.table) is None
    assert desk.table.to_act == (H2,)


def test_bobbies_are_the_peoples_while_one_can_move_them() -> None:
    desk = mixed("X H1", players=3)  # two hunters with a detective each, and two bobbies
    desk.move("X")
    desk.take(deciding.call(desk.table, H1))
    turn = bots.turn(desk.table)
    assert turn is not None
    assert turn.seat == H2
    assert all(move.startswith("D2:") for move in turn.moves)
    desk.move("H2", turn.moves[0])
    assert bots.turn(desk.table) is None, "what is left are pieces that the person can move"
    assert {move[:2] for move in desk.moves("H1")} == {"D1", "B1", "B2"}


def test_among_computer_players_the_bobbies_are_theirs() -> None:
    desk = mixed("X", players=3)
    desk.move("X")
    moved = set()
    while (turn := bots.turn(desk.table)) is not None:
        moved.add(turn.moves[0][:2])
        desk.move(turn.seat, turn.moves[0])
    assert moved == {"D1", "D2", "B1", "B2"}


def test_in_a_fixed_order_it_is_whose_turn_it_is() -> None:
    desk = mixed("X H2", players=3, edition="classic-2000")
    desk.move("X")
    while desk.table.to_act != (X,):
        (seat,) = desk.table.to_act
        turn = bots.turn(desk.table)
        assert (turn is None) == (seat == H2)
        desk.move(seat)


def test_a_seat_that_was_handed_over_is_played_as_the_one_who_plays_it_would() -> None:
    desk = everybody_plays("modern-2013", 4)
    desk.take(seating.hand_to_bot(desk.table, "g1", X, "random", is_away=False), "g1")
    turn = bots.turn(desk.table)
    assert turn is not None
    assert (turn.seat, turn.player) == (X, "random")
    desk.take(seating.take_back(desk.table, "g1", X), "g1")
    assert bots.turn(desk.table) is None


def test_a_computer_player_is_asked_with_what_its_eyes_see_and_nothing_else() -> None:
    desk = laid(seats={"H1": {"who": "bot"}, "H2": {"who": "bot"}, "H3": {"who": "bot"}})
    desk.move("X")
    turn = bots.turn(desk.table)
    assert turn is not None
    question = turn.question(desk.table)
    rules, state = desk.table.rules, desk.table.state
    assert question.seen == rules.observe(state, rules.viewpoint(H1))
    assert question.seen != rules.observe(state, rules.viewpoint(X))
    assert question.legal == turn.moves
    assert rules.observe(state, SPECTATOR).x is None


def test_at_cards_everybody_plays_for_himself() -> None:
    desk = Desk(
        {
            "edition": "cards-2017",
            "players": 3,
            "seats": {"P1": {"who": "bot"}, "P2": {"who": "me"}, "P3": {"who": "bot"}},
        }
    )
    desk.start()
    for _ in range(40):
        turn = bots.turn(desk.table)
        acting = [seat for seat in desk.table.to_act if seat != "P2"]
        assert (turn is None) == (not acting)
        if not desk.table.to_act:
            break
        desk.move(desk.table.to_act[0])
    assert BEN not in desk.table.members
