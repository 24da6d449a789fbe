"""What each viewpoint may see of a chase, with perfect recall, as a type of its own.

An observation is built by listing what is allowed. Hunters and spectators see the same; Mister X
also sees where he is and was.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Final

from misterx.board import Station
from misterx.chase.edition import Purse
from misterx.chase.moves import MISTER_X, Leg, Piece, XMove, is_ride, parse_move
from misterx.chase.network import Stations, stations_of
from misterx.chase.state import Cast, Played, State, Turn, Window, played
from misterx.chase.tickets import Ticket, Tickets
from misterx.chase.viewpoints import VIEW_X
from misterx.core.errors import BadSetup
from misterx.core.rules import Outcome, Viewpoint

__all__ = ["Entry", "Observation", "observe", "sample", "to_json", "to_move"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A window of the travel log as somebody sees it; the station is None while it is covered."""

    ticket: Ticket | None
    station: Station | None
    seen: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """All that a viewpoint has learnt by now. `None` stands for what it may not know."""

    who: Viewpoint
    cast: Cast
    x: Station | None
    hunters: tuple[Station | None, ...]
    purses: tuple[Tickets, ...]
    x_hand: Tickets | None
    supply: Tickets | None
    black: int
    double: int
    log: tuple[Entry, ...]
    beliefs: tuple[Stations, ...]
    round: int
    turn: Turn
    moved: tuple[Piece, ...]
    to_move: tuple[Piece, ...]
    pending: str | None
    start_x: Station | None
    starts: tuple[Station | None, ...]
    history: tuple[str, ...]
    outcome: Outcome | None

    @property
    def possible(self) -> tuple[Station, ...]:
        """Where Mister X can be as everybody can work it out, ascending (D7)."""
        return _stations(self.beliefs[-1])


@lru_cache(maxsize=1024)
def _stations(members: Stations) -> tuple[Station, ...]:
    """The stations of a set, ascending; remembered, because every viewpoint is shown them."""
    return tuple(stations_of(members))


_LETTERS: Final[dict[Ticket | None, str | None]] = {None: None, **{t: str(t) for t in Ticket}}
_entry = lru_cache(maxsize=4096)(Entry)
"""Entries are shared: every message shows the whole log, and a board has some thousand of them."""
# A move as a viewpoint saw it at that moment; what opened later stands in the log.
_OPEN: Final = attrgetter("open")
_MASKED: Final = attrgetter("masked")


def to_move(state: State) -> tuple[Piece, ...]:
    """The pieces whose turn it is, blocked ones too; while starts are chosen those not placed."""
    if state.outcome is not None:
        return ()
    pieces = state.cast.pieces
    if state.to_place is not None:
        return tuple(p for p, at in zip(pieces, state.hunters, strict=True) if at is None)
    if state.turn is Turn.X:
        return (MISTER_X,)
    return tuple(piece for piece in pieces if piece not in state.moved)


def observe(state: State, who: Viewpoint) -> Observation:
    """What a viewpoint may see of a state."""
    is_open = _is_open(who, state.outcome)
    log = tuple(
        _entry(ticket, station if is_open or seen else None, seen)
        for ticket, station, seen in state.log
    )
    beliefs = state.beliefs
    if state.outcome is not None and state.x is not None:
        beliefs = (*beliefs[:-1], 1 << state.x)
    start_x = state.start_x if _knows_start(state.cast, is_open=is_open) else None
    return Observation(
        who=who,
        cast=state.cast,
        x=log[-1].station if log else start_x,
        hunters=state.hunters,
        purses=state.purses,
        x_hand=state.x_hand,
        supply=state.supply,
        black=state.black,
        double=state.double,
        log=log,
        beliefs=beliefs,
        round=state.round,
        turn=state.turn,
        moved=state.moved,
        to_move=to_move(state),
        pending=state.pending,
        start_x=start_x,
        starts=state.starts,
        history=tuple(map(_OPEN if who == VIEW_X else _MASKED, state.history)),
        outcome=state.outcome,
    )


def _is_open(who: Viewpoint, outcome: Outcome | None) -> bool:
    """True if nothing is hidden: to Mister X, and at the end to everybody (E4)."""
    return who == VIEW_X or outcome is not None


def _knows_start(cast: Cast, *, is_open: bool) -> bool:
    """True if Mister X's start station is shown, where it is known at all."""
    return is_open or cast.edition.start_is_public


# --- a full state behind an observation ---------------------------------------------------


