"""Entries as rows: what stands in the columns, and what a forgotten guest leaves of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Row

from misterx.server.entry import Body, Entry, GuestId, TableId
from misterx.server.store.base import DamagedEntry

__all__ = ["entry_of", "note_of", "redacted", "row_of", "text_of"]

_TEXTS: Final = {"about": "?", "name": "", "names": "", "text": ""}
"""Keys of a body under which stands what a guest has written, and what is put in its place.

Nobody can write a note about "?", while an empty `about` would stand for another note.
"""
_TITLES: Final = frozenset({"title"})
"""The same, of what may not be empty: it is left out."""

# One for all: json.dumps makes a new one for each call with these settings. As UTF-8 most texts
# take a third or half of what they take in ASCII with escapes, as older versions wrote them.
text_of: Final = json.JSONEncoder(
    separators=(",", ":"), check_circular=False, ensure_ascii=False
).encode
"""A JSON value as compact text."""


def row_of(table: TableId, entry: Entry) -> dict[str, str | int | None]:
    """The columns of an entry; raises `ValueError` for texts that not every database can hold."""
    plain = f"{table}{entry.kind}{entry.author}{entry.request}"
    if b"\0" in plain.encode():  # which also raises, for half a letter
        raise ValueError("an entry's table, kind, author and request hold no null")
    body, after = text_of(entry.body), text_of(entry.after)
    (body + after).encode()  # raises for half a letter too
    return {
        "table_id": table,
        "seq": entry.seq,
        "ms": entry.ms,
        "spent": entry.spent,
        "kind": entry.kind,
        "author": entry.author,
        "request": entry.request,
        "body": body,
        "after": after,
    }


def entry_of(row: Row[Any]) -> Entry:
    """The entry in a row of `entries`, whose columns may stand anywhere in it.

    Raises:
        DamagedEntry: If a column does not hold what was written there.
    """
    seq = row.seq
    try:
        # A SQLite file can hold bytes that are not UTF-8: they are read as lone surrogates.
        f"{row.kind}{row.author}{row.request}{row.body}{row.after}".encode()
        entry = Entry(
            seq=seq,
            ms=row.ms,
            spent=row.spent,
            kind=row.kind,
            author=row.author,
            request=row.request,
            body=json.loads(row.body),
            after=json.loads(row.after),
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise DamagedEntry(f"{_named(seq)} cannot be read ({type(error).__name__})") from None
    kinds = ((entry.body, dict), (entry.after, dict), (entry.kind, str), (entry.author, str))
    numbers = ((seq, int), (entry.ms, int), (entry.spent, int))
    if not all(isinstance(value, kind) for value, kind in (*kinds, *numbers)):
        raise DamagedEntry(f"{_named(seq)} cannot be read (a wrong type)")
    return entry


def _named(seq: object) -> str:
    return f"entry {seq}" if isinstance(seq, int) else "an entry"


def note_of(body: Body) -> tuple[object, object]:
    """What a note is about, and who may read it: a later one with the same takes its place."""
    return body.get("about"), body.get("team") or body.get("seat")


def redacted(body: Body, guest: GuestId, *, is_author: bool) -> dict[str, object]:
    """A body without what a guest is called, and, if it is his, without what he wrote.

    A seat that names its guest keeps its name if that is somebody else, whoever wrote it down.

    >>> redacted({"seat": "X", "name": "Anna", "text": "ha"}, "g1", is_author=True)
    {'seat': 'X', 'name': '', 'text': ''}
    >>> redacted({"seat": "X", "about": "46", "text": "ha"}, "g1", is_author=True)
    {'seat': 'X', 'about': '?', 'text': ''}
    >>> redacted({"plan": {"title": "Anna's", "players": 3}}, "g1", is_author=True)
    {'plan': {'players': 3}}
    >>> redacted({"seats": {"X": {"guest": "g1", "name": "Anna"}}}, "g1", is_author=False)
    {'seats': {'X': {'guest': 'g1', 'name': ''}}}
    >>> redacted({"seats": {"X": {"guest": "g2", "name": "Ben"}}}, "g1", is_author=True)
    {'seats': {'X': {'guest': 'g2', 'name': 'Ben'}}}
    """
    return {
        key: _redacted(value, guest, is_author, _TEXTS.get(key))
        for key, value in body.items()
        if not (is_author and key in _TITLES)
    }


def _redacted(value: object, guest: GuestId, is_author: bool, blank: str | None) -> object:
    """A value without the same; `blank` is put in the place of a text, None: it stays."""
    if isinstance(value, Mapping):
        is_his = value["guest"] == guest if "guest" in value else is_author
        return {
            key: _redacted(inner, guest, is_his, _TEXTS.get(key, blank))
            for key, inner in value.items()
            if not (is_his and key in _TITLES)
        }
    if isinstance(value, list | tuple):
        return [_redacted(inner, guest, is_author, blank) for inner in value]
    return blank if is_author and blank is not None and isinstance(value, str) else value
