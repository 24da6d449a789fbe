"""Wherever somebody is shown where Mister X can be, it is what a hunter with a pencil finds.

A hundred games at a server's tables, of every edition, number of players and option. At every step
of each the stations that the server sends to a hunter, those in the replay of the record with the
detectives' eyes, and those of the companion that hears what is said aloud are the ones that the
oracle reckons by hand.
"""

import re
from random import Random
from typing import Any

import pytest

from misterx.chase import Chase
from misterx.chase.tracking import begin, follow, said, witnessed
from misterx.core import Game, Setup
from misterx.server.companion import follow_game
from misterx.server.replaying import game_in, replay
from misterx.server.table.state import Phase
from tests.series.oracle import deduce
from tests.series.tables import TABLES, Table, at_every_table
from tests.server.table.desk import Desk

EACH = 4
"""Games at each table."""
ASKED_EVERY = 30
"""After so many steps the companion is asked with all that was said, as its page asks it."""


def played(table: Table, seed: int) -> Desk:
    """A game at a server's table; the hunters enter Mister X's station only if they must."""
    plan = {"edition": table.edition, "players": table.players, "options": table.options}
    desk = Desk(plan, seed=seed)
    for number, seat in enumerate(desk.table.seats, 1):
        desk.sit(f"g{number}", seat)
    desk.start()
    rng = Random(seed)
    while desk.table.phase is Phase.PLAYING:
        seat = rng.choice(desk.table.to_act)
        moves, here = desk.moves(seat), str(desk.table.state.x)
        quiet = [move for move in moves if seat == "X" or re.findall(r"\d+", move)[-1] != here]
        desk.move(seat, rng.choice(quiet or moves))
    return desk


def sent_to_a_hunter(desk: Desk) -> list[dict[str, Any]]:
    """The views that a hunter was sent: when the game began, and after every move."""
    frames = [desk.frame("H1", entry.seq) for entry in desk.log[1:]]
    return [frame["game"]["view"] for frame in frames if frame.get("game")]


def told_aloud(rules: Chase, game: Game) -> list[str | None]:
    """What was said of every entry of a record; None: nothing, it was Mister X's own card."""
    return [
        None
        if entry.text.startswith("X@")
        else said(rules, game.state_at(number), rules.parse(entry.text))
        for number, entry in enumerate(game.line)
    ]


def compare(table: Table, seed: int) -> None:
    desk = played(table, seed)
    game = game_in(desk.table.game().record().to_text())
    rules = game.rules
    assert isinstance(rules, Chase)
    chance = sum(entry.by_chance for entry in game.line)
    sent = sent_to_a_hunter(desk)
    replayed: Any = replay(game, "hunters")["steps"]
    setup = Setup(table.players, {name: bool(on) for name, on in table.options.items()})
    assert len(sent) == len(replayed) == len(game.line) - chance + 1

    heard, words, widest = begin(rules, setup), [], 0
    for number, aloud in enumerate(told_aloud(rules, game), 1):
        if aloud is not None:
            words.append(aloud)
            heard = follow(rules, heard, aloud)
        if number < chance or number == len(game.line):
            continue
        view = sent[number - chance]
        by_hand = deduce(view, rules.data)
        assert set(view["possible"]) == by_hand, (seed, words)
        assert set(replayed[number - chance]["view"]["possible"]) == by_hand, (seed, words)
        assert set(witnessed(heard).possible) == by_hand, (seed, words)
        if number % ASKED_EVERY == 0:
            asked = follow_game(table.edition, setup, words, "hunters")
            assert asked.view["possible"] == view["possible"], (seed, words)
        widest = max(widest, len(by_hand))
    assert widest > 1, "he was never hidden: this game shows nothing"


def test_there_are_a_hundred_of_them() -> None:
    assert len(TABLES) * EACH >= 100


@pytest.mark.clause("D7")
@at_every_table
def test_the_stations_shown_are_those_of_the_law(table: Table) -> None:
    compare(table, 0)


@pytest.mark.soak
@at_every_table
def test_the_stations_shown_are_those_of_the_law_in_a_hundred_games(table: Table) -> None:
    for seed in range(EACH):
        compare(table, seed)
