"""What is settled before a game: by flags, by questions, or by a saved game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from misterx.api import new_game
from misterx.board import board_names, load_board
from misterx.bots import LEVELS
from misterx.cli.complaints import Complaint
from misterx.cli.games import rulebook_of, table_of
from misterx.cli.play.seats import PERSON, seat_flags, seats_in
from misterx.cli.play.table import Party
from misterx.cli.play.terminal import Terminal
from misterx.cli.sources import BOARD_HINT, find_rules, open_record
from misterx.cli.words import number_in
from misterx.core import AnyRules, Game, RecordError, Setup, edition_names, rules_for
from misterx.core.registry import game_of

__all__ = ["Plan", "plan_game"]

_USUAL_EDITION = "modern-2013"
_USUAL_PLAYERS = 4
_EACH = "each"
_ABOUT = {
    PERSON: "somebody at this keyboard",
    "novice": "a computer that plays like a child",
    "constable": "a computer that goes by rules of thumb",
    "sergeant": "a computer that thinks a little",
    "inspector": "a computer that thinks harder",
    "champion": "the strongest computer player there is here",
    _EACH: "ask for every seat",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that is ready to be played, and who plays it."""

    game: Game
    seats: Mapping[str, str]
    rng: Random
    name: str
    boards: tuple[str, ...] = ()
    """The folders of boards of one's own that going on with it takes."""
    path: Path | None = None
    """The file that it was loaded from."""
    asks_nothing: bool = False
    """Whoever started it wants no questions that no player has to answer."""


def plan_game(args: Namespace, terminal: Terminal) -> Plan:
    """The game that flags and answers describe; raises `Complaint` or `Refused`."""
    rng = Random() if args.seed is None else Random(f"players {args.seed}")
    if args.load is not None:
        return _loaded(args, rng)
    known = board_names()
    rules = _rules(args, terminal)
    beside = (str(load_board(name).source) for name in board_names() if name not in known)
    boards = (*(args.board or ()), *beside)  # a file of rules may bring its board along
    game = game_of(rules)
    players = _players(args, rules, terminal)
    names = rules.seats(rules.new_game(Setup(players)))
    flags = seat_flags(game, names, args)
    # With every seat named on the command line nothing is asked, not even about options.
    is_settled = args.yes or set(flags) == set(names)
    options = _options(args, rules, None if is_settled else terminal)
    parties = table_of(game).parties(names)
    seats = {name: flags.get(name, who) for name, who in _usual(parties).items()}
    if not is_settled:
        seats = _ask_seats(parties, flags, terminal)
    started = new_game(
        rules.edition, players, seed=args.seed, rules=rules.own_rules, options=options
    )
    name = rules.edition or Path(args.rules).stem
    return Plan(started, seats, rng, name, boards, asks_nothing=args.yes)


def _loaded(args: Namespace, rng: Random) -> Plan:
    settled = ("edition", "rules", "players", "option")
    for name in settled:
        if getattr(args, name) is not None:
            raise Complaint(f"--{name} does not go with --load: the saved game has settled it")
    path = Path(args.load)
    try:
        chance = None if args.seed is None else Random(f"chance {args.seed}")
        game = Game.from_record(open_record(args.load), chance)
    except RecordError as error:
        hint = BOARD_HINT if "no board" in str(error) else None
        raise Complaint(f"{path}: {error}", hint, code=1) from error
    head, names = game.header, game.seats
    seats = _usual(table_of(head.game).parties(names))
    seats |= seats_in(head, names)
    seats |= seat_flags(head.game, names, args)
    name, boards = head.edition or "rules of one's own", tuple(args.board or ())
    return Plan(game, seats, rng, name, boards, path, asks_nothing=args.yes)


def _rules(args: Namespace, terminal: Terminal) -> AnyRules:
    if args.edition is not None or args.rules is not None:
        return find_rules(args.edition, args.rules)
    if args.yes:
        return rules_for(_USUAL_EDITION)
    editions = {name: rules_for(name) for name in edition_names()}
    offers = {
        name: rulebook_of(game_of(rules)).in_one_line(rules) for name, rules in editions.items()
    }
    return editions[terminal.choose("Which edition?", offers, _USUAL_EDITION)]


def _players(args: Namespace, rules: AnyRules, terminal: Terminal) -> int:
    numbers = sorted(rules.players, key=lambda number: (abs(number - _USUAL_PLAYERS), number))
    offers = ", ".join(map(str, rules.players))
    if args.players is not None:
        if args.players not in numbers:
            raise Complaint(
                f"{args.players} players cannot play this edition", f"it is for {offers}"
            )
        return int(args.players)
    if args.yes or len(numbers) == 1:
        return numbers[0]
    while True:
        answer = terminal.ask(f"\nHow many players, Mister X included ({offers})? [{numbers[0]}]:")
        if not answer:
            return numbers[0]
        number = number_in(answer)
        if number is not None and number in numbers:
            return number
        terminal.say(f"This edition is for {offers} players.")


def _options(args: Namespace, rules: AnyRules, terminal: Terminal | None) -> dict[str, object]:
    """The options agreed on: those of the flags, else what is answered, else the usual ones."""
    if args.option is not None:
        return dict.fromkeys((name.replace("-", "_") for name in args.option), True)
    if terminal is None:
        return {}
    return {
        name: terminal.confirm(f"\nPlay with this rule: {about}?")
        for name, about in rulebook_of(game_of(rules)).options(rules).items()
    }


def _usual(parties: Sequence[Party]) -> dict[str, str]:
    return {seat: party.usual for party in parties for seat in party.seats}


def _ask_seats(
    parties: Sequence[Party], flags: Mapping[str, str], terminal: Terminal
) -> dict[str, str]:
    """Who sits where by the answers, party by party, each together or one by one."""
    seats = dict(flags)
    offers = {who: _ABOUT[who] for who in (PERSON, *LEVELS)}
    for title, members, usual in parties:
        empty = [seat for seat in members if seat not in seats]
        if len(empty) > 1:
            question = f"Who plays {title} ({', '.join(empty)})?"
            choice = terminal.choose(question, {**offers, _EACH: _ABOUT[_EACH]}, usual)
        else:
            choice = _EACH
        for seat in empty:
            name = title if len(members) == 1 else seat
            seats[seat] = (
                terminal.choose(f"Who plays {name}?", offers, usual) if choice == _EACH else choice
            )
    return seats
