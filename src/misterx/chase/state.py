"""The state of a chase: who plays, and everything about the game at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from misterx.board import Station
from misterx.chase.edition import Edition, Order, Purse, Start, UsedTickets
from misterx.chase.moves import MISTER_X, Move, Piece, XMove, masked
from misterx.chase.network import Network, Stations
from misterx.chase.tickets import Ticket, Tickets
from misterx.core.rules import Outcome, Seat

__all__ = [
    "HUNTERS_TURN",
    "X_SEAT",
    "X_TURN",
    "Cast",
    "Played",
    "State",
    "Turn",
    "Window",
    "played",
]

X_SEAT: Final = Seat("X")


class Turn(StrEnum):
    """Which side is on."""

    X = "X"
    HUNTERS = "hunters"


X_TURN: Final = Turn.X
HUNTERS_TURN: Final = Turn.HUNTERS


class Cast:
    """Who plays one game, in which edition and with which options; it never changes."""

    def __init__(
        self, edition: Edition, network: Network, players: int, options: Mapping[str, bool]
    ) -> None:
        lineup = edition.table[players]
        self.edition = edition
        self.network = network
        self.players = players
        self.options = options
        self.voluntary_reveal = options.get("voluntary_reveal", False)
        self.detectives = tuple(Piece(f"D{n + 1}") for n in range(lineup.detectives))
        self.bobbies = tuple(Piece(f"B{n + 1}") for n in range(lineup.bobbies))
        self.pieces = self.detectives + self.bobbies
        """The hunters' pieces in the order in which everything lists them."""
        self.index = {piece: at for at, piece in enumerate(self.pieces)}
        self.hunter_seats = tuple(Seat(f"H{n + 1}") for n in range(lineup.seats))
        self.seats = (X_SEAT, *self.hunter_seats)
        needs_tickets = edition.detective_purse is not Purse.FREE
        pooled = needs_tickets and players in edition.pooled_for_players
        self.purse = Purse.POOLED if pooled else edition.detective_purse
        self.black = lineup.detectives if edition.black is None else edition.black
        self.in_fixed_order = edition.order is Order.FIXED
        self.chooses_start = edition.start is Start.CHOSEN
        self.x_is_paid = edition.used_tickets_go_to is UsedTickets.TO_X
        self.supply_is_paid = edition.used_tickets_go_to is UsedTickets.TO_SUPPLY
        paying = () if self.purse is Purse.FREE else self.detectives
        self.purse_of = {p: 0 if self.purse is Purse.POOLED else self.index[p] for p in paying}
        """Which of the state's purses a piece pays from; nobody else needs tickets (S3, N1)."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cast) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[Edition, int, bool]:
        return self.edition, self.players, self.voluntary_reveal

    @cached_property
    def seats_of(self) -> dict[Piece, tuple[Seat, ...]]:
        """Who may move a piece: the one seat of a detective (S1), any hunter a bobby (S3)."""
        share, rest = divmod(len(self.detectives), len(self.hunter_seats))
        owners: dict[Piece, tuple[Seat, ...]] = {}
        left = iter(self.detectives)
        for number, seat in enumerate(self.hunter_seats):
            for _ in range(share + (number < rest)):
                owners[next(left)] = (seat,)
        return owners | dict.fromkeys(self.bobbies, self.hunter_seats)

    def start_cards(self, piece: Piece) -> tuple[Station, ...]:
        """The stations that a piece may start on: its cards, or its choices."""
        if piece == MISTER_X:
            return self.edition.start_cards_x
        return self.edition.start_cards_hunters[self.players]

    def needs_ticket(self, piece: Piece) -> bool:
        """True if the piece's moves name a ticket: a detective's, unless all is free (N1)."""
        return piece.startswith("D") and self.purse is not Purse.FREE


class Window(NamedTuple):
    """A window of the travel log (X1): the ticket lies open, the station may be seen or not."""

    ticket: Ticket | None
    station: Station
    seen: bool


class Played(NamedTuple):
    """A move that was made, with its text for Mister X and for everybody else.

    A history is shown after every move. What it is made of is worked out once, by `played`.
    """

    move: Move
    seen: tuple[bool, ...]
    """For each half of a move of Mister X's whether the hunters saw it then."""
    open: str
    """The move in the notation, as Mister X sees it."""
    masked: str
    """The same as hunters and spectators saw it."""


def played(move: Move, seen: tuple[bool, ...] = ()) -> Played:
    """Return an entry of the history; `seen` is for Mister X's moves."""
    text = str(move)
    return Played(move, seen, text, masked(move, seen) if isinstance(move, XMove) else text)


class State(NamedTuple):
    """Everything about a game at one moment, hidden things included.

    A named tuple, because a game makes a new one at every move and no other frozen type of the
    language does that as quickly.
    """

    cast: Cast
    x: Station | None
    """Mister X's station; None until his card is drawn."""
    hunters: tuple[Station | None, ...]
    """The stations of `cast.pieces`; None for one not placed yet."""
    purses: tuple[Tickets, ...]
    """The detectives' tickets: one purse each, or one for all, or none."""
    x_hand: Tickets | None
    """Mister X's ordinary tickets where they are counted."""
    supply: Tickets | None
    """The common supply where there is one."""
    black: int
    double: int
    log: tuple[Window, ...]
    beliefs: tuple[Stations, ...]
    """Where he could be, as everybody can know: before his first move, and after each window.

    The last one is about now; the one of an earlier window is what was known as he left it.
    """
    round: int
    turn: Turn
    moved: tuple[Piece, ...]
    """The hunters that have moved or passed this round, in order."""
    pending: str | None
    """A decision of option V that is open: `show`, or whose ticket is to be taken."""
    start_x: Station | None
    starts: tuple[Station | None, ...]
    """Where the hunters began."""
    history: tuple[Played, ...]
    outcome: Outcome | None

    @property
    def to_place(self) -> Piece | None:
        """The next piece that has no station yet, Mister X's last; None once all have one."""
        if None in self.hunters:
            return self.cast.pieces[self.hunters.index(None)]
        return MISTER_X if self.x is None else None

    def station(self, piece: Piece) -> Station:
        """Where a piece stands that has been placed."""
        station = self.x if piece == MISTER_X else self.hunters[self.cast.index[piece]]
        assert station is not None, f"{piece} has not been placed"
        return station
