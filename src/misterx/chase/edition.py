"""Editions: every number and switch by which one printing of the board game differs from another.

An edition is data. The law asks it for numbers and policies and never for its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from misterx.board import HIGHEST_STATION, Board, BoardError, Transport, load_board
from misterx.chase.tickets import MOST, Tickets
from misterx.core.errors import BadSetup, UnknownEdition
from misterx.core.fields import Fields, JsonObject, show

__all__ = [
    "Edition",
    "Lineup",
    "Order",
    "Purse",
    "Start",
    "UsedTickets",
    "Visibility",
    "XTickets",
    "edition_from_json",
]

MOST_HUNTERS = 8
MOST_WINDOWS = 64


class Purse(StrEnum):
    """Whose tickets a detective pays with."""

    OWN = "own"
    POOLED = "pooled"
    FREE = "free"


class XTickets(StrEnum):
    """Where Mister X's ordinary tickets come from."""

    UNLIMITED = "unlimited"
    HAND = "hand"
    SUPPLY = "supply"
    FREE = "free"


class UsedTickets(StrEnum):
    """Where a detective's used ticket goes. A place that nobody draws from is out of play."""

    TO_X = "x"
    TO_SUPPLY = "supply"
    TO_BOX = "box"


class Start(StrEnum):
    """How the pieces get to their start stations."""

    SHARED_CARDS = "shared_cards"
    SEPARATE_CARDS = "separate_cards"
    CHOSEN = "chosen"


class Order(StrEnum):
    """The order in which the hunters move within a round."""

    FIXED = "fixed"
    FREE = "free"


class Visibility(StrEnum):
    """What `windows` lists: the moves after which Mister X is seen, or those that hide him."""

    SEEN_AT = "seen_at"
    HIDDEN_AT = "hidden_at"


class Lineup(NamedTuple):
    """Who hunts at a table of a certain size."""

    seats: int
    detectives: int
    bobbies: int


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One edition, checked: its numbers are in range and fit together and the board."""

    name: str | None
    board: Board
    transports: frozenset[Transport]
    table: Mapping[int, Lineup]
    detective_tickets: Tickets | None
    detective_purse: Purse
    pooled_for_players: frozenset[int]
    x_tickets: XTickets
    x_hand: Tickets | None
    box: Tickets | None
    used_tickets_go_to: UsedTickets
    black: int | None
    """Black tickets; None: one for each detective."""
    double: int
    start: Start
    start_cards_hunters: Mapping[int, tuple[int, ...]]
    """By number of players: the cards the hunters draw from, or the stations they choose from."""
    start_cards_x: tuple[int, ...]
    order: Order
    visibility: Visibility
    windows: frozenset[int]
    log: int
    rounds: int
    options: Mapping[str, bool]
    own_rules: JsonObject | None
    """The object that rules of one's own were given as."""

    @property
    def hides_by_default(self) -> bool:
        """True if Mister X is hidden but for some windows; false in the beginners' game."""
        return self.visibility is Visibility.SEEN_AT

    @property
    def x_needs_tickets(self) -> bool:
        """True if Mister X's moves name a ticket."""
        return self.x_tickets is not XTickets.FREE

    @property
    def start_is_public(self) -> bool:
        """True if everybody knows where Mister X begins (N)."""
        return self.start is Start.CHOSEN or not self.hides_by_default

    def is_seen_at(self, window: int, *, on_black: bool) -> bool:
        """True if the hunters see him as he makes this window (X2, N2, N3)."""
        if self.hides_by_default:
            return window in self.windows
        return window not in self.windows and not on_black


_KEYS = frozenset(
    {
        "base",
        "black",
        "board",
        "box",
        "detective_purse",
        "detective_tickets",
        "double",
        "log",
        "options",
        "order",
        "pooled_for_players",
        "rounds",
        "start",
        "start_cards",
        "start_cards_hunters",
        "start_cards_x",
        "start_choice",
        "start_x",
        "table",
        "transports",
        "used_tickets_go_to",
        "visibility",
        "windows",
        "x_hand",
        "x_tickets",
    }
)
_START_KEYS: Mapping[Start, tuple[str, ...]] = {
    Start.SHARED_CARDS: ("start_cards",),
    Start.SEPARATE_CARDS: ("start_cards_x", "start_cards_hunters"),
    Start.CHOSEN: (),
}
_OPTIONS = frozenset({"voluntary_reveal"})


