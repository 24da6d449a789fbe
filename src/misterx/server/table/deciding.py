"""What becomes of a request: one entry for the log, or a refusal. Nothing is changed here.

Every function takes the table as it is, who asks, and what; it answers with the entry's kind and
body. Whoever runs the table gives it a number, a time and a place on disk.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from misterx.bots import LEVELS
from misterx.chase import Chase
from misterx.core import CHANCE, Code, Refused, Seat, Viewpoint
from misterx.server.entry import Body, Entry, GuestId
from misterx.server.table.folding import place_to_json
from misterx.server.table.refusals import No, TableCode, of_law
from misterx.server.table.state import Ask, Line, Phase, Table, Until

__all__ = [
    "OPERATOR",
    "SERVER",
    "STAND_IN",
    "Decision",
    "Draft",
    "answer",
    "ask",
    "ask_to_replace",
    "call",
    "can_undo",
    "chat",
    "close",
    "flag",
    "has_seat",
    "hears_of",
    "is_full",
    "mark",
    "may_play",
    "move",
    "note",
    "resume",
    "stand_in",
]

STAND_IN: Final = LEVELS[-1]
"""The computer player that takes over from a person: the strongest."""

OPERATOR = "operator"
"""The author of what the operator of the server orders."""
SERVER = "server"
"""The author of what clocks and computer players do."""

_MOST_NOTES = 300
_MOST_ENTRIES = 10_000
"""A game has a few hundred; beyond this nothing is taken but moves."""
_MOST_TALK_BYTES = 4_000_000
"""The same of talk, notes and marks."""
_STALE = No(TableCode.STALE, "the game has gone on since; look at it again")
_HARMLESS = frozenset({"move", "chat", "note", "mark", "call", "ask", "answer", "seat"})


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry before it has a number and a time."""

    kind: str
    body: Body
    line: Line | None = None
    """What a move leads to, so that it need not be worked out twice."""


Decision = Draft | No


def close(table: Table) -> Decision | None:
    """End a table for good; None if that was done before."""
    return None if table.is_closed else Draft("close", {})


def has_seat(table: Table, guest: GuestId, seat: Seat) -> No | None:
    """Why somebody may not act for a seat; None when he may."""
    place = table.seats.get(seat)
    if place is None or place.guest != guest:
        return No(TableCode.NOT_SEATED, f"you do not have the seat {seat} at this table")
    return None


def may_play(table: Table, guest: GuestId, seat: Seat) -> No | None:
    """Why somebody may not move for a seat: it is not his, or a computer player plays it."""
    if guest == SERVER:
        if table.seats[seat].player is None:
            return No(TableCode.STALE, "a person plays this seat now")
        return None
    if no := has_seat(table, guest, seat):
        return no
    if table.seats[seat].player is not None:
        return No(TableCode.SEAT_TAKEN, "a computer player plays this seat; take it back first")
    return None


def move(
    table: Table, seat: Seat, text: str, between: Sequence[tuple[Table, Entry]], dice: Random
) -> Decision:
    """A move, made by somebody who had not yet seen the entries `between`, each with its table.

    It holds if nothing came between but talk, and moves of others while he was to act as well.
    """
    if no := _not_playing(table):
        return no
    if table.is_paused:
        return No(TableCode.PAUSED, "the game is paused; somebody has to resume it first")
    if not all(_lets_pass(seen, entry, seat) for seen, entry in between):
        return _STALE
    decision = _checked_move(table, seat, text, dice)
    # Others were quicker, and something else is asked for now: what he was asked for is no more.
    if isinstance(decision, No) and decision.code is Code.NOT_ALLOWED and between:
        return _STALE
    return decision


def _lets_pass(seen: Table, entry: Entry, seat: Seat) -> bool:
    """True if a move that was made before this entry was seen still holds after it."""
    is_his = entry.kind == "move" and entry.body["seat"] == seat
    return seat in seen.to_act and entry.kind in _HARMLESS and not is_his


