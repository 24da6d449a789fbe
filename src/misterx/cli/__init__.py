"""The command `misterx`.

Only argparse is imported here: each subcommand lives in a module of its own, which is imported
when it runs, so that `misterx --help` answers at once.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from misterx import __version__
from misterx.cli.complaints import Complaint

__all__ = ["main"]

_INTERRUPTED = 130
_NOBODY_READS = 141
"""As a shell has it for a program that a broken pipe has ended: 1 would be a wrong file."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code of a run: 0 well, 1 a file that is wrong inside, 2 wrong use, 130 stopped.

    141 when nobody reads what is printed.
    """
    _open_closed_streams()
    _never_fail_to_print()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except Complaint as complaint:
        return _complain(complaint)
    except KeyboardInterrupt:
        print("\nmisterx: stopped", file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        _print_no_more()  # whoever read the output has gone
        return _NOBODY_READS
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        _print_no_more()
        return _complain(Complaint(f"the output cannot be written: {error.strerror}", code=1))
    return code


def _print_no_more() -> None:
    """Nothing may be written at exit either."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str]) -> int:
    try:
        args = _parser(argv[0] if argv else None).parse_args(argv)
    except SystemExit as done:  # --help and --version have been answered
        return int(done.code or 0)
    if args.command is None:
        raise Complaint("say what to do", "`misterx play` plays; `misterx --help` lists the rest")
    return _dispatch(args)


def _dispatch(args: Namespace) -> int:
    """Run a subcommand; whatever the rules or boards refuse is the user's to put right."""
    from misterx.board import BoardError  # noqa: PLC0415 - only what a subcommand needs is loaded
    from misterx.core import RecordError, Refused  # noqa: PLC0415 - the same

    try:
        if getattr(args, "board", None):
            import_module("misterx.cli.sources").register_boards(args.board)
        return int(import_module(f"misterx.cli.{args.command}").main(args))
    except RecordError as error:
        raise Complaint(str(error), code=1) from error
    except (Refused, BoardError) as error:
        raise Complaint(str(error)) from error
    except SystemExit as done:  # rich ends so when nobody reads its output any more
        raise BrokenPipeError from done


def _complain(complaint: Complaint) -> int:
    print(f"misterx: {complaint.message}", file=sys.stderr)
    if complaint.hint:
        print(f"hint: {complaint.hint}", file=sys.stderr)
    return complaint.code


def _open_closed_streams() -> None:
    """Python has none for a stream that was closed at the start: they lead nowhere instead.

    In the order of their numbers, so that each gets its own and no file of a game does.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115, PTH123 - stays open
            setattr(sys, name, nowhere)


def _never_fail_to_print() -> None:
    """A terminal that cannot show a letter shows another, and odd bytes typed are odd letters."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


class _Parser(ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        raise Complaint(message, f"`{self.prog} --help` shows how it is used")


def _parser(called: str | None) -> ArgumentParser:
    """The parser; the server's many flags are made only where its commands are called."""
    parser = _Parser(
        prog="misterx",
        description="Scotland Yard, the hunt for Mister X: the board game and the card game.",
        epilog="`misterx COMMAND --help` tells more about one of them.",
    )
    parser.add_argument("--version", action="version", version=f"misterx {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def bare_command(name: str, summary: str) -> ArgumentParser:
        return commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:])

    def command(name: str, summary: str) -> ArgumentParser:
        added = bare_command(name, summary)
        added.add_argument(
            "--board",
            metavar="FOLDER",
            action="append",
            help="a folder with a board of your own; may be given several times",
        )
        return added

    _add_play(command("play", "play in the terminal"))
    _add_replay(command("replay", "show a saved game from beginning to end"))
    _add_analyse(command("analyse", "judge every move of a finished game of the board game"))
    _add_audit(command("audit", "check Mister X's travel log against the tickets he laid"))
    _add_rules(command("rules", "show what an edition is and how the editions differ"))
    _add_perft(command("perft", "count move sequences, split up by the first move"))
    _add_arena(command("arena", "let computer players play series against each other"))
    _add_bot(command("bot", "play for another program: JSON lines in, JSON lines out"))
    _add_calibrate(bare_command("calibrate", "hold the published players against their table"))
    command("referee", "keep the rules for another program: JSON lines in, JSON lines out")
    served = {
        "serve": bare_command("serve", "play with others in the browser: run a server"),
        "doctor": bare_command("doctor", "check whether a server can run here"),
        "database": bare_command("database", "care for a server's games: save, restore, delete"),
        "tables": bare_command(
            "tables", "look at a server's tables, close one, announce something"
        ),
        "drain": bare_command("drain", "let games end before servers are stopped"),
        "bans": bare_command("bans", "ban addresses from servers, also while they run"),
    }
    if called in served:
        import_module("misterx.cli.serving").add_flags(called, served[called])
    return parser


def _add_own_rules(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--rules", metavar="FILE", help="an edition of your own: a TOML file, see docs/editions.md"
    )


