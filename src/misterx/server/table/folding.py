"""How a table follows from its log: one entry after the other, nothing else.

Entries are facts: whatever could be refused was refused before they were written. Reading a log
again gives the same table, in this process or another, today or after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from misterx.core import SPECTATOR, AnyRules, Event, Reason, Seat, Viewpoint
from misterx.server.entry import Body, Entry, TableId
from misterx.server.table.clocks import Clocks
from misterx.server.table.plan import Plan, beginning
from misterx.server.table.state import (
    Ask,
    ChatLine,
    Line,
    Mark,
    Note,
    Phase,
    Place,
    Table,
    Until,
    Who,
)

__all__ = [
    "after",
    "fold",
    "follow",
    "mark_in",
    "note_in",
    "opened",
    "place_from_json",
    "place_to_json",
    "seats_after",
]

_TALK = frozenset({"chat", "note", "mark"})
_MOST_CHAT = 200
"""Lines of talk that a table keeps at hand; the log has all."""


def opened(table: TableId, entry: Entry, uptime_ms: int = 0) -> Table:
    """The table that a first entry opens; `uptime_ms` then, if the entry does not say it."""
    body = entry.body
    plan = Plan.model_validate(body["plan"])
    version = cast(int, body["rules_version"])
    game = beginning(plan, version)
    viewpoints = {game.rules.viewpoint(seat) for seat in game.seats}
    return Table(
        id=table,
        at=entry.seq,
        ms=entry.ms,
        uptime_ms=cast(int, body.get("uptime", uptime_ms)),
        plan=plan,
        rules_version=version,
        host=entry.author,
        rules=game.rules,
        header=game.header,
        seats=_seats(body["seats"]),
        phase=Phase.LOBBY,
        first=game.state,
        ended=None,
        line=None,
        clocks=Clocks.full(plan.clock, sorted(viewpoints)),
    )


def fold(table: Table, entry: Entry, line: Line | None = None) -> Table:
    """The table after one more entry; `line` is what a move leads to, where that is known."""
    charged = table.clocks.charge(table.running, entry.spent)
    uptime_ms = table.uptime_ms + entry.spent
    table = replace(table, at=entry.seq, ms=entry.ms, uptime_ms=uptime_ms, clocks=charged)
    if line is not None:
        return _moved(table, line)
    table = _FOLDS[entry.kind](table, entry)
    if entry.kind in _TALK:
        return replace(table, talk_bytes=table.talk_bytes + _talk_bytes(entry))
    return table


def _talk_bytes(entry: Entry) -> int:
    text, stations = entry.body.get("text", ""), entry.body.get("stations", ())
    return len(str(text).encode("utf-8", "replace")) + 5 * len(cast(Sequence[int], stations))


def follow(table: Table, entry: Entry) -> Table:
    """The table after an entry that was read; raises `ValueError` if entries before it are missing.

    An entry that does not fit the table raises whatever it comes to.
    """
    if entry.seq != table.at + 1:
        raise ValueError(f"entry {table.at + 1} is missing")
    return fold(table, entry)


def seats_after(seating: Sequence[Entry]) -> dict[Seat, Place]:
    """Who sits where, out of the entries that tell it."""
    seats: dict[Seat, Place] = {}
    for entry in seating:
        if entry.kind == "seat":
            seats[Seat(str(entry.body["seat"]))] = place_from_json(cast(Body, entry.body["place"]))
        else:
            seats = _seats(entry.body["seats"])
    return seats


def after(table: Table) -> Body:
    """What everybody may know of a table at a glance, for lists of games."""
    outcome = table.outcome
    return {
        "phase": str(table.phase),
        "to_act": list(table.to_act),
        "paused": table.is_paused,
        **({"closed": True} if table.is_closed else {}),
        "outcome": None if outcome is None else [outcome.winner, str(outcome.reason)],
        **({} if outcome is None else {"rounds": _length(table)}),
    }


def _length(table: Table) -> object:
    """How long a game has taken: the round of a chase, the turn of a card game."""
    view = table.rules.view(table.rules.observe(table.state, SPECTATOR))
    return view["round"] if "round" in view else view["turn"]


# --- one function for each kind of entry ---------------------------------------------------


def _seat(table: Table, entry: Entry) -> Table:
    seat = Seat(str(entry.body["seat"]))
    place = place_from_json(cast(Body, entry.body["place"]))
    before = table.seats[seat].guest
    table = replace(table, seats={**table.seats, seat: place})
    if "link" in entry.body:
        table = replace(table, links=table.links | {str(entry.body["link"])})
    if entry.body.get("why") == "moved" and before == table.host and not table.seats_of(before):
        table = replace(table, host=entry.author)
    if table.ask is None:
        return table
    if table.ask.of == seat:  # it is settled, whoever did it
        return replace(table, ask=None)
    # What was asked of somebody is asked of the device that his seat has moved to; who is played
    # for by a computer player is asked nothing.
    waiting = table.ask.waiting
    if before in waiting and place.guest is not None:
        waiting |= {place.guest}
    waiting &= table.people()
    return replace(table, ask=replace(table.ask, waiting=waiting) if waiting else None)


def _start(table: Table, entry: Entry) -> Table:
    table = replace(table, phase=Phase.PLAYING, seats=_seats(entry.body["seats"]))
    for text in cast(list[str], entry.body["entries"]):
        table = replace(table, line=_played(table, text, None))
    result = entry.body.get("result")
    if result is not None:
        winner, reason = cast(list[str], result)
        table = _end(table, winner, Reason(reason))
    return _settle(table)


def _move(table: Table, entry: Entry) -> Table:
    seat = Seat(str(entry.body["seat"]))
    return _moved(table, _played(table, str(entry.body["move"]), seat))


def _moved(table: Table, line: Line) -> Table:
    rules = table.rules
    clocks = table.clocks
    if line.seat is not None and clocks.left:
        choice_open = rules.silence(line.state) is not None
        clocks = clocks.moved(rules.viewpoint(line.seat), choice_open=choice_open)
    return _settle(replace(table, line=line, ask=None, clocks=clocks))


def _ask(table: Table, entry: Entry) -> Table:
    waiting = frozenset(cast(list[str], entry.body["waiting"]))
    of = entry.body.get("of")
    ask = Ask(
        str(entry.body["what"]),
        Seat(str(entry.body["seat"])),
        waiting,
        None if of is None else Seat(str(of)),
    )
    return replace(table, ask=ask)


def _answer(table: Table, entry: Entry) -> Table:
    if table.ask is None or not entry.body["yes"]:
        return replace(table, ask=None)
    waiting = table.ask.waiting - {entry.author}
    return replace(table, ask=replace(table.ask, waiting=waiting))


def _undo_to(table: Table, entry: Entry) -> Table:
    line = table.line
    while line is not None and line.length > cast(int, entry.body["length"]):
        line = line.before
    return _settle(replace(table, line=line, ask=None))


def _pause(table: Table, entry: Entry) -> Table:
    return replace(table, is_paused=bool(entry.body["on"]), ask=None)


def _resign(table: Table, entry: Entry) -> Table:
    return _end(table, str(entry.body["winner"]), Reason.RESIGNED)


def _flag(table: Table, entry: Entry) -> Table:
    """Somebody's time is over: the game is, or a computer player moves for him."""
    who = Viewpoint(str(entry.body["who"]))
    if "winner" in entry.body:
        return _end(table, str(entry.body["winner"]), Reason.TIME)
    until = Until.END if table.plan.clock.kind == "bank" else Until.TURN
    player = str(entry.body["player"])
    seats = {
        seat: replace(place, player=player, until=until)
        if place.is_played_by_person
        and table.rules.viewpoint(seat) == who
        and (until is Until.END or seat in table.to_act)
        else place
        for seat, place in table.seats.items()
    }
    return replace(table, seats=seats, clocks=table.clocks.refilled(who))