def _checked_move(table: Table, seat: Seat, text: str, dice: Random) -> Decision:
    """A move that the law allows, with what chance adds to it."""
    rules, state = table.rules, table.state
    try:
        parsed = rules.parse(text)
    except Refused as no:
        return of_law(no)
    if refusal := rules.check(state, seat, parsed):
        return No(refusal.code, refusal.message)
    step = rules.apply(state, parsed)
    text, events = rules.text(parsed), step.events
    while rules.to_act(step.state) == (CHANCE,):
        fallen = rules.draw(step.state, dice)
        step = rules.apply(step.state, fallen)
        text, events = f"{text} = {rules.text(fallen)}", (*events, *step.events)
    line = table.line_with(text, seat, step.state, events)
    return Draft("move", {"seat": seat, "move": text}, line)


def flag(table: Table, elapsed: int, dice: Random) -> Decision | None:
    """What the clock does after so much time since the last entry; None: it has not run out.

    An open choice that may be answered by silence is. Otherwise the game is lost, or a computer
    player moves, as the table has agreed.
    """
    remaining = table.remaining
    if remaining is None or elapsed < remaining:
        return None
    (seat, *_) = (s for s in table.to_act if table.seats[s].is_played_by_person)
    silent = table.rules.silence(table.state)
    if silent is not None:
        return _checked_move(table, seat, table.rules.text(silent), dice)
    late = table.rules.viewpoint(_latest(table))
    if table.plan.clock.on_time == "lose":
        return Draft("flag", {"who": late, "winner": _other_side(table, _latest(table))})
    return Draft("flag", {"who": late, "player": STAND_IN})


def _latest(table: Table) -> Seat:
    """The seat to act with the least time."""
    seats = [seat for seat in table.to_act if table.seats[seat].is_played_by_person]
    return min(seats, key=lambda seat: table.clocks.left[table.rules.viewpoint(seat)])


def ask(table: Table, guest: GuestId, seat: Seat, what: str) -> Decision:
    """To take back one's last move, to pause, or to give up; done at once if nobody minds."""
    if no := _not_playing(table) or is_full(table):
        return no
    # A question that he must not know of cannot be in his way: his takes its place.
    if table.ask is not None and hears_of(table.ask, table, seat):
        return No(TableCode.ALREADY_ASKED, "something has been asked already; answer that first")
    if what == "undo" and (no := _cannot_undo(table, seat)):
        return no
    if what == "pause" and table.is_paused:
        return No(TableCode.PAUSED, "the game is paused already")
    waiting = _whose_consent(table, guest, seat, what)
    if not waiting:
        return _granted(table, what, seat)
    return Draft("ask", {"seat": seat, "what": what, "waiting": sorted(waiting)})


def ask_to_replace(
    table: Table, guest: GuestId, own: Seat, seat: Seat, away: Collection[Seat]
) -> Decision:
    """Ask to let a computer player play for an absent player; done at once if nobody else is here.

    Args:
        table: The table. That the seat may be replaced has been checked.
        guest: The player who asks.
        own: The seat of the player who asks.
        seat: The seat of the absent player.
        away: All seats whose players are absent. They are not asked.
    """
    asked = table.ask
    if asked is not None and asked.of == seat and guest in asked.waiting:
        return answer(table, guest, own, yes=True, away=away)
    here = _people_here(table, away)
    if asked is not None and hears_of(asked, table, own):
        # A question to an absent player, or by one, is never settled.
        is_stuck = asked.seat in away or not asked.waiting <= here
        if not is_stuck:
            return No(TableCode.ALREADY_ASKED, "something has been asked already; answer that")
    waiting = here - {guest}
    if not waiting:
        return stand_in(table, seat)
    body = {"seat": own, "what": "replace", "of": seat, "waiting": sorted(waiting)}
    return Draft("ask", body)


