"""What is settled before a game: by flags, by questions, or by a saved game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from misterx.api import new_game
from misterx.chase import Chase, Edition, edition_names, load_edition, rules_for
from misterx.cli.complaints import Complaint
from misterx.cli.facts import OPTIONS, in_one_line
from misterx.cli.play.seats import PERSON, X, occupants, seat_flags, seats_in, usual
from misterx.cli.play.terminal import Terminal
from misterx.cli.sources import BOARD_HINT, find_rules, open_record
from misterx.cli.words import number_in
from misterx.core import Game, RecordError

__all__ = ["Plan", "plan_game"]

_USUAL_EDITION = "modern-2013"
_USUAL_PLAYERS = 4
_EACH = "each"
_ABOUT = {
    PERSON: "somebody at this keyboard",
    "random": "a computer that moves anyhow",
    "greedy": "a computer that counts the stops between you",
    _EACH: "ask for every detective's seat",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that is ready to be played, and who plays it."""

    game: Game
    seats: Mapping[str, str]
    rng: Random
    name: str
    path: Path | None = None
    """The file that it was loaded from."""


def plan_game(args: Namespace, terminal: Terminal) -> Plan:
    """The game that flags and answers describe; raises `Complaint` or `Refused`."""
    rng = Random() if args.seed is None else Random(f"players {args.seed}")
    if args.load is not None:
        return _loaded(args, rng)
    rules = _rules(args, terminal)
    edition = rules.data
    players = _players(args, edition, terminal)
    names = [X, *(f"H{number}" for number in range(1, edition.table[players].seats + 1))]
    flags = seat_flags(names, args.x, args.hunters, args.seat or ())
    # With every seat named on the command line nothing is asked, not even about options.
    is_settled = args.yes or set(flags) == set(names)
    options = _options(args, edition, None if is_settled else terminal)
    seats = {name: flags.get(name, usual(name)) for name in names}
    if not is_settled:
        seats = _ask_seats(names, flags, terminal)
    game = new_game(rules.edition, players, seed=args.seed, rules=rules.own_rules, options=options)
    return Plan(game, seats, rng, rules.edition or Path(args.rules).stem)


def _loaded(args: Namespace, rng: Random) -> Plan:
    settled = ("edition", "rules", "players", "option")
    for name in settled:
        if getattr(args, name) is not None:
            raise Complaint(f"--{name} does not go with --load: the saved game has settled it")
    path = Path(args.load)
    try:
        game = Game.from_record(open_record(args.load))
    except RecordError as error:
        hint = BOARD_HINT if "no board" in str(error) else None
        raise Complaint(f"{path}: {error}", hint) from error
    names: list[str] = list(game.seats)
    seats = {name: usual(name) for name in names}
    seats |= seats_in(game.header, names)
    seats |= seat_flags(names, args.x, args.hunters, args.seat or ())
    return Plan(game, seats, rng, game.header.edition or "rules of one's own", path)


def _rules(args: Namespace, terminal: Terminal) -> Chase:
    if args.edition is not None or args.rules is not None:
        return find_rules(args.edition, args.rules)
    if args.yes:
        return rules_for(_USUAL_EDITION)
    offers = {name: in_one_line(load_edition(name)) for name in edition_names()}
    return rules_for(terminal.choose("Which edition?", offers, _USUAL_EDITION))


def _players(args: Namespace, edition: Edition, terminal: Terminal) -> int:
    numbers = sorted(edition.table, key=lambda number: (abs(number - _USUAL_PLAYERS), number))
    if args.players is not None:
        if args.players not in edition.table:
            raise Complaint(
                f"{args.players} players cannot play this edition",
                f"it is for {', '.join(map(str, edition.table))}",
            )
        return int(args.players)
    if args.yes or len(numbers) == 1:
        return numbers[0]
    offers = ", ".join(map(str, edition.table))
    while True:
        answer = terminal.ask(f"\nHow many players, Mister X included ({offers})? [{numbers[0]}]:")
        if not answer:
            return numbers[0]
        number = number_in(answer)
        if number is not None and number in edition.table:
            return number
        terminal.say(f"This edition is for {offers} players.")


def _options(args: Namespace, edition: Edition, terminal: Terminal | None) -> dict[str, object]:
    """The options agreed on: those of the flags, else what is answered, else the usual ones."""
    if args.option is not None:
        return dict.fromkeys((name.replace("-", "_") for name in args.option), True)
    if terminal is None:
        return {}
    return {
        name: terminal.confirm(f"\nPlay with this rule: {OPTIONS[name]}?")
        for name, is_usual in edition.options.items()
        if not is_usual
    }


def _ask_seats(names: list[str], flags: Mapping[str, str], terminal: Terminal) -> dict[str, str]:
    seats = dict(flags)
    offers = {who: _ABOUT.get(who, "a computer") for who in occupants()}
    if X not in seats:
        seats[X] = terminal.choose("Who plays Mister X?", offers, usual(X))
    empty = [name for name in names if name not in seats]
    if not empty:
        return seats
    together = len(empty) > 1
    choice = terminal.choose(
        f"Who plays the detectives ({', '.join(empty)})?" if together else f"Who plays {empty[0]}?",
        {**offers, _EACH: _ABOUT[_EACH]} if together else offers,
        PERSON,
    )
    for name in empty:
        seats[name] = (
            terminal.choose(f"Who plays {name}?", offers, usual(name))
            if choice == _EACH
            else choice
        )
    return seats
