"""A view back into the observation it was made of: for programs that are handed views alone.

Mister X's station may be hidden in a view, and the law wants one to play with. So the moves of the
view are played again with a station that is no station wherever his is hidden: nothing that the
viewpoint may see depends on it. A game that began from a position put up cannot be played again
from its start; it is read as that position, with some way of his that fits.

Whichever of the two gives back the very view is right, and a view that neither gives back is
refused: nothing in it is taken on trust.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from misterx.board import HIGHEST_STATION, Station
from misterx.chase import position, turns
from misterx.chase.edition import Edition
from misterx.chase.moves import MISTER_X, Leg, XMove, is_ride, parse_move
from misterx.chase.network import Network, bit_set, stations_of
from misterx.chase.observation import Entry, Observation, observe, sample, to_json
from misterx.chase.refusals import refusal
from misterx.chase.setup import cast_for, new_game
from misterx.chase.state import X_TURN, Cast, State
from misterx.chase.tickets import MOST, Ticket
from misterx.chase.viewpoints import VIEWPOINTS
from misterx.core.errors import BadSetup, Malformed, Refused
from misterx.core.fields import Fields, JsonObject, show
from misterx.core.rules import Setup, Viewpoint

__all__ = ["read_view"]

_NOWHERE = 0
"""Stands for a station that this viewpoint may not know; no board has it."""


def read_view(given: JsonObject, who: Viewpoint, edition: Edition, network: Network) -> Observation:
    """The observation that a view of a game which goes on was made of.

    Raises `Malformed` for a viewpoint that there is not, and `BadSetup` with what is wrong with
    the view.
    """
    if who not in VIEWPOINTS:
        raise Malformed(f"no viewpoint {show(who)}; there are: {', '.join(VIEWPOINTS)}")
    fields = Fields(given, "the view")
    for key, ours in (("edition", edition.name), ("rules", edition.own_rules)):
        if fields.value(key) != ours:
            raise BadSetup(f"{key!r} of the view names others than the rules of this game")
    if fields.value("outcome") is not None:
        raise BadSetup("the game of this view is over")
    setup = Setup(fields.integer("players", 0, MOST), fields.fields("options").data)
    reader = _Reader(fields, cast_for(edition, network, setup), who)
    try:
        seen = reader.played_again()
    except Refused:
        seen = None
    if seen is None or to_json(seen) != given:
        seen = reader.put_up()
    fields.agree_with(to_json(seen))
    return seen


class _Reader:
    """One view being read: its fields, who plays, and whose eyes it was seen with."""

    def __init__(self, fields: Fields, cast: Cast, who: Viewpoint) -> None:
        self.fields = fields
        self.cast = cast
        self.who = who
        self.log = self._log()
        self.history = tuple(map(_text, fields.items("history")))
        starts = fields.fields("starts")
        self.starts = tuple(self._station(starts, piece) for piece in cast.pieces)
        self.start_x = self._station(fields, "start_x")

    # --- a game from its start ------------------------------------------------------------

    def played_again(self) -> Observation:
        """What this viewpoint sees once all the moves were made again; raises `Refused`."""
        state = self._begun()
        for text in self.history:
            state = self._after(state, text)
        if min(state.black, state.double, *(state.x_hand or ()), *(state.supply or ())) < 0:
            raise BadSetup("Mister X cannot have laid tickets that he did not have")
        seen = observe(state, self.who)
        sample(seen, Random(0))
        return seen

    def _begun(self) -> State:
        """The game before its first move."""
        chosen = {text.partition("@")[0] for text in self.history if "@" in text}
        pairs = zip(self.cast.pieces, self.starts, strict=True)
        starts = {p: at for p, at in pairs if at is not None and p not in chosen}
        if self.start_x is not None and not self.cast.chooses_start:
            starts[MISTER_X] = self.start_x
        setup = Setup(self.cast.players, fixed={"starts": starts})
        state = new_game(self.cast, setup)
        if state.to_place == MISTER_X:
            state = turns.start_game(state._replace(x=_NOWHERE), [])
        return _going_on(state)

    def _after(self, state: State, text: str) -> State:
        if not is_ride(text):
            move = parse_move(text)
            if no := refusal(state, None, move):
                raise BadSetup(f"{text} cannot have been played: {no.message}")
            return _going_on(turns.play(state, move, []))
        windows = self.log[len(state.log) : len(state.log) + text.count("+") + 1]
        is_his_turn = state.turn is X_TURN and state.pending is None and state.to_place is None
        if not windows or not is_his_turn:
            raise BadSetup(f"{text} cannot have been played then")
        move = XMove(tuple(Leg(entry.ticket, entry.station or _NOWHERE) for entry in windows))
        is_known = _NOWHERE not in (state.x, *(leg.to for leg in move.legs))
        if is_known and (no := refusal(state, None, move)):
            raise BadSetup(f"{text} cannot have been played: {no.message}")
        return _going_on(turns.play(state, move, []))

    # --- a position that was put up -------------------------------------------------------

    def put_up(self) -> Observation:
        """What this viewpoint sees of the position as it stands; raises `BadSetup`."""
        way = self._way()
        log = [
            {"ticket": entry.ticket and str(entry.ticket), "station": at, "seen": entry.seen}
            for entry, at in zip(self.log, way[1:], strict=True)
        ]
        views_own = ("starts", "history")
        there = {key: value for key, value in self.fields.data.items() if key not in views_own}
        state = position.from_json(
            {**there, "x": way[-1], "log": log}, self.cast.edition, self.cast.network
        )
        seen = replace(observe(state, self.who), starts=self.starts, history=self.history)
        self._check_history(seen)
        return seen

    def _check_history(self, seen: Observation) -> None:
        """Refuse moves of nobody in this game, and moves of Mister X's that are not in the log."""
        if sum(text.count("+") + 1 for text in self.history if is_ride(text)) > len(self.log):
            raise BadSetup("'history' of the view has more moves of Mister X's than the log")
        for text in self.history:
            if (piece := text.replace("@", ":").partition(":")[0]) not in (
                MISTER_X,
                *self.cast.pieces,
            ):
                raise BadSetup(f"'history' of the view: no {show(piece)} is in this game")
        if observe(sample(seen, Random(0)), self.who).history != self.history:
            raise BadSetup("'history' of the view does not fit the log")

    def _way(self) -> list[Station]:
        """Mister X's stations from the start to now: some way that fits what is seen of it."""
        network = self.cast.network
        hunters = self.fields.fields("hunters").data.values()
        taken = bit_set(at for at in hunters if isinstance(at, int) and 0 < at <= HIGHEST_STATION)
        can_be = [network.everywhere if self.start_x is None else 1 << self.start_x]
        for entry in self.log:
            spread = network.spread(can_be[-1], entry.ticket)
            can_be.append(spread if entry.station is None else spread & 1 << entry.station)
        can_be[-1] &= bit_set(self.fields.integers("possible", 1, HIGHEST_STATION)) & ~taken
        way: list[Station] = []
        reach = network.everywhere
        for at in range(len(self.log), -1, -1):
            if not can_be[at] & reach:
                raise BadSetup("no way of Mister X's fits the log and 'possible' of the view")
            way.insert(0, next(iter(stations_of(can_be[at] & reach))))
            reach = network.reach(way[0], self.log[at - 1].ticket) if at else reach
        return way

    # --- fields ---------------------------------------------------------------------------

    def _log(self) -> tuple[Entry, ...]:
        entries = []
        letters = "TBUK" if self.cast.edition.x_needs_tickets else "K"
        for number, item in enumerate(self.fields.items("log"), 1):
            fields = Fields(item, f"window {number} of the log")
            ticket = None
            if self.cast.edition.x_needs_tickets or fields.has("ticket"):
                ticket = Ticket(fields.text("ticket", letters))
            entries.append(Entry(ticket, self._station(fields, "station"), fields.boolean("seen")))
        return tuple(entries)

    def _station(self, fields: Fields, key: str) -> Station | None:
        if fields.value(key) is None:
            return None
        station = fields.integer(key, 1, HIGHEST_STATION)
        if station not in self.cast.edition.board:
            raise BadSetup(f"{key!r}: there is no station {station} on this board")
        return station


def _going_on(state: State) -> State:
    """The state, not over: whatever ends it at no station did not happen."""
    return state._replace(outcome=None)


def _text(move: object) -> str:
    if not isinstance(move, str):
        raise BadSetup(f"'history' must be a list of moves, not with {show(move)}")
    return move
