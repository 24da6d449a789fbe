"""What an edition is like, as bodies over HTTP: for choosing one, and for explaining its rules."""

from __future__ import annotations

from typing import Literal

from misterx.server.views import Closed, Purse

__all__ = [
    "CardsRules",
    "CardsTable",
    "Catalogue",
    "ChaseFacts",
    "ChaseRules",
    "EditionInfo",
    "GameInfo",
    "Lineup",
    "RuleBook",
]


class ChaseFacts(Closed):
    """What a client needs to draw a board game of an edition before and beside its view."""

    board: str
    """The map: GET /api/boards/{board}."""
    transports: list[str]
    log: int
    """Windows of the travel log."""
    rounds: int
    shows: list[int]
    """The windows at which Mister X is seen; at all others he is not."""
    in_fixed_order: bool
    chooses_start: bool
    has_supply: bool
    used_tickets_go_to: Literal["x", "supply", "box"] | None
    """Where the detectives' used tickets go; None where they need none."""
    x_needs_tickets: bool
    hunters_need_tickets: bool
    pieces: dict[str, dict[str, list[str]]]
    """By number of players: the hunters' pieces, and the seats that may move each."""
    pooled: list[int]
    """The numbers of players at which the detectives share their tickets."""


class EditionInfo(Closed):
    """What a table of an edition can be."""

    name: str
    players: list[int]
    options: dict[str, bool]
    """The options on offer, with what is usual."""
    seats: dict[str, list[str]]
    """The seats by number of players."""
    chase: ChaseFacts | None
    """Of the board game only."""


class GameInfo(Closed):
    """A game with its editions and computer players, the weakest first."""

    name: Literal["chase", "cards"]
    editions: list[EditionInfo]
    bots: list[str]


class Catalogue(Closed):
    """All that can be played here, and where others find it."""

    wire: int
    games: list[GameInfo]
    public_url: str | None
    """The address that players use, if the operator has told one."""
    network_url: str | None
    """Where other computers of the network reach the server; null if they do not."""


class Lineup(Closed):
    """Who hunts at a table of a certain size, and what lies ready."""

    players: int
    hunters: int
    """Players who hunt."""
    detectives: int
    bobbies: int
    is_pooled: bool
    """Whether the detectives pay out of one purse."""
    purse: Purse | None
    """What one purse holds at the start; null where no tickets are needed."""
    black: int
    supply: Purse | None
    """What the common supply holds at the start, where there is one."""
    starts: list[int]
    """Stations of which the hunters draw or choose theirs."""


class ChaseRules(Closed):
    """An edition of the board game, all of it: every number and policy of its data."""

    game: Literal["chase"]
    name: str
    board: str
    stations: int
    lines: dict[str, int]
    """The transports that are open, with the number of their connections."""
    piers: list[int]
    """The stations of the ferry, where it goes."""
    lineups: list[Lineup]
    detective_tickets: Purse | None
    """What each detective brings."""
    x_tickets: Literal["unlimited", "hand", "supply", "free"]
    x_hand: Purse | None
    box: Purse | None
    """All tickets there are, where he takes his from a common supply."""
    used_tickets_go_to: Literal["x", "supply", "box"]
    is_black_by_detective: bool
    """Whether he has a black ticket for each detective."""
    double: int
    start: Literal["shared_cards", "separate_cards", "chosen"]
    x_starts: list[int]
    order: Literal["fixed", "free"]
    is_hidden: bool
    """Whether he is hidden but for some moves; else he is seen but for some."""
    windows: list[int]
    """Those moves."""
    log: int
    rounds: int
    ends_by_rounds: bool
    """Whether the last round can end the game before the log is full."""
    ends_by_log: bool
    """Whether the log can be full before the last round is over, or with it."""
    options: dict[str, bool]


class CardsTable(Closed):
    """What differs with the number of players of the card game."""

    players: int
    tickets: int
    removed: list[int]
    """Last digits of the tickets that stay in the box."""
    draw: int
    """Tickets in the draw pile when the cards are dealt and the piles laid."""
    trail: int
    """Tickets that a false trail costs the detectives."""


class CardsRules(Closed):
    """The card game, all its numbers."""

    game: Literal["cards"]
    name: str
    tables: list[CardsTable]
    colours: dict[str, int]
    """Tickets of each colour."""
    hand: int
    reserve: int
    top: int
    """Cards at the top of the deck among which the Mister X card is."""
    piles: int
    magnifiers: int
    magnifiers_up: int
    """Those that are up at the start."""
    plain: int
    strong: int
    """What a general action is worth, and on a ticket of its colour."""
    equipment: int
    given_up: int


class RuleBook(Closed):
    """The rules of every edition, as far as they are numbers and policies."""

    editions: list[ChaseRules | CardsRules]
