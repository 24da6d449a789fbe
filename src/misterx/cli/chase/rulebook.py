"""The editions of the board game: one of them, or all side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from misterx.chase import Chase, Edition, edition_names, load_edition
from misterx.cli.chase import facts as in_words
from misterx.cli.chase.facts import OPTIONS, differences, facts
from misterx.cli.output import LABEL_WIDTH, page_table

__all__ = ["in_one_line", "options", "overview", "page"]

_COLUMN_WIDTH = 26
_FAMILY = 8
"""With up to so many differences an edition is compared; with the nearest one always."""


def in_one_line(rules: Chase) -> str:
    """What is most particular about an edition, short enough for a menu."""
    return in_words.in_one_line(rules.data)


def options(rules: Chase) -> dict[str, str]:
    """The optional rules that may be agreed on; those that are usual are not asked about."""
    return {name: OPTIONS[name] for name, usual in rules.data.options.items() if not usual}


def page(rules: Chase, name: str) -> Sequence[RenderableType]:
    """One edition's table, and what differs from its nearest relatives."""
    printed = _printed()
    edition = rules.data
    table = page_table(_title(name, edition), show_header=False)
    table.add_column(style="bold", width=LABEL_WIDTH)
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
        compared = page_table(f"Compared with {relative}")
        compared.add_column(style="bold", width=LABEL_WIDTH)
        compared.add_column(name, ratio=1)
        compared.add_column(relative, ratio=1)
        for label, (mine, other) in found.items():
            compared.add_row(label, mine, other)
        parts += [Text(), compared]
    return parts


def overview(width: int) -> Sequence[RenderableType]:
    """All editions side by side, as many in a row as the terminal is wide, and their kinship."""
    printed = _printed()
    described = {name: facts(edition) for name, edition in printed.items()}
    names = list(printed)
    most = max(1, (width - LABEL_WIDTH) // _COLUMN_WIDTH)
    groups = -(-len(names) // most)
    share = -(-len(names) // groups)
    parts: list[RenderableType] = []
    for first in range(0, len(names), share):
        group = names[first : first + share]
        table = page_table("The board game: its editions" if not first else None)
        table.add_column(style="bold", width=LABEL_WIDTH)
        for name in group:
            table.add_column(name, ratio=1)
        for label in described[names[0]]:
            table.add_row(label, *(described[name][label] for name in group))
        parts += [table, Text()]
    kinship = page_table("How they are related")
    for heading in ("edition", "nearest to", "where they differ"):
        kinship.add_column(heading, no_wrap=heading != "where they differ")
    for name, edition in printed.items():
        for relative in _nearest(name, edition, printed)[:1]:
            found = differences(edition, printed[relative])
            kinship.add_row(name, relative, ", ".join(found) or "nothing")
    return [*parts, kinship]


def _nearest(name: str, edition: Edition, printed: Mapping[str, Edition]) -> list[str]:
    """The other editions, the most alike first."""
    others = [other for other in printed if other != name]
    return sorted(others, key=lambda other: len(differences(edition, printed[other])))


def _printed() -> dict[str, Edition]:
    return {name: load_edition(name) for name in edition_names()}


def _title(name: str, edition: Edition) -> str:
    return name if edition.name else f"{name}, an edition of your own"
