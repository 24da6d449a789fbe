"""Where Mister X can be, reckoned by hand from what the hunters see (D7).

Written from the clause alone, with sets and a loop, from the hunters' view as JSON. It shares
nothing with the law but the edition's numbers and the board.
"""

from collections.abc import Iterable
from functools import cache

from misterx.board import Board, Transport
from misterx.chase import Edition
from tests.series.tables import View

LINES = {"T": "taxi", "B": "bus", "U": "underground"}


@cache
def stops(board: Board, transports: frozenset[Transport], ticket: str) -> dict[int, set[int]]:
    """From every station the next stops on a ticket; without one, by any line but the ferry."""
    if ticket == "K":
        lines = transports
    elif ticket == "":
        lines = transports - {Transport.FERRY}
    else:
        lines = transports & {Transport(LINES[ticket])}
    return {
        station: {stop for line in lines for stop in board.neighbours(station, line)}
        for station in board.stations
    }


class Deduction:
    """A hunter with a pencil: follows the history and crosses out stations."""

    def __init__(self, view: View, edition: Edition) -> None:
        self.view = view
        self.edition = edition
        self.hunters: dict[str, int] = dict(view["starts"])
        self.window = 0
        self.tickets = self._first_tickets()
        if view["start_x"] is not None:
            self.possible = {view["start_x"]}
        else:
            self.possible = set(edition.start_cards_x) - set(self.hunters.values())

    def _first_tickets(self) -> dict[str, int]:
        """What Mister X can lay at the start; where nothing is counted, always enough."""
        edition, detectives = self.edition, [p for p in self.hunters if p.startswith("D")]
        black = len(detectives) if edition.black is None else edition.black
        if not edition.x_needs_tickets:
            return {"": 999, "K": black}
        tickets = dict.fromkeys(LINES, 999) | {"K": black}
        for letter, line in LINES.items():
            if edition.box is not None and edition.detective_tickets is not None:
                dealt = getattr(edition.detective_tickets, line) * len(detectives)
                tickets[letter] = getattr(edition.box, line) - dealt
            elif edition.x_tickets == "hand" and edition.x_hand is not None:
                tickets[letter] = getattr(edition.x_hand, line)
        return tickets

    def follow(self, history: Iterable[str]) -> set[int]:
        """The stations left after all these moves."""
        for move in history:
            piece, _, what = move.partition(":")
            if "@" in move or what == "hide":
                continue  # the start is known already; staying hidden tells nothing
            if what == "show":
                self.possible = {self._written(self.window)}
            elif what.startswith("take "):
                self._pay(what[-1])
            elif piece == "X":
                self._begin_turn()
                for half in what.split("+"):
                    self._ride(half)
            else:
                self._hunter(piece, what)
        if self.view["turn"] == "X" and self.view["pending"] is None:
            self._begin_turn()
        return self.possible

    def _begin_turn(self) -> None:
        """Beginners see where he is; and wherever he is, he has a way out, or it were over."""
        if self.edition.visibility == "hidden_at" and self.window:
            self.possible = {self._written(self.window)}
        ways = [self._stops(ticket) for ticket, count in self.tickets.items() if count]
        taken = set(self.hunters.values())
        self.possible = {s for s in self.possible if any(way[s] - taken for way in ways)}

    def _ride(self, half: str) -> None:
        ticket = half.rstrip("?0123456789")
        station = half[len(ticket) :]
        self.window += 1
        self.tickets[ticket] -= 1
        if station != "?":
            self.possible = {int(station)}
            return
        onward = self._stops(ticket)
        reached = {stop for station in self.possible for stop in onward[station]}
        self.possible = reached - set(self.hunters.values())

    def _hunter(self, piece: str, what: str) -> None:
        ticket = what.rstrip("0123456789")
        station = int(what[len(ticket) :])
        self.hunters[piece] = station
        self.possible.discard(station)
        if ticket:
            self._pay(ticket)

    def _pay(self, ticket: str) -> None:
        """A detective's ticket becomes one that Mister X can lay, if he draws on them."""
        if self.edition.x_needs_tickets:
            self.tickets[ticket] += 1

    def _written(self, window: int) -> int:
        """What an open window of the log says."""
        station = self.view["log"][window - 1]["station"]
        assert isinstance(station, int), f"window {window} should be open"
        return station

    def _stops(self, ticket: str) -> dict[int, set[int]]:
        return stops(self.edition.board, self.edition.transports, ticket)


def deduce(view: View, edition: Edition) -> set[int]:
    """Every station that Mister X can be on, as the hunters can know."""
    if view["outcome"] is not None:
        return {view["x"]}
    if None in view["starts"].values():
        return {view["start_x"]}
    return Deduction(view, edition).follow(view["history"])
