"""One line of a table's log: the only thing a table is made of, and the only thing it writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = ["Body", "Entry", "GuestId", "TableId"]

TableId: TypeAlias = str
"""The address of a table, which is also the short code that people type to join it."""

GuestId: TypeAlias = str
"""Somebody's identity: random, public, no secret. The secret is the token in their cookie."""

Body: TypeAlias = Mapping[str, object]
"""What an entry says, as JSON."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened at a table. Entries are numbered from 1 without a gap."""

    seq: int
    ms: int
    """When, in milliseconds since 1970, for people. It may jump with the time of day."""
    spent: int
    """How long since the entry before, in milliseconds, for clocks: as long as servers ran."""
    kind: str
    author: str
    """The guest whose doing it was; `server` for clocks and computer players."""
    request: str | None
    """The id that the author's client gave its request, so that a resend is known again."""
    body: Body = field(default_factory=dict)
    after: Body = field(default_factory=dict)
    """What everybody may know of the table after it: its phase and who is to act."""
