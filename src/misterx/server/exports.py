"""A game as a file: the whole record when it is over, and before that only what a seat may know."""

from __future__ import annotations

from misterx.server.table.showing import Eye, Shown, eyes, game_shown
from misterx.server.table.state import Phase, Table

__all__ = ["export"]


def export(table: Table, eye: Eye) -> str | Shown | None:
    """The record's text of a finished game; of a running one the view of a seat, as JSON.

    None before the game has started.
    """
    if table.phase is Phase.LOBBY:
        return None
    if table.phase is Phase.OVER:
        return table.record().to_text()
    return {
        "misterx": "view",
        "table": table.id,
        "at": table.at,
        "seen_by": eyes(table, eye),
        "view": game_shown(table, eye)["view"],
    }
