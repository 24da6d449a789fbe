"""What each seat gets to see of a table: whole, as a snapshot, or entry by entry, as frames.

Everything is listed, nothing is copied and cut: the game through `rules.observe`, talk by whom it
is addressed to. There is one frame for every entry and everybody, empty where nothing may be seen,
so that neither numbers nor gaps tell anything. A frame depends on nothing but the log.
"""

from __future__ import annotations

from typing import Any

from misterx.chase import Chase
from misterx.chase.viewpoints import VIEW_X
from misterx.core import SPECTATOR, Event, Seat, Viewpoint, game_of
from misterx.server.entry import Entry
from misterx.server.question import moves_of
from misterx.server.table.deciding import can_undo, hears_of
from misterx.server.table.folding import mark_in, note_in
from misterx.server.table.state import ChatLine, Mark, Note, Phase, Place, Table

__all__ = ["Eye", "Shown", "eyes", "frame", "game_shown", "snapshot", "table_shown"]

Shown = dict[str, Any]
"""A message, or a part of one, as JSON."""

Eye = Seat | None
"""Who looks: a seat, or a spectator."""

_TOLD = ("seat", "why", "who", "yes", "on")
"""What everybody who is told of an entry may know of it: whose doing it was, and what."""
_DEDUCED = ("possible", "suspects")
"""What a view has worked out; left out where the host has switched that off."""


def eyes(table: Table, eye: Eye) -> Viewpoint:
    """The viewpoint of a seat or a spectator."""
    return SPECTATOR if eye is None else table.rules.viewpoint(eye)


def snapshot(table: Table, eye: Eye) -> Shown:
    """All that a seat may know of a table."""
    return {
        "type": "snapshot",
        "at": table.at,
        "ms": table.ms,
        "seat": eye,
        "table": table_shown(table, eye),
        "clock": _clock(table),
        "game": None if table.phase is Phase.LOBBY else game_shown(table, eye),
        "chat": [_chat(line) for line in table.chat if _may_read(table, eye, line.to)],
        "notes": [
            _note(note)
            for notes in table.notes.values()
            for note in notes.values()
            if _may_see(table, eye, note)
        ],
        "marks": [
            _mark(station, mark)
            for marks in table.marks.values()
            for station, mark in marks.items()
            if _may_see(table, eye, mark)
        ],
    }


def frame(before: Table, entry: Entry, now: Table, eye: Eye) -> Shown:
    """What a seat learns by one entry."""
    shown: Shown = {"type": "frame", "at": entry.seq, "ms": entry.ms, "kind": entry.kind}
    if now.clocks.left:
        shown["clock"] = _clock(now)
    if entry.kind == "chat":
        line = now.chat[-1]
        return {**shown, "chat": _chat(line)} if _may_read(now, eye, line.to) else _quiet(shown)
    if entry.kind == "note":
        note = note_in(entry)
        return {**shown, "note": _note(note)} if _may_see(now, eye, note) else _quiet(shown)
    if entry.kind == "mark":
        mark, stations = mark_in(entry)
        if not _may_see(now, eye, mark):
            return _quiet(shown)
        return {**shown, "marks": [_mark(station, mark) for station in stations]}
    if (entry.kind == "ask" and _asked(now, eye) is None) or (
        entry.kind == "answer" and _asked(before, eye) is None
    ):
        return _quiet(shown)
    shown |= {key: entry.body[key] for key in _TOLD if key in entry.body}
    if _has_changed(before, now, eye):
        shown["table"] = table_shown(now, eye)
    if now.line is not before.line or now.phase is not before.phase:
        shown["events"] = _events(before, now, eyes(now, eye))
        shown["game"] = game_shown(now, eye)
    elif _is_stood_in(before, eye) != _is_stood_in(now, eye):
        shown["game"] = game_shown(now, eye)  # its moves are offered to whoever makes them
    elif now.is_closed is not before.is_closed and now.phase is not Phase.LOBBY:
        shown["game"] = game_shown(now, eye)  # nobody is to act any more
    return shown


def game_shown(table: Table, eye: Eye) -> Shown:
    """The game as a seat sees it, with the moves that whoever has the seat may make."""
    rules, state = table.rules, table.state
    view = rules.view(rules.observe(state, eyes(table, eye)))
    if not table.plan.deduction and table.phase is Phase.PLAYING:
        view = {key: value for key, value in view.items() if key not in _DEDUCED}
    to_act = table.to_act
    moves: tuple[str, ...] | None = None
    if eye is not None and eye in to_act and not _is_stood_in(table, eye):
        moves = moves_of(rules, state, eye)
    return {
        "view": view,
        "to_act": to_act,
        "moves": moves,
        "can_undo": eye is not None and not table.is_closed and can_undo(table, eye),
        "last": table.line.seat if table.line else None,
        "danger": _danger(table, eye),
    }


