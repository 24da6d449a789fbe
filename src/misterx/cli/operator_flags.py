"""The flags of the commands for whoever runs servers: `tables`, `drain` and `bans`."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable

__all__ = ["AddSettings", "add_bans"]

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