def sample(seen: Observation, rng: Random) -> State:
    """A full state in which this viewpoint would have seen exactly this.

    Mister X's station now is drawn evenly from those possible, his way there evenly step by step
    backwards. For Mister X himself nothing is left to draw. Raises `BadSetup` if there is none:
    an observation that was made up may tell of sightings to which no way of his leads.
    """
    path = _sample_path(seen, rng)
    if seen.log and not path:
        raise BadSetup("no way of Mister X's fits where he was seen")
    log = tuple(
        Window(entry.ticket, station, entry.seen)
        for entry, station in zip(seen.log, path[1:], strict=True)
    )
    start_x = seen.start_x
    # Nobody knows the start of a position that was put up without it.
    if path and not _knows_start(seen.cast, is_open=_is_open(seen.who, seen.outcome)):
        start_x = path[0]
    return State(
        cast=seen.cast,
        x=path[-1] if path else None,
        hunters=seen.hunters,
        purses=seen.purses,
        x_hand=seen.x_hand,
        supply=seen.supply,
        black=seen.black,
        double=seen.double,
        log=log,
        beliefs=seen.beliefs,
        round=seen.round,
        turn=seen.turn,
        moved=seen.moved,
        pending=seen.pending,
        start_x=start_x,
        starts=seen.starts,
        history=_history(seen, log),
        outcome=seen.outcome,
    )


def _sample_path(seen: Observation, rng: Random) -> list[Station]:
    """His stations from the start to now, each joined to the next by the ticket he laid."""
    network = seen.cast.network
    known = [seen.start_x, *(entry.station for entry in seen.log)]
    path: list[Station] = []
    allowed = network.everywhere
    for at in range(len(known) - 1, -1, -1):
        station = known[at]
        if station is None:
            choices = list(stations_of(seen.beliefs[at] & allowed))
            if not choices:  # his card is not drawn yet
                return []
            station = rng.choice(choices)
        path.insert(0, station)
        if at:
            allowed = network.reach(station, seen.log[at - 1].ticket)
    return path


def _history(seen: Observation, log: tuple[Window, ...]) -> tuple[Played, ...]:
    """The moves so far with the log's stations filled in."""
    edition = seen.cast.edition
    halves = [text.count("+") + 1 if is_ride(text) else 0 for text in seen.history]
    window = len(log) - sum(halves)  # a position that was put up begins with a log
    history: list[Played] = []
    for text, legs in zip(seen.history, halves, strict=True):
        if not legs:
            history.append(played(parse_move(text)))
            continue
        windows = log[window : window + legs]
        sightings = tuple(
            edition.is_seen_at(number, on_black=half.ticket is Ticket.BLACK)
            for number, half in enumerate(windows, window + 1)
        )
        move = XMove(tuple(Leg(half.ticket, half.station) for half in windows))
        history.append(played(move, sightings))
        window += legs
    return tuple(history)


# --- as JSON ------------------------------------------------------------------------------


def to_json(seen: Observation) -> dict[str, object]:
    """The view as the protocol describes it; `null` where something is hidden or not counted."""
    cast = seen.cast
    edition = cast.edition
    ordinary = seen.x_hand.to_json() if seen.x_hand else dict.fromkeys(Tickets._fields)
    own = zip(cast.detectives, seen.purses, strict=True) if cast.purse is Purse.OWN else ()
    return {
        "edition": edition.name,
        "rules": edition.own_rules,
        "players": cast.players,
        "options": dict(cast.options),
        "round": seen.round,
        "turn": str(seen.turn),
        "x": seen.x,
        "hunters": dict(zip(cast.pieces, seen.hunters, strict=True)),
        "tickets": {piece: purse.to_json() for piece, purse in own},
        "pool": seen.purses[0].to_json() if cast.purse is Purse.POOLED else None,
        "mister_x": {**ordinary, "black": seen.black, "double": seen.double},
        "supply": seen.supply.to_json() if seen.supply else None,
        "log": [
            {"ticket": _LETTERS[entry.ticket], "station": entry.station, "seen": entry.seen}
            for entry in seen.log
        ],
        "moved": list(seen.moved),
        "to_move": list(seen.to_move),
        "pending": seen.pending,
        "start_x": seen.start_x,
        "possible": list(seen.possible),
        "outcome": [seen.outcome.winner, str(seen.outcome.reason)] if seen.outcome else None,
        "starts": dict(zip(cast.pieces, seen.starts, strict=True)),
        "history": list(seen.history),
    }