def stand_in(table: Table, seat: Seat, player: str = STAND_IN) -> Draft:
    """Let a computer player play a person's seat until the person takes it back."""
    place = replace(table.seats[seat], player=player, until=Until.BACK)
    return Draft("seat", {"seat": seat, "place": place_to_json(place), "why": "hand"})


def _people_here(table: Table, away: Collection[Seat]) -> frozenset[GuestId]:
    """The people who play and are not absent."""
    here = {place.guest for seat, place in table.seats.items() if seat not in away}
    return table.people() & here


def answer(
    table: Table, guest: GuestId, seat: Seat, *, yes: bool, away: Collection[Seat] = ()
) -> Decision:
    """Consent to what was asked, or not; the one who asked may take it back.

    So may an absent player who is to be replaced and has come back. `away` lists the seats whose
    players are absent.
    """
    asked = table.ask
    if asked is None or not hears_of(asked, table, seat):
        return No(TableCode.NOTHING_ASKED, "nothing is asked at the moment")
    is_of_guest = asked.of is not None and table.seats[asked.of].guest == guest
    withdrawn = not yes and (asked.seat == seat or is_of_guest)
    if guest not in asked.waiting and not withdrawn:
        return No(TableCode.NOTHING_ASKED, "you are not asked, or have answered already")
    if yes and asked.waiting == {guest}:
        if asked.of is None:
            return _granted(table, asked.what, asked.seat)
        if asked.of not in away:
            return No(TableCode.SEAT_TAKEN, "this player is here again and plays on")
        return stand_in(table, asked.of)
    return Draft("answer", {"seat": seat, "yes": yes})


def resume(table: Table, seat: Seat) -> Decision:
    """Go on after a pause; everybody who plays may."""
    if no := _not_playing(table):
        return no
    if not table.is_paused:
        return No(TableCode.NOTHING_ASKED, "the game is not paused")
    return Draft("pause", {"seat": seat, "on": False})


def call(table: Table, seat: Seat) -> Decision | None:
    """Let the computer players of one's own side move before the people; None: they already do."""
    if no := _not_playing(table) or is_full(table):
        return no
    if seat not in table.to_act:
        return No(Code.NOT_YOUR_TURN, "computer players are called in one's own turn")
    if table.called == table.rules.viewpoint(seat):
        return None
    return Draft("call", {"seat": seat})


def chat(table: Table, seat: Seat, text: str, *, team: bool) -> Decision:
    """Something said, to all or to those who see with the same eyes."""
    if no := is_full(table):
        return no
    to = table.rules.viewpoint(seat) if team else None
    if to is not None and (no := _unsettled(table)):
        return no
    if to is not None and len(_team(table, to)) == 1:
        return No(TableCode.NO_TEAM, "nobody is on your side; talk to the table")
    return Draft("chat", {"seat": seat, "to": to, "text": text})


def note(table: Table, seat: Seat, about: str, text: str, *, team: bool) -> Decision | None:
    """A note about something; an empty text takes it away. None: it is so already."""
    if no := _unsettled(table) or is_full(table):
        return no
    to = table.rules.viewpoint(seat) if team else None
    # Notes of others do not count: how many they write is nobody's business.
    mine = table.notes.get(to or seat, {})
    if text == (mine[about].text if about in mine else ""):
        return None
    if text and about not in mine and len(mine) >= _MOST_NOTES:
        return No(TableCode.TOO_MANY, f"you have {_MOST_NOTES} notes; take some away first")
    return Draft("note", {"seat": seat, "about": about, "text": text, "team": to})