def _add_play(parser: ArgumentParser) -> None:
    parser.add_argument("--edition", metavar="NAME", help="see `misterx rules`")
    _add_own_rules(parser)
    parser.add_argument("--players", metavar="N", type=int, help="how many, Mister X included")
    parser.add_argument(
        "--x", metavar="WHO", help="who plays Mister X: person, or a computer player such as random"
    )
    parser.add_argument("--hunters", metavar="WHO", help="who plays the detectives, all of them")
    parser.add_argument(
        "--seat",
        metavar="SEAT=WHO",
        action="append",
        help="who plays one seat, such as H1=person; may be given several times",
    )
    parser.add_argument("--others", metavar="WHO", help="who plays every seat not named otherwise")
    parser.add_argument(
        "--option",
        metavar="NAME",
        action="append",
        help="a rule that the edition offers, such as voluntary_reveal",
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same text gives the same cards")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "-y", "--yes", action="store_true", help="ask nothing before the game: take what is usual"
    )


def _add_replay(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the saved game, text or JSON")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--entry", metavar="N", type=int, help="the position after so many entries")
    what.add_argument("--json", action="store_true", help="print the record as JSON")
    parser.add_argument(
        "--as",
        metavar="WHO",
        dest="eyes",
        help="with --entry: only what they may see: X, hunters, P1, …, spectator",
    )
    parser.add_argument(
        "--reveal", action="store_true", help="also of a game that goes on: shows what is hidden"
    )


def _add_analyse(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the saved game, text or JSON")
    parser.add_argument(
        "--limit", metavar="LIMIT", help="for each move: 200ms, 1s or 500it; 10000it is usual"
    )
    parser.add_argument("--workers", metavar="N", type=int, help="without it every core")
    parser.add_argument("--seed", metavar="TEXT", default="0", help="the same text: the same dice")
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    parser.add_argument(
        "--picture", metavar="FILE", help="draw Mister X's chances over time: a .png or .svg file"
    )


def _add_audit(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the saved game, text or JSON")
    parser.add_argument(
        "--reveal", action="store_true", help="also of a game that goes on: shows where he is"
    )


def _add_rules(parser: ArgumentParser) -> None:
    parser.add_argument("edition", metavar="EDITION", nargs="?", help="without it: all of them")
    _add_own_rules(parser)


def _add_perft(parser: ArgumentParser) -> None:
    parser.add_argument("edition", metavar="EDITION", nargs="?", help="see `misterx rules`")
    _add_own_rules(parser)
    parser.add_argument("--players", metavar="N", type=int, help="how many, Mister X included")
    parser.add_argument("--depth", metavar="D", type=int, required=True, help="how many moves")
    parser.add_argument("--seed", metavar="TEXT", default="0", help="draws the cards")
    parser.add_argument("--starts", metavar="D1=13,…", help="start stations that are not drawn")
    parser.add_argument("--position", metavar="FILE", help="count from a position, a JSON file")


def _add_arena(parser: ArgumentParser) -> None:
    parser.description = (
        "Let computer players play series against each other. WHO is a player such as greedy, with "
        "a limit of its own greedy@100ms, a class py:my_module:MyPlayer, or a program: "
        "'cmd:./their-bot'."
    )
    parser.add_argument("--game", metavar="EDITION", help="what is played, see `misterx rules`")
    _add_own_rules(parser)
    parser.add_argument("--players", metavar="N", type=int, help="how many, Mister X included")
    parser.add_argument(
        "--option",
        metavar="NAME",
        action="append",
        help="a rule that the edition offers, such as voluntary_reveal",
    )
    parser.add_argument("--games", metavar="N", type=int, help="of each series; without it 100")
    parser.add_argument(
        "--one",
        metavar="WHO,…",
        action="append",
        help="who is compared: several play the same deals, one by one",
    )
    parser.add_argument("--others", metavar="WHO", help="who sits in all other seats")
    parser.add_argument(
        "--role", choices=("x", "detective"), help="what the one is dealt; without it both"
    )
    parser.add_argument(
        "--x", metavar="WHO,…", action="append", help="board game: who plays Mister X"
    )
    parser.add_argument("--hunters", metavar="WHO", help="board game: who plays the hunters")
    parser.add_argument(
        "--ladder",
        metavar="WHO,…",
        action="append",
        help="board game: everybody against everybody in both roles, with Elo",
    )
    parser.add_argument(
        "--limit",
        metavar="LIMIT",
        help="for each move of who has no limit of its own: 100ms, 2s or 500it",
    )
    parser.add_argument("--seed", metavar="TEXT", default="0", help="the same text: the same deals")
    parser.add_argument(
        "--sprt",
        metavar="P:P",
        help="stop once it can be told which of two shares is nearer to the truth, such as 50:53",
    )
    parser.add_argument("--workers", metavar="N", type=int, help="processes; without it every core")
    parser.add_argument(
        "--save", metavar="FILE", help="keep the results there; the same command goes on with them"
    )
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    parser.add_argument("--picture", metavar="FILE", help="draw the table too: a .png or .svg file")


def _add_bot(parser: ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help="a computer player, such as greedy, or with a limit greedy@1s"
    )


def _add_calibrate(parser: ArgumentParser) -> None:
    parser.add_argument("cells", metavar="CELL", nargs="*", help="such as C7; without any: all")
    parser.add_argument(
        "--games", metavar="N", type=int, help="of each cell; without it as many as it takes"
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        default="calibration.jsonl",
        help="where games are kept; the same command again goes on there: calibration.jsonl",
    )
    parser.add_argument("--workers", metavar="N", type=int, help="threads; without it every core")
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")
