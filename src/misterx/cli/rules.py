"""`misterx rules`: what an edition is, and how the editions differ."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from misterx.chase import Edition, edition_names, load_edition
from misterx.cli.facts import differences, facts
from misterx.cli.output import console_for
from misterx.cli.sources import find_rules

__all__ = ["main"]

_LABEL_WIDTH = 21
_COLUMN_WIDTH = 26
_FAMILY = 8
"""With up to so many differences an edition is compared; with the nearest one always."""


def main(args: Namespace) -> int:
    """Print one edition, or all of them side by side."""
    console = console_for()
    printed = {name: load_edition(name) for name in edition_names()}
    if args.edition is None and args.rules is None:
        for part in _all(printed, console):
            console.print(part)
        return 0
    edition = find_rules(args.edition, args.rules).data
    name = edition.name or Path(args.rules).stem
    for part in _one(name, edition, printed):
        console.print(part)
    return 0


def _one(name: str, edition: Edition, printed: Mapping[str, Edition]) -> Sequence[RenderableType]:
    """One edition's table, and what differs from its nearest relatives."""
    table = _table(_title(name, edition), show_header=False)
    table.add_column(style="bold", width=_LABEL_WIDTH)
    table.add_column()
    for label, text in facts(edition).items():
        table.add_row(label, text)
    parts: list[RenderableType] = [table]
    for relative in _nearest(name, edition, printed):
        found = differences(edition, printed[relative])
        if len(found) > _FAMILY and len(parts) > 1:
            break
        if not found:
            parts.append(Text(f"\nNo different from {relative}."))
            continue
        compared = _table(f"Compared with {relative}")
        compared.add_column(style="bold", width=_LABEL_WIDTH)
        compared.add_column(name, ratio=1)
        compared.add_column(relative, ratio=1)
        for label, (mine, other) in found.items():
            compared.add_row(label, mine, other)
        parts += [Text(), compared]
    return parts


def _all(printed: Mapping[str, Edition], console: Console) -> Sequence[RenderableType]:
    """All editions side by side, as many in a row as the terminal is wide, and their kinship."""
    described = {name: facts(edition) for name, edition in printed.items()}
    names = list(printed)
    most = max(1, (console.width - _LABEL_WIDTH) // _COLUMN_WIDTH)
    groups = -(-len(names) // most)
    share = -(-len(names) // groups)
    parts: list[RenderableType] = []
    for first in range(0, len(names), share):
        group = names[first : first + share]
        table = _table("The editions" if not first else None)
        table.add_column(style="bold", width=_LABEL_WIDTH)
        for name in group:
            table.add_column(name, ratio=1)
        for label in described[names[0]]:
            table.add_row(label, *(described[name][label] for name in group))
        parts += [table, Text()]
    kinship = _table("How they are related")
    for heading in ("edition", "nearest to", "where they differ"):
        kinship.add_column(heading, no_wrap=heading != "where they differ")
    for name, edition in printed.items():
        for relative in _nearest(name, edition, printed)[:1]:
            found = differences(edition, printed[relative])
            kinship.add_row(name, relative, ", ".join(found) or "nothing")
    parts.append(kinship)
    parts.append(Text("\n`misterx rules EDITION` tells more about one of them.", style="dim"))
    return parts


def _nearest(name: str, edition: Edition, printed: Mapping[str, Edition]) -> list[str]:
    """The other editions, the most alike first."""
    others = [other for other in printed if other != name]
    return sorted(others, key=lambda other: len(differences(edition, printed[other])))


def _title(name: str, edition: Edition) -> str:
    return name if edition.name else f"{name}, an edition of your own"


def _table(title: str | None, *, show_header: bool = True) -> Table:
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        expand=True,
        show_header=show_header,
    )
