"""`misterx arena`: players against each other, over many games, with intervals."""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from misterx.arena import (
    ROLES,
    Decision,
    Match,
    ProcessLost,
    Result,
    SaveError,
    Series,
    Sprt,
    compared,
    deal_scores,
    ladder_matches,
    play_series,
    saved,
    split_contestants,
)
from misterx.bots import NO_LIMIT, Limit
from misterx.cli.arena_report import Report
from misterx.cli.complaints import Complaint
from misterx.cli.pictures import drawing, picture_file
from misterx.cli.progress import progress
from misterx.cli.sources import find_rules, register_boards, rules_from_file
from misterx.core import game_of

__all__ = ["main"]

_CARDS = "cards"
_USUAL_GAMES = 100


def main(args: Namespace) -> int:
    """Play the series and print their table; 130 if Ctrl-C stopped it, with what there is."""
    for name in ("games", "workers"):
        if (number := getattr(args, name)) is not None and number < 1:
            raise Complaint(f"--{name} {number} makes no sense: give 1 or more")
    picture = picture_file(args.picture)
    sys.path.append(str(Path.cwd()))  # classes of one's own are looked for where one is
    try:
        all_series = [Series(match) for match in _matches(args)]
        sprt = _sprt(args, all_series)
        for match in {(s.match.one, s.match.others): s.match for s in all_series}.values():
            match.check()
        stopped = _play(args, all_series, sprt)
    except ValueError as error:
        raise Complaint(str(error)) from error
    report = Report(all_series, sprt, is_ladder=args.ladder is not None)
    if args.json:
        print(json.dumps(report.to_json(), indent=1))
    else:
        report.print()
    if picture is not None and any(series.games for series in all_series):
        with drawing(picture):
            report.plot(picture)
    if stopped:
        print(f"misterx: {stopped.why}; the table holds the games that were over", file=sys.stderr)
        return stopped.code
    return 0


class _Stopped(NamedTuple):
    """Why a series ended before its time, and the exit code for it."""

    why: str
    code: int


def _play(args: Namespace, all_series: list[Series], sprt: Sprt | None) -> _Stopped | None:
    """Play what is asked for; what has ended it before its time."""
    games = _games(args, len(all_series), sprt)
    with ExitStack() as stack:
        told: list[Callable[[Series, Result], None]] = []
        if args.save:
            told.append(stack.enter_context(saved(Path(args.save), all_series, games)))
        begun = sum(series.games for series in all_series)
        total = len(all_series) * games
        told.append(stack.enter_context(progress(begun, total)))

        def played(series: Series, result: Result) -> None:
            for tell in told:
                tell(series, result)

        def is_enough() -> bool:
            return sprt is not None and sprt.judge(deal_scores(all_series)).decision is not (
                Decision.OPEN
            )

        prepare = partial(_register, args.board or (), args.rules)
        workers = args.workers or os.cpu_count() or 1
        # A service manager's word is as good as Ctrl-C: games and programs are ended in order.
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        stack.callback(signal.signal, signal.SIGTERM, before)
        try:
            if not is_enough():
                play_series(all_series, games, workers, played, is_enough, prepare)
        except KeyboardInterrupt:
            return _Stopped("stopped", 130)
        except (ProcessLost, SaveError) as error:
            return _Stopped(str(error), 1)
    return None


def _register(boards: Sequence[str], rules: str | None) -> None:
    """Make the boards known, those of a file of rules among them, to a process that plays."""
    register_boards(boards)
    if rules is not None:
        rules_from_file(Path(rules))


# --- what is played -----------------------------------------------------------------------


def _games(args: Namespace, series: int, sprt: Sprt | None) -> int:
    """How many games each series may have."""
    if sprt is None:
        return args.games or _USUAL_GAMES
    most = sprt.most_deals(series)
    return min(args.games or most, most)


def _sprt(args: Namespace, all_series: list[Series]) -> Sprt | None:
    """The sequential test that is asked for; raises `ValueError`."""
    if args.sprt is None:
        return None
    if args.ladder is not None:
        raise Complaint("--sprt compares one player, or two: it does not go with --ladder")
    if len(compared(all_series)) > 2:
        raise Complaint("--sprt tests one player, or two against each other, no more")
    return Sprt.from_text(args.sprt)


def _matches(args: Namespace) -> list[Match]:
    """The matches that the flags ask for: every role, and every player to be compared."""
    rules = find_rules(args.game, args.rules)
    terms = Match(
        edition=args.game or Path(args.rules).stem,
        players=rules.players[0] if args.players is None else args.players,
        one="",
        others="",
        role=ROLES[0],
        seed=args.seed,
        limit=NO_LIMIT if args.limit is None else Limit.from_text(args.limit),
        own_rules=None if rules.own_rules is None else json.dumps(rules.own_rules),
        options=tuple(name.replace("-", "_") for name in args.option or ()),
    )
    if args.ladder is not None:
        return _ladder(args, game_of(rules), terms)
    return [
        replace(terms, one=one, others=others, role=role)
        for role, ones, others in _cells(args, game_of(rules))
        for one in ones
    ]


def _ladder(args: Namespace, game: str, terms: Match) -> list[Match]:
    if game == _CARDS:
        raise Complaint(
            "a ladder is for the board game: in the card game nobody has a side",
            "say who is compared and who has the other seats: --one and --others",
        )
    if args.x or args.hunters or args.one or args.others or args.role:
        raise Complaint("--ladder names all who play, in both roles: no other players, no --role")
    names = _names(args.ladder)
    if len(names) < 2:
        raise Complaint("a ladder needs two players or more: --ladder random,greedy")
    return ladder_matches(terms, names)


def _names(flags: list[str]) -> list[str]:
    names = [name for flag in flags for name in split_contestants(flag)]
    if not all(name.strip() for name in names):
        raise Complaint("a name is missing beside a comma", "write them like random,greedy")
    for name, times in Counter(names).items():
        if times > 1:
            raise Complaint(f"{name} is named {times} times: name each player once")
    return names


def _cells(args: Namespace, game: str) -> Iterator[tuple[str, list[str], str]]:
    """Roles, who is compared in them, and against whom."""
    if args.x is not None or args.hunters is not None:
        if game == _CARDS:
            raise Complaint("in the card game nobody has a side: say --one and --others")
        if args.x is None or args.hunters is None or args.one or args.others or args.role:
            raise Complaint("--x and --hunters go together: no other players, and no --role")
        yield ROLES[0], _names(args.x), args.hunters
        return
    if args.one is None or args.others is None:
        sides = "" if game == _CARDS else ", or --x and --hunters, or --ladder"
        raise Complaint(f"who plays whom? say --one and --others{sides}")
    for role in [args.role] if args.role else ROLES:
        yield role, _names(args.one), args.others
