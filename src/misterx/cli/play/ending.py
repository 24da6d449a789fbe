"""The last screen of any game begins alike."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from misterx.cli.words import ending, winner
from misterx.core import Game

__all__ = ["last_words"]


def last_words(game: Game) -> Iterator[RenderableType]:
    """That the game is over, why, and who has won."""
    outcome = game.outcome
    assert outcome is not None, "it is over"
    yield Rule("The game is over", style="dim", align="left")
    yield Text(f"{ending(outcome)} {winner(outcome)}", style="bold")