def mark(
    table: Table, seat: Seat, stations: Sequence[int], sign: str | None, *, team: bool
) -> Decision | None:
    """A mark on some stations; without a sign they have none any more. None: it is so already."""
    if no := _not_playing(table) or is_full(table):
        return no
    rules = table.rules
    known = rules.data.board.stations if isinstance(rules, Chase) else ()
    if set(stations).difference(known):
        return No(Code.NOT_ALLOWED, "only stations of the map can be marked")
    to = table.rules.viewpoint(seat) if team else None
    mine = table.marks.get(to or seat, {})
    changed = [
        station
        for station in sorted(set(stations))
        if sign != (mine[station].sign if station in mine else None)
    ]
    if not changed:
        return None
    return Draft("mark", {"seat": seat, "stations": changed, "sign": sign, "team": to})


# --- what they have in common --------------------------------------------------------------


def _unsettled(table: Table) -> No | None:
    """In the lobby seats change hands, and what is for one of them goes to whoever has it then."""
    if table.phase is Phase.LOBBY:
        return No(TableCode.NOT_STARTED, "the game has not started")
    return None


def _not_playing(table: Table) -> No | None:
    if no := _unsettled(table):
        return no
    if table.phase is Phase.OVER:
        return No(Code.GAME_OVER, "the game is over")
    return None


def is_full(table: Table) -> No | None:
    """Why no more talk is taken; None while it is."""
    if table.at < _MOST_ENTRIES and table.talk_bytes < _MOST_TALK_BYTES:
        return None
    return No(TableCode.TOO_MANY, "this table has heard enough; only moves are taken now")


def _cannot_undo(table: Table, seat: Seat) -> No | None:
    """Why the last move cannot be taken back: it is not his, or it has told something."""
    line = table.line
    if line is None or line.seat != seat:
        return No(TableCode.NOTHING_TO_UNDO, "only your own move can be taken back, and only last")
    before: Any = line.before.state if line.before else table.first
    if " = " in line.text or not table.rules.taught_nothing(before, line.state):
        return No(
            TableCode.NOTHING_TO_UNDO, "this move cannot be taken back: it has told something"
        )
    return None


def hears_of(ask: Ask, table: Table, seat: Seat | None) -> bool:
    """True if a question is for a seat's ears; of one side it is nobody else's business."""
    if ask.what != "resign" or not _is_for_a_side(table, ask.seat):
        return True
    return seat is not None and table.rules.viewpoint(seat) == table.rules.viewpoint(ask.seat)


def can_undo(table: Table, seat: Seat) -> bool:
    """True if a seat may ask to take its last move back."""
    return table.phase is Phase.PLAYING and _cannot_undo(table, seat) is None


def _whose_consent(table: Table, guest: GuestId, seat: Seat, what: str) -> frozenset[GuestId]:
    """Who else has to agree: everybody; to give up, one's own side, where sides are open."""
    people = table.people()
    if what == "resign" and _is_for_a_side(table, seat):
        team = _team(table, table.rules.viewpoint(seat))
        people = frozenset(g for s in team if (g := table.seats[s].guest) in people and g)
    return people - {guest}


def _is_for_a_side(table: Table, seat: Seat) -> bool:
    """True if those who give up with a seat are known: its side decides for itself."""
    return len(_team(table, table.rules.viewpoint(seat))) > 1 or _sides_are_open(table)


def _sides_are_open(table: Table) -> bool:
    """True if everybody knows from the start who plays Mister X."""
    return len({table.rules.viewpoint(seat) for seat in table.seats}) == len(table.rules.winners)


def _granted(table: Table, what: str, seat: Seat) -> Draft:
    if what == "undo":
        assert table.line is not None
        return Draft("undo_to", {"seat": seat, "length": table.line.length - 1})
    if what == "pause":
        return Draft("pause", {"seat": seat, "on": True})
    return Draft("resign", {"seat": seat, "winner": _other_side(table, seat)})


def _other_side(table: Table, seat: Seat) -> str:
    side = table.rules.side(table.state, seat)
    return next(winner for winner in table.rules.winners if winner != side)


def _team(table: Table, who: Viewpoint) -> list[Seat]:
    return [seat for seat in table.seats if table.rules.viewpoint(seat) == who]
