"""Players: they choose a legal move from what their seat may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import misterx
from misterx.bots import AnyPlayer, ask, find_player, player_names
from misterx.chase import Move, Observation, edition_names, load_edition
from misterx.core import Game, Viewpoint, rules_for

TABLES = [(name, players) for name in edition_names() for players in load_edition(name).table]
MOST_MOVES = 60


def new_game(edition: str, players: int, seed: int = 1) -> Game:
    options = dict.fromkeys(load_edition(edition).options, True)
    return misterx.new_game(edition, players, seed=seed, options=options)


def play_on(game: Game, x: AnyPlayer, hunters: AnyPlayer, seed: int, moves: int = 10**6) -> Game:
    rng = Random(seed)
    while game.to_act and moves:
        seat = game.to_act[-1]
        game.play(ask(x if seat == "X" else hunters, game, seat, rng), seat)
        moves -= 1
    return game


@pytest.mark.parametrize("name", player_names())
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_player_plays_legally_everywhere_on_both_sides(
    name: str, edition: str, players: int
) -> None:
    player = find_player(name)
    game = play_on(new_game(edition, players), player, player, seed=7, moves=MOST_MOVES)
    assert len(game.line) >= MOST_MOVES or game.outcome is not None


class Witness:
    """A player that remembers what it was shown."""

    name = "witness"

    def __init__(self) -> None:
        self.shown: list[tuple[Observation, list[Move]]] = []

    def choose(self, seen: Observation, legal: Sequence[Move], rng: Random) -> Move:
        self.shown.append((seen, list(legal)))
        return legal[0]


def test_a_player_gets_what_its_seat_sees_and_may_play() -> None:
    witness = Witness()
    game = play_on(new_game("modern-2013", 3), witness, witness, seed=1, moves=4)
    (x, _), *hunts = witness.shown
    assert x.who == "X"
    assert x.x == x.start_x is not None
    for seen, legal in hunts:
        assert (seen.who, seen.x, seen.start_x) == ("hunters", None, None)
        pieces = {str(move)[:2] for move in legal}
        assert pieces <= {"D2", "B1", "B2"} or pieces <= {"D1", "B1", "B2"}
    assert len(game.line) >= len(witness.shown)


def test_a_seat_without_a_move_cannot_be_asked() -> None:
    with pytest.raises(ValueError, match="H1 has no move"):
        ask(find_player("random"), new_game("modern-2013", 4), "H1", Random(1))


def test_an_unknown_player_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no player 'deep'; there are: random, greedy"):
        find_player("deep")
    assert [find_player(name).name for name in player_names()] == ["random", "greedy"]


@pytest.mark.parametrize("name", player_names())
@pytest.mark.parametrize("edition", ("modern-2013", "classic-2000", "beginner"))
def test_the_same_observation_and_dice_give_the_same_move(name: str, edition: str) -> None:
    """Games that only differ in where Mister X hides are one and the same to the hunters."""
    player, rules = find_player(name), rules_for(edition)
    differed = 0
    game = new_game(edition, 4)
    for moves in range(40):
        play_on(game, player, player, seed=moves, moves=1)
        if "H1" not in game.to_act:
            continue
        seen = game.observe("hunters")
        other = rules.sample(seen, Random(moves))
        twin = Game(rules, other, game.header, None)
        differed += rules.observe(other, Viewpoint("X")).log != game.observe("X").log
        assert ask(player, twin, "H1", Random(5)) == ask(player, game, "H1", Random(5))
    assert differed


def wins(edition: str, players: int, x: str, hunters: str, games: int = 6) -> int:
    """In how many games the hunters win."""
    return sum(
        getattr(
            play_on(
                new_game(edition, players, seed), find_player(x), find_player(hunters), seed
            ).outcome,
            "winner",
            None,
        )
        == "hunters"
        for seed in range(games)
    )


@pytest.mark.parametrize(
    ("edition", "players"), (("modern-2013", 4), ("classic-2000", 6), ("beginner", 4))
)
def test_greedy_is_clearly_stronger_than_random(edition: str, players: int) -> None:
    assert wins(edition, players, "random", "greedy") >= 5
    assert wins(edition, players, "greedy", "random") <= 1
