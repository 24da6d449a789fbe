"""The card game in words, its numbers read off the law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from misterx.cards import Cards, default_deck, edition_names, rules_for
from misterx.cards.chance import RESERVE, TOP
from misterx.cards.deck import TICKETS, tickets_for
from misterx.cards.moves import PILES
from misterx.cards.turns import FALSE_TRAIL, GIVEN_UP, HAND
from misterx.cli.cards.words import COLOURS
from misterx.cli.output import LABEL_WIDTH, page_table
from misterx.cli.words import ranges

__all__ = ["facts", "in_one_line", "options", "overview", "page"]


def in_one_line(rules: Cards) -> str:
    """What is most particular about it, short enough for a menu."""
    return f"{ranges(rules.players)} players, cards: one of you is Mister X, and only he knows it"


def options(rules: Cards) -> dict[str, str]:  # noqa: ARG001 - what every rule book takes
    """None: it has no optional rules."""
    return {}


def overview(width: int) -> Sequence[RenderableType]:  # noqa: ARG001 - what every rule book takes
    """Its one edition, in a line."""
    lines = [Text(f"{name}: {in_one_line(rules_for(name))}") for name in edition_names()]
    return [Text("The card game", style="bold"), *lines]


def page(rules: Cards, name: str) -> Sequence[RenderableType]:
    """Set-up, turns, actions and ends, each with its numbers."""
    table = page_table(name, show_header=False)
    table.add_column(style="bold", width=LABEL_WIDTH)
    table.add_column()
    for label, text in facts(rules).items():
        table.add_row(label, text)
    actions = page_table("The actions")
    actions.add_column("pile", style="bold", no_wrap=True, min_width=6)
    for heading in ("anybody", "bonus", "Mister X, on black"):
        actions.add_column(heading, ratio=1)
    trail = _by_players(FALSE_TRAIL[players] for players in rules.players)
    for row in (
        ("left", "buy a ticket: draw 1", "taxi: draw 2", f"false trail: {_trail(trail)}"),
        (
            "middle",
            "interrogation: turn up a magnifier",
            "bus: turn up 2",
            "equipment: draw 4",
        ),
        (
            "right",
            "search: draw a card from a hand you name; a ticket is discarded",
            "underground: draw 2",
            "hide-out: everybody lays a card face down, the Mister X card perhaps; they are "
            "shuffled, and everybody takes one",
        ),
    ):
        actions.add_row(*row)
    return [table, Text(), actions]


def facts(rules: Cards) -> dict[str, str]:
    """The game's properties, by what a player calls them, in reading order."""
    numbers = rules.players
    tickets = {players: tickets_for(players) for players in numbers}
    draw = (
        len(cards) + 1 - RESERVE - players * HAND - len(PILES) for players, cards in tickets.items()
    )
    return {
        "players": f"{ranges(numbers)}; who of them is Mister X is dealt",
        "tickets": "\n".join(_tickets(players, cards) for players, cards in tickets.items()),
        "black reserve": f"{RESERVE} black tickets, face down",
        "deal": f"{HAND} cards each; the Mister X card is among the first {TOP}",
        "piles": f"{len(PILES)} tickets in ascending order, under the actions",
        "draw pile": f"{_by_players(draw)} tickets for {_by_players(numbers)} players",
        "magnifiers": "3, the first face up",
        "a turn": "draw a ticket, then play one on the pile where it fits: higher than the ticket "
        "it covers, lower than the next pile's; the action above the pile follows",
        "a ticket too low": "is discarded for three new piles, and the turn is over",
        "interrogation": "when the third magnifier is up: you name a player and see his hand; "
        "whether he is Mister X is announced, and the magnifiers go down",
        "found": f"he takes a ticket of the black reserve, if one is left, and gives up {GIVEN_UP}",
        "the detectives win": "when a search draws the Mister X card, or when he is found and has "
        f"fewer than {GIVEN_UP} tickets to give up",
        "Mister X wins": "when a false trail leaves no detective a ticket, or when the draw pile "
        "is empty at the end of a turn",
        "out of play": "a detective whose last ticket goes on a false trail; he wins with the "
        "others",
    }


def _tickets(players: int, cards: Sequence[int]) -> str:
    """How many tickets so many players have, by colour; which number has which is data."""
    counts = Counter(default_deck().colour(card) for card in cards)
    colours = ", ".join(f"{counts[letter]} {name}" for letter, name in COLOURS.items())
    without = "" if len(cards) == TICKETS else f" of the {TICKETS}"
    return f"{players} players: {len(cards)}{without}: {colours}"


def _trail(numbers: str) -> str:
    return f"the detectives give up {numbers} tickets between them"


def _by_players(numbers: Iterable[int]) -> str:
    return " / ".join(map(str, numbers))
