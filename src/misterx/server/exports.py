"""A running game as a file: only what a seat may know. The record is for its end."""

from __future__ import annotations

from misterx.server.table.showing import Eye, Shown, eyes, game_shown
from misterx.server.table.state import Phase, Table

__all__ = ["export"]


def export(table: Table, eye: Eye) -> Shown | None:
    """The view of a seat, as JSON; None before the game has started."""
    if table.phase is Phase.LOBBY:
        return None
    return {
        "misterx": "view",
        "table": table.id,
        "at": table.at,
        "seen_by": eyes(table, eye),
        "view": game_shown(table, eye)["view"],
    }