def _chat(table: Table, entry: Entry) -> Table:
    to, seat = entry.body.get("to"), Seat(str(entry.body["seat"]))
    line = ChatLine(
        entry.seq,
        entry.ms,
        seat,
        table.seats[seat].name,
        None if to is None else Viewpoint(str(to)),
        str(entry.body["text"]),
    )
    return replace(table, chat=(*table.chat, line)[-_MOST_CHAT:])


def _note(table: Table, entry: Entry) -> Table:
    """A note takes the place of the one about the same thing for the same reader."""
    note = note_in(entry)
    mine = dict(table.notes.get(note.reader, {}))
    mine.pop(note.about, None)
    if note.text:
        mine[note.about] = note
    return replace(table, notes={**table.notes, note.reader: mine})


def _mark(table: Table, entry: Entry) -> Table:
    """Marks take the place of those on the same stations for the same reader."""
    mark, stations = mark_in(entry)
    mine = table.marks.get(mark.reader, {})
    if mark.sign:
        mine = {**mine, **dict.fromkeys(stations, mark)}
    else:
        gone = frozenset(stations)
        mine = {station: old for station, old in mine.items() if station not in gone}
    return replace(table, marks={**table.marks, mark.reader: mine})


def _call(table: Table, entry: Entry) -> Table:
    return replace(table, called=table.rules.viewpoint(Seat(str(entry.body["seat"]))))