def table_shown(table: Table, eye: Eye) -> Shown:
    """What a seat may know of a table, besides the game."""
    plan = table.plan
    return {
        "id": table.id,
        "title": plan.title,
        "game": game_of(table.rules),
        "edition": plan.edition,
        "players": plan.players,
        "options": plan.options,
        "roles": plan.roles,
        "spectators": plan.spectators,
        "spectator_delay": plan.spectator_delay,
        "deduction": plan.deduction,
        "hints": table.has_hints,
        "from_record": plan.record is not None,
        "clock": plan.clock.model_dump(),
        "phase": table.phase,
        "host": table.seats_of(table.host)[:1],
        "seats": [_place(seat, place) for seat, place in table.seats.items()],
        "paused": table.is_paused,
        "closed": table.is_closed,
        "called": table.called,
        "ask": _ask(table, eye),
        "rematch": table.rematch,
    }


# --- parts ---------------------------------------------------------------------------------


def _is_stood_in(table: Table, eye: Eye) -> bool:
    """Whether a computer player plays a seat at the moment."""
    return eye is not None and table.seats[eye].player is not None


def _danger(table: Table, eye: Eye) -> dict[str, int] | None:
    """Which stations the hunters can reach, for Mister X when it is his turn."""
    rules = table.rules
    is_his_turn = eye in table.to_act and eyes(table, eye) == VIEW_X
    if not (isinstance(rules, Chase) and is_his_turn and table.plan.deduction):
        return None
    return {str(station): count for station, count in sorted(rules.threats(table.state).items())}


def _has_changed(before: Table, now: Table, eye: Eye) -> bool:
    """True if something of the table itself is news to a seat, not only of the game."""
    return (
        now.seats is not before.seats
        or now.phase is not before.phase
        or now.is_paused is not before.is_paused
        or now.is_closed is not before.is_closed
        or _ask(now, eye) != _ask(before, eye)
        or now.called != before.called
        or now.rematch != before.rematch
    )


def _place(seat: Seat, place: Place) -> Shown:
    """A seat as everybody sees it; who a guest is stays between him and the server."""
    return {
        "seat": seat,
        "who": place.who,
        "name": place.name,
        "player": place.player,
        "until": place.until,
    }


def _asked(table: Table, eye: Eye) -> tuple[str, Seat] | None:
    """What is asked and by whom, as far as a seat hears of it."""
    ask = table.ask
    return None if ask is None or not hears_of(ask, table, eye) else (ask.what, ask.seat)


def _ask(table: Table, eye: Eye) -> Shown | None:
    """What is asked, and which seats have not answered."""
    if table.ask is None or _asked(table, eye) is None:
        return None
    waiting = [seat for guest in table.ask.waiting for seat in table.seats_of(guest)]
    shown: Shown = {"what": table.ask.what, "seat": table.ask.seat, "waiting": sorted(waiting)}
    return shown if table.ask.of is None else {**shown, "of": table.ask.of}


def _events(before: Table, now: Table, who: Viewpoint) -> list[Shown]:
    """What a viewpoint is told of the moves that an entry added."""
    told: list[tuple[Event, ...]] = []
    line, known = now.line, before.line.length if before.line else 0
    while line is not None and line.length > known:
        told.append(line.events)
        line = line.before
    return [
        {"kind": event.kind, **event.data}
        for events in reversed(told)
        for event in events
        if who in event.audience
    ]


def _clock(table: Table) -> Shown | None:
    """The clocks as of the last entry; those that run go on from there.

    Every entry charges them, so every frame has them, whatever else it tells.
    """
    if not table.clocks.left:
        return None
    return {
        "left": table.clocks.left,
        "running": sorted(table.running),
        "choice": table.clocks.choice,
    }


def _may_read(table: Table, eye: Eye, to: Viewpoint | None) -> bool:
    """A team's talk is for those who sit in it, never for spectators."""
    return to is None or (eye is not None and table.rules.viewpoint(eye) == to)


def _may_see(table: Table, eye: Eye, kept: Note | Mark) -> bool:
    """A note or mark is for its seat or its team, never for spectators."""
    if eye is None:
        return False
    return kept.seat == eye if kept.team is None else table.rules.viewpoint(eye) == kept.team


def _quiet(shown: Shown) -> Shown:
    """The frame of something that is not for this seat."""
    return {**shown, "kind": "quiet"}


def _chat(line: ChatLine) -> Shown:
    return {
        "at": line.at,
        "ms": line.ms,
        "seat": line.seat,
        "name": line.name,
        "team": line.to is not None,
        "text": line.text,
    }


def _note(note: Note) -> Shown:
    return {
        "about": note.about,
        "text": note.text,
        "seat": note.seat,
        "team": note.team is not None,
    }


def _mark(station: int, mark: Mark) -> Shown:
    return {
        "station": station,
        "sign": mark.sign,
        "seat": mark.seat,
        "team": mark.team is not None,
    }