def edition_from_json(
    given: JsonObject,
    named: Mapping[str, JsonObject],
    name: str | None = None,
    board: Board | None = None,
) -> Edition:
    """The edition that an object describes, checked; `named` holds those it may be based on.

    It is played on the board that it names, which `board` may be before it is registered.

    Raises `UnknownEdition` for an unknown base, and `BadSetup` that says what is wrong.
    """
    where = f"edition {name}" if name else "rules"
    merged = _with_bases(Fields(given, where).data, named, where)
    fields = Fields(merged, where)
    fields.only(_KEYS)
    board = _board(fields, board)
    transports = frozenset(Transport(t) for t in fields.texts("transports", list(Transport)))
    if not transports - {Transport.FERRY}:
        raise BadSetup(f"{where}: 'transports' needs one that the hunters can ride")
    table = _table(fields)
    purse = Purse(fields.text("detective_purse", list(Purse)))
    x_tickets = XTickets(fields.text("x_tickets", list(XTickets)))
    visibility = Visibility(fields.text("visibility", list(Visibility)))
    if (visibility is Visibility.HIDDEN_AT) != (x_tickets is XTickets.FREE):
        raise BadSetup(
            f"{where}: visibility 'hidden_at' and x_tickets 'free' go together or not at all"
        )
    start = Start(fields.text("start", list(Start)))
    hunters_from, x_from = _start_stations(fields, start, table, board)
    return Edition(
        name=name,
        board=board,
        transports=transports,
        table=table,
        detective_tickets=_tickets(fields, "detective_tickets", wanted=purse is not Purse.FREE),
        detective_purse=purse,
        pooled_for_players=(
            frozenset(fields.integers("pooled_for_players", 2, MOST_HUNTERS + 1))
            if fields.has("pooled_for_players")
            else frozenset()
        ),
        x_tickets=x_tickets,
        x_hand=_tickets(fields, "x_hand", wanted=x_tickets is XTickets.HAND),
        box=_tickets(fields, "box", wanted=x_tickets is XTickets.SUPPLY),
        used_tickets_go_to=UsedTickets(fields.text("used_tickets_go_to", list(UsedTickets))),
        black=(
            None
            if fields.value("black") == "one_per_detective"
            else fields.integer("black", 0, MOST)
        ),
        double=fields.integer("double", 0, MOST),
        start=start,
        start_cards_hunters=hunters_from,
        start_cards_x=x_from,
        order=Order(fields.text("order", list(Order))),
        visibility=visibility,
        windows=frozenset(fields.integers("windows", 1, MOST_WINDOWS)),
        log=fields.integer("log", 1, MOST_WINDOWS),
        rounds=fields.integer("rounds", 1, MOST_WINDOWS),
        options=_options(fields),
        own_rules=None if name else deepcopy(dict(given)),
    )


def _with_bases(given: JsonObject, named: Mapping[str, JsonObject], where: str) -> JsonObject:
    """The object with what it inherits; a key replaces its base's value whole."""
    merged = dict(given)
    seen: set[str] = set()
    while "base" in merged:
        base = Fields(merged, where).text("base")
        if base not in named or base in seen:
            raise UnknownEdition(
                f"{where}: no edition {base!r} to build on; there are: {', '.join(sorted(named))}"
            )
        seen.add(base)
        del merged["base"]
        merged = {**named[base], **merged}
    return merged


def _tickets(fields: Fields, key: str, *, wanted: bool) -> Tickets | None:
    """The counts under a key; one that this edition has no use for is checked and left aside."""
    counts = Tickets.from_json(fields.fields(key)) if wanted or fields.has(key) else None
    return counts if wanted else None


