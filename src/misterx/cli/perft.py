"""`misterx perft`: how many move sequences there are, split up by the first move."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from misterx.api import new_game
from misterx.cli.complaints import Complaint
from misterx.cli.referee import MOST_PERFT
from misterx.cli.sources import find_rules, read_position
from misterx.cli.words import number_in
from misterx.core import Game, JsonObject, rules_for
from misterx.core.perft import divide

__all__ = ["main"]


def main(args: Namespace) -> int:
    """Print each first move with the number of sequences behind it, and the total."""
    if not 0 <= args.depth <= MOST_PERFT:
        raise Complaint(f"--depth {args.depth} makes no sense: give 0 to {MOST_PERFT}")
    game = _from_position(args) if args.position else _from_setup(args)
    counts = divide(game.rules, game.state, args.depth) if args.depth else {"": 1}
    for move, count in sorted(counts.items()):
        if move:
            print(f"{move}: {count}")
    print(f"total: {sum(counts.values())}")
    return 0


def _from_position(args: Namespace) -> Game:
    position = read_position(args.position)
    if args.edition or args.rules:
        rules = find_rules(args.edition, args.rules)
    else:
        name, own = position.get("edition"), position.get("rules")
        rules = rules_for(
            None if name is None else str(name), own if isinstance(own, dict) else None
        )
    return Game.from_position(rules, position)


def _from_setup(args: Namespace) -> Game:
    rules = find_rules(args.edition, args.rules)
    players = max(rules.players) if args.players is None else args.players
    begin = partial(new_game, rules.edition, players, seed=args.seed, rules=rules.own_rules)
    return begin(starts=_starts(args.starts)) if args.starts else begin()


def _starts(text: str) -> JsonObject:
    """The stations in `D1=13,X=45`."""
    starts: dict[str, object] = {}
    for part in text.split(","):
        piece, _, station = part.partition("=")
        number = number_in(station.strip())
        if number is None:
            raise Complaint(f"--starts: {part!r} is no start", "write it like D1=13,X=45")
        name = piece.strip().upper()
        if name in starts:
            raise Complaint(f"--starts names {name} twice: give each piece one station")
        starts[name] = number
    return starts
