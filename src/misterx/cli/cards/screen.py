"""What a person sees at the card game when it is their turn: from an observation to tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from misterx.cards import Observation
from misterx.cards.state import Phase
from misterx.cli.cards.tables import (
    by_colour,
    counts_lines,
    interrogation_lines,
    piles_table,
    seats_table,
    suspicion_line,
)
from misterx.cli.cards.words import PILE_NAMES, card_name
from misterx.cli.words import counted

__all__ = ["HELP", "table_parts", "turn_screen", "what_is_asked"]


def turn_screen(seen: Observation, seat: str, seats: Mapping[str, str]) -> Iterator[RenderableType]:
    """The table for the player who is asked."""
    yield Rule(f"Turn {seen.turn} · {what_is_asked(seen, seat)}", style="dim", align="left")
    yield from table_parts(seen, seats)
    yield Text()


def table_parts(
    seen: Observation, seats: Mapping[str, str] | None = None
) -> Iterator[RenderableType]:
    """Everything that these eyes see: piles, counts, players, what is known, the own hand."""
    yield piles_table(seen)
    yield from counts_lines(seen)
    yield Text()
    yield seats_table(seen, seats)
    yield suspicion_line(seen)
    yield from interrogation_lines(seen)
    if seen.hand is not None:
        yield Text(f"\nYour hand: {counted(len(seen.hand), 'card')}", style="bold")
        yield by_colour(seen.deck, seen.hand)


def what_is_asked(seen: Observation, seat: str) -> str:
    """What somebody has to decide now, in words."""
    owed = counted(seen.owed, "ticket")
    match seen.phase:
        case Phase.PLAY:
            return f"{seat} plays a ticket"
        case Phase.ACTION:
            assert seen.played is not None
            ticket = card_name(seen.deck, seen.played.ticket)
            return f"{seat} names the action for {ticket} on the {PILE_NAMES[seen.played.pile]}"
        case Phase.INTERROGATE:
            return f"{seat} names whom to interrogate"
        case Phase.SEARCH:
            return f"{seat} names whom to search, for {counted(seen.owed, 'card')}"
        case Phase.GIVE:
            return f"{seat} was found and gives up {owed}"
        case Phase.TRAIL:
            return f"false trail, {owed} to go: {seat} gives up one"
        case Phase.HIDEOUT:
            return f"hide-out: {seat} lays a card"
        case Phase.DEAL:
            return "the cards are not dealt yet"
        case Phase.OVER:
            return "the game is over"


HELP = """\
The number of a ticket plays it: each fits in one place. Or write the move:
  13>L         ticket 13 on the left pile; M middle, R right
  7>new        discard a ticket below the left pile for three new piles
  buy          after a black ticket: buy, interrogate or search;
               trail, equip or hideout as Mister X
  ?P3          name P3, to interrogate or search him
  drop 12      give up a ticket
  lay 55       put a card into the hide-out; lay X for the Mister X card
Or type one of these:
  moves        the list of moves again
  table        the whole table again
  discard      the tickets that are discarded or covered
  known        the cards you have seen in other hands
  next         on a false trail: let another detective drop first
  undo         says why nothing is taken back
  save [FILE]  save the game; the file holds everything, all hands too
  resign       give up for your side
  quit         stop playing\
"""