def _rematch(table: Table, entry: Entry) -> Table:
    turned = bool(entry.body.get("turned", True))  # older entries have nothing about it
    return replace(table, rematch=str(entry.body["table"]), rematch_turned=turned)


def _close(table: Table, _entry: Entry) -> Table:
    """Nobody is to act any more, so that no clock runs and no computer player thinks."""
    return replace(table, is_closed=True, is_paused=False, called=None, ask=None, to_act=())


_FOLDS: Mapping[str, Callable[[Table, Entry], Table]] = {
    "seat": _seat,
    "start": _start,
    "move": _move,
    "ask": _ask,
    "answer": _answer,
    "undo_to": _undo_to,
    "pause": _pause,
    "resign": _resign,
    "flag": _flag,
    "chat": _chat,
    "note": _note,
    "mark": _mark,
    "call": _call,
    "rematch": _rematch,
    "close": _close,
}


# --- what they have in common --------------------------------------------------------------


def _played(table: Table, text: str, seat: Seat | None) -> Line:
    """The line after one more entry of the record, what chance adds to it included."""
    rules: AnyRules = table.rules
    state: Any = table.state
    events: tuple[Event, ...] = ()
    for part in text.split(" = "):
        step = rules.apply(state, rules.parse(part))
        state, events = step.state, (*events, *step.events)
    return table.line_with(text, seat, state, events)


def _settle(table: Table) -> Table:
    """A game that the rules have ended is over; whose turn is over is himself again."""
    rules, state = table.rules, table.state
    if rules.outcome(state) is not None:
        return replace(table, phase=Phase.OVER, called=None, ask=None, to_act=())
    to_act = rules.to_act(state)
    acting = {rules.viewpoint(seat) for seat in to_act}
    called = table.called if table.called in acting else None
    back = {
        seat: replace(place, player=None, until=None)
        for seat, place in table.seats.items()
        if place.until is Until.TURN and seat not in to_act
    }
    seats = {**table.seats, **back} if back else table.seats
    return replace(table, seats=seats, called=called, to_act=to_act, turn=table.at)


def _end(table: Table, winner: str, reason: Reason) -> Table:
    ended = table.rules.concede(table.state, winner, reason)
    return replace(table, phase=Phase.OVER, ended=ended, ask=None, is_paused=False, to_act=())


def note_in(entry: Entry) -> Note:
    """Return the note that an entry writes or takes away."""
    body: Any = entry.body
    return Note(body["about"], body["text"], Seat(body["seat"]), body.get("team"))


def mark_in(entry: Entry) -> tuple[Mark, Sequence[int]]:
    """Return the mark that an entry puts on the map or takes away, and the stations."""
    body: Any = entry.body
    return Mark(body["sign"], Seat(body["seat"]), body["team"]), body["stations"]


def _seats(places: object) -> dict[Seat, Place]:
    return {
        Seat(seat): place_from_json(place) for seat, place in cast(dict[str, Body], places).items()
    }


def place_from_json(data: Body) -> Place:
    """A place as the log has it."""
    return Place(
        who=Who(str(data["who"])),
        guest=cast(str | None, data.get("guest")),
        name=cast(str | None, data.get("name")),
        player=cast(str | None, data.get("player")),
        until=Until(str(data["until"])) if "until" in data else None,
    )


def place_to_json(place: Place) -> dict[str, object]:
    """A place for the log, without what says nothing."""
    said = {
        "who": str(place.who),
        "guest": place.guest,
        "name": place.name,
        "player": place.player,
        "until": place.until and str(place.until),
    }
    return {key: value for key, value in said.items() if value is not None}
