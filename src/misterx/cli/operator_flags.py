"""The flags of the commands for whoever runs servers: `tables`, `drain` and `bans`."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable

__all__ = ["AddSettings", "add_bans", "add_drain", "add_tables"]

AddSettings = Callable[[ArgumentParser], None]
"""Gives a parser the flags that name the database."""


class _Actions:
    """The actions of a command, each with its own help."""

    def __init__(self, parser: ArgumentParser, settings: AddSettings, *examples: str) -> None:
        parser.epilog = examples_text(*examples)
        parser.formatter_class = RawDescriptionHelpFormatter
        self._added = parser.add_subparsers(
            dest="action", metavar="ACTION", required=True, title="actions"
        )
        self._settings = settings

    def add(self, name: str, summary: str, *examples: str) -> ArgumentParser:
        """Add an action; the examples end its help."""
        added = self._added.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=examples_text(*examples),
            formatter_class=RawDescriptionHelpFormatter,
        )
        self._settings(added)
        return added


def examples_text(*examples: str) -> str:
    """Return the end of a help."""
    head = "example:" if len(examples) == 1 else "examples:"
    return "\n".join((head, *(f"  misterx {example}" for example in examples)))


def _json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (default: text)")


def add_tables(parser: ArgumentParser, settings: AddSettings) -> None:
    """Give `misterx tables` its actions."""
    actions = _Actions(parser, settings, "tables list", "tables announce 'Restart at 22:00'")
    listed = actions.add(
        "list",
        "list tables, the latest first: no names, no titles, nothing of the games",
        "tables list --phase playing",
        "tables list --limit 1000 --json",
    )
    _json(listed)
    listed.add_argument(
        "--phase",
        metavar="PHASE",
        choices=("lobby", "playing", "over", "closed", "damaged"),
        help="only tables that are lobby, playing, over, closed or damaged (default: all)",
    )
    listed.add_argument(
        "--limit", metavar="N", type=int, default=100, help="look at so many tables (default: 100)"
    )
    show = actions.add(
        "show",
        "show the facts of a table: counts, times and size; who is to act if spectators may know",
        "tables show ABCD2345",
    )
    show.add_argument("table", metavar="TABLE", help="the code of the table, as in its address")
    _json(show)
    close = actions.add(
        "close",
        "end a table for good: its people are told, its record stays, nothing more is taken",
        "tables close ABCD2345",
    )
    close.add_argument("table", metavar="TABLE", help="the code of the table, as in its address")
    _json(close)
    announce = actions.add(
        "announce",
        "show a text to everybody who is connected; it takes the place of the one before",
        "tables announce 'Restart at 22:00' --until 22:00",
        "tables announce --end",
    )
    announce.add_argument(
        "text", metavar="TEXT", nargs="?", help="one line of at most 300 letters, shown as it is"
    )
    announce.add_argument(
        "--until", metavar="TIME", help="show it until then, such as 22:00 or '2026-11-19 22:00'"
    )
    announce.add_argument(
        "--for", dest="for_", metavar="TIME", help="show it for so long, such as 2h (default: 24h)"
    )
    announce.add_argument("--end", action="store_true", help="end the announcement")
    _json(announce)


def add_drain(parser: ArgumentParser, settings: AddSettings) -> None:
    """Give `misterx drain` its flags."""
    parser.description = (
        "Begin no more games at the servers that run now, tell everybody, and wait until nobody "
        "plays: then the servers can be stopped. Games that go on are not disturbed, and /readyz "
        "answers 503. A server that is started later takes new games."
    )
    parser.epilog = examples_text("drain --for 2h", "drain --end")
    parser.formatter_class = RawDescriptionHelpFormatter
    settings(parser)
    parser.add_argument(
        "--for",
        dest="for_",
        metavar="TIME",
        help="end the drain after this time, such as 30m or 2h (default: 12h)",
    )
    parser.add_argument(
        "--no-wait", action="store_true", help="do not wait (default: until nobody plays)"
    )
    parser.add_argument("--end", action="store_true", help="let games begin again")


def add_bans(parser: ArgumentParser, settings: AddSettings) -> None:
    """Give `misterx bans` its actions."""
    actions = _Actions(parser, settings, "bans add 192.0.2.7 --for 7d", "bans list")
    _json(actions.add("list", "list the banned networks", "bans list --json"))
    add = actions.add(
        "add",
        "ban an address or a network; servers that run refuse it within seconds",
        "bans add 192.0.2.7 --for 7d --reason 'floods the lobby'",
        "bans add 2001:db8::/48",
    )
    add.add_argument(
        "network", metavar="NETWORK", help="such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"
    )
    add.add_argument(
        "--reason", metavar="TEXT", help="a note for operators, never sent (default: none)"
    )
    add.add_argument(
        "--for",
        dest="for_",
        metavar="TIME",
        help="end the ban after this time, such as 12h or 7d (default: when it is removed)",
    )
    add.add_argument(
        "--yes",
        action="store_true",
        help="ban this computer itself or a trusted proxy (default: refuse to)",
    )
    remove = actions.add("remove", "lift the ban of a network", "bans remove 192.0.2.7")
    remove.add_argument("network", metavar="NETWORK", help="as `misterx bans list` shows it")
