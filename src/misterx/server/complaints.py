"""What is wrong with a message, in one sentence, without repeating what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["complaint"]

_MOST = 3
_LONGEST = 300


def complaint(errors: Sequence[Mapping[str, Any]]) -> str:
    """A sentence for the errors that pydantic lists: where, and what should be there."""
    said = [f"{_place(error['loc'])}{error['msg']}" for error in errors[:_MOST]]
    more = len(errors) - _MOST
    if more > 0:
        said.append(f"and {more} more")
    return "; ".join(said)[:_LONGEST]


def _place(loc: Sequence[object]) -> str:
    """Where an error is, such as `seats.X.who: `; nothing for the message as a whole."""
    parts = [str(part)[:40] for part in loc if part not in ("body", "path", "query")]
    return ".".join(parts) + ": " if parts else ""
