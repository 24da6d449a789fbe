"""`misterx rules`: what an edition is, and how the editions differ."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from misterx.cli.games import rulebook_of
from misterx.cli.output import console_for
from misterx.cli.sources import find_rules
from misterx.core.registry import game_of, games

__all__ = ["main"]


def main(args: Namespace) -> int:
    """Print one edition, or all of them."""
    console = console_for()
    for part in _parts(args, console.width):
        console.print(part)
    return 0


def _parts(args: Namespace, width: int) -> Iterator[RenderableType]:
    if args.edition is None and args.rules is None:
        for game in games():
            yield from rulebook_of(game).overview(width)
            yield Text()
        yield Text("`misterx rules EDITION` tells more about one of them.", style="dim")
        return
    rules = find_rules(args.edition, args.rules)
    name = rules.edition or Path(args.rules).stem
    yield from rulebook_of(game_of(rules)).page(rules, name)
