"""Tables of a card game as somebody sees it: piles, players, a hand. Nothing here prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.table import Table
from rich.text import Text

from misterx.cards import X_CARD, Deck, Observation
from misterx.cards.deck import Card, tickets_for
from misterx.cards.memory import HidOut, Looked
from misterx.cards.moves import PILES, Action
from misterx.cards.suspicion import known_cards, suspects
from misterx.cards.turns import FALSE_TRAIL
from misterx.cli.cards.words import (
    ACTIONS,
    COLOURS,
    MAGNIFIERS,
    PILE_NAMES,
    card_name,
    cards_text,
    general_action,
)
from misterx.cli.words import counted, listed
from misterx.core import Seat

__all__ = [
    "by_colour",
    "counts_lines",
    "interrogation_lines",
    "known_lines",
    "piles_table",
    "seats_table",
    "suspicion_line",
]

_LABEL = 12
_BONUS_WORDS = ("taxi: 2 tickets", "bus: 2 magnifiers", "underground: 2 cards")


def piles_table(seen: Observation) -> Table:
    """The three piles: their top tickets, what fits on each, and the actions above them."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", style="bold", width=_LABEL - 2)
    for pile in PILES:
        table.add_column(f"{PILE_NAMES[pile]} pile")
    tops = [f"{card_name(seen.deck, top)} {COLOURS[seen.deck.colour(top)]}" for top in seen.piles]
    ends = [*(top - 1 for top in seen.piles[1:]), tickets_for(len(seen.seats))[-1]]
    fits = [_span(top + 1, end) for top, end in zip(seen.piles, ends, strict=False)]
    table.add_row("on top", *tops, style="bold")
    table.add_row("takes", *fits)
    table.add_row("action", *(ACTIONS[general_action(pile)] for pile in PILES))
    table.add_row("bonus", *_BONUS_WORDS)
    trail = f"{ACTIONS[Action.TRAIL]}: {FALSE_TRAIL[len(seen.seats)]} tickets"
    own = (trail, f"{ACTIONS[Action.EQUIP]}: 4 tickets", ACTIONS[Action.HIDEOUT])
    table.add_row("X on black", *own, style="dim")
    return table


def _span(low: int, high: int) -> str:
    if low > high:
        return "nothing"
    return str(low) if low == high else f"{low} to {high}"


def counts_lines(seen: Observation) -> Iterator[Text]:
    """Low tickets, magnifiers, and what is left to draw."""
    if seen.piles and seen.piles[0] > 1:
        low = _span(1, seen.piles[0] - 1)
        yield _line("Low", f"{low}: discarded for three new piles")
    up = "●" * seen.magnifiers + "○" * (MAGNIFIERS - seen.magnifiers)
    yield _line("Magnifiers", f"{up} {seen.magnifiers} of {MAGNIFIERS} up")
    yield _line(
        "Left",
        f"{counted(seen.draw, 'ticket')} to draw, {seen.reserve} in the black reserve, "
        f"{len(seen.discard)} discarded",
    )


def seats_table(
    seen: Observation,
    players: Mapping[str, str] | None = None,
    hands: Mapping[Seat, tuple[Card, ...]] | None = None,
) -> Table:
    """Everybody with the size of his hand and what is known of him by all.

    `players` names who plays each seat, `hands` opens the hands; each is left out without it.
    """
    me, innocent = Seat(seen.who), _proved_innocent(seen)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("player", style="bold", min_width=_LABEL - 2)
    if players is not None:
        table.add_column("played by")
    table.add_column("cards", justify="right")
    if hands is not None:
        table.add_column("hand")
    table.add_column("")
    for seat, size in zip(seen.seats, seen.sizes, strict=True):
        row = [str(seat)]
        if players is not None:
            row.append(players[seat])
        row.append(str(size))
        if hands is not None:
            row.append(cards_text(seen.deck, hands[seat]))
        notes = ["you"] if seat == me else []
        if seat == seen.x:
            notes.append("Mister X")
        if seat in seen.out:
            notes.append("out")
        elif seat in innocent:
            notes.append("innocent")
        if seat in seen.to_move:
            notes.append("to move")
        if seat in dict(seen.laid):
            notes.append("has laid a card")
        table.add_row(*row, ", ".join(notes))
    return table


def _proved_innocent(seen: Observation) -> set[Seat]:
    """Who was announced to be innocent, and has been in no hide-out since."""
    innocent: set[Seat] = set()
    for fact in seen.memory:
        if isinstance(fact, HidOut):
            innocent.difference_update(fact.seats)
        elif isinstance(fact, Looked) and not fact.found:
            innocent.add(fact.of)
    return innocent


def by_colour(deck: Deck, hand: Iterable[Card]) -> Table:
    """A hand, a line for each colour, the Mister X card first."""
    cards = tuple(hand)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", min_width=_LABEL - 2, no_wrap=True)
    table.add_column()
    if X_CARD in cards:
        table.add_row("X", Text("the Mister X card", style="bold"))
    for letter, name in COLOURS.items():
        held = [str(card) for card in cards if card != X_CARD and deck.colour(card) == letter]
        table.add_row(f"{letter} {name}", "  ".join(held) or "–")
    return table


def suspicion_line(seen: Observation) -> Text:
    """What is announced of Mister X, and who can be him for all that one knows oneself."""
    can = suspects(seen)
    if seen.x == Seat(seen.who):
        known = "and everybody knows it" if seen.x_known else "and nobody has been told"
        return _line("Mister X", f"is you, {known}")
    if seen.x_known:
        return _line("Mister X", f"is {seen.x}, as everybody knows")
    if len(can) == 1:
        return _line("Mister X", f"is not announced, but it can only be {can[0]}")
    return _line("Mister X", f"is not known: {listed(can, 'or')} can be him")


def interrogation_lines(seen: Observation) -> Iterator[Text]:
    """The last interrogation, and the hand for those who saw it."""
    for last in seen.interrogations[-1:]:
        outcome = "found to be Mister X" if last.found else "innocent"
        text = f"{last.by} looked at the hand of {last.of}: {outcome}"
        yield _line("Last asked", text)
        if last.hand is not None and last.of != Seat(seen.who):
            yield _line("", f"{last.of} held {cards_text(seen.deck, last.hand)}")


def known_lines(seen: Observation) -> Iterator[Text]:
    """The cards that one has seen in other hands and that lie nowhere else since."""
    held = {seat: cards for seat, cards in known_cards(seen).items() if cards}
    for seat, cards in held.items():
        yield _line(seat, f"had {cards_text(seen.deck, sorted(cards))}")
    if held and any(isinstance(fact, HidOut) for fact in seen.memory):
        yield Text("A hide-out came in between: one of them may be in another hand.", style="dim")
    if not held:
        yield Text("You have seen no ticket that is still in another hand.")


def _line(label: str, text: str) -> Text:
    return Text.assemble((f"{label:<{_LABEL}}", "bold"), text)