def _board(fields: Fields, brought: Board | None) -> Board:
    name = fields.text("board")
    if brought is not None and brought.name != name:
        raise BadSetup(f"{fields.where} are played on the board {name!r}, not on {brought.name!r}")
    try:
        return brought or load_board(name)
    except BoardError as error:
        raise BadSetup(f"{fields.where}: {error}") from error


def _table(fields: Fields) -> Mapping[int, Lineup]:
    """Hunter seats, detectives and bobbies by number of players."""
    table: dict[int, Lineup] = {}
    rows = fields.fields("table")
    for key in rows.data:
        numbers = rows.items(key)
        players = _players(key, rows.where)
        match numbers:
            case [int(seats), int(detectives), int(bobbies)] if (
                not any(isinstance(number, bool) for number in numbers)
                and seats == players - 1
                and seats <= detectives
                and bobbies >= 0
                and detectives + bobbies <= MOST_HUNTERS
            ):
                table[players] = Lineup(seats, detectives, bobbies)
            case _:
                raise BadSetup(
                    f"{rows.where}: for {players} players give [{players - 1} hunter seats, "
                    f"at least as many detectives, bobbies], at most {MOST_HUNTERS} pieces, "
                    f"not {show(numbers)}"
                )
    if not table:
        raise BadSetup(f"{rows.where} names no number of players")
    return dict(sorted(table.items()))


def _players(key: str, where: str) -> int:
    """A number of players as the key of a table."""
    numbers = {str(players): players for players in range(2, MOST_HUNTERS + 2)}
    if key not in numbers:
        raise BadSetup(f"{where}: {key!r} is no number of players from 2 to {MOST_HUNTERS + 1}")
    return numbers[key]


def _start_stations(
    fields: Fields, start: Start, table: Mapping[int, Lineup], board: Board
) -> tuple[Mapping[int, tuple[int, ...]], tuple[int, ...]]:
    """Where the hunters (by number of players) and Mister X may begin, checked."""
    hunters: dict[int, tuple[int, ...]]
    cards_of = {
        key: fields.integers(key, 1, HIGHEST_STATION)
        for key in ("start_cards", "start_cards_x", "start_cards_hunters")
        if key in _START_KEYS[start] or fields.has(key)
    }
    if start is Start.SHARED_CARDS:
        x = cards_of["start_cards"]
        hunters = dict.fromkeys(table, x)
    elif start is Start.SEPARATE_CARDS:
        x = cards_of["start_cards_x"]
        hunters = dict.fromkeys(table, cards_of["start_cards_hunters"])
    else:
        x = (fields.integer("start_x", 1, HIGHEST_STATION),)
        choices = fields.fields("start_choice")
        hunters = {n: choices.integers(str(n), 1, HIGHEST_STATION) for n in table}
    for players, lineup in table.items():
        pieces = lineup.detectives + lineup.bobbies
        cards = set(hunters[players])
        if start is Start.CHOSEN and (lineup.bobbies or cards & set(x)):
            raise BadSetup(
                f"{fields.where}: with start 'chosen' there are no bobbies, and nobody may choose "
                f"Mister X's station"
            )
        # Whatever the hunters draw, each must get a card and one must be left for Mister X.
        spoiled = pieces if start is not Start.CHOSEN else 0
        if len(cards) < pieces or len(set(x) - cards) + max(0, len(cards & set(x)) - spoiled) < 1:
            raise BadSetup(
                f"{fields.where}: too few start stations for {players} players "
                f"({pieces} hunters and Mister X)"
            )
    for station in {*x, *(s for stations in hunters.values() for s in stations)}:
        if station not in board:
            raise BadSetup(f"{fields.where}: start station {station} is not on board {board.name}")
    return hunters, x


def _options(fields: Fields) -> Mapping[str, bool]:
    """The options on offer, each with its default."""
    if not fields.has("options"):
        return {}
    options = fields.fields("options")
    options.only(_OPTIONS)
    return {name: options.boolean(name) for name in options.data}
