"""Moves of the card game as a person picks them. Nothing here prints.

A ticket has one place where it fits, so its own number picks it. A player is picked by the number
of his seat, an action by its place in the list; and everything can be written out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.table import Table

from misterx.cards import Move, Observation
from misterx.cards.deck import X_CARD, Card, card_text
from misterx.cards.moves import PILES, Act, Action, Drop, Lay, Name, Play, Renew
from misterx.cards.suspicion import suspects
from misterx.cards.turns import FALSE_TRAIL
from misterx.cli.cards.words import (
    ACTIONS,
    ASIDE,
    COLOURS,
    MAGNIFIERS,
    PILE_NAMES,
    general_action,
    has_bonus,
    what_follows,
)
from misterx.cli.play.table import Choice, Unclear, by_key
from misterx.cli.words import counted
from misterx.core import Seat

__all__ = ["choices_table", "false_trail", "list_choices", "meant"]

_WHOLE = re.compile(r"(P\d)\s*:\s*(.+)", re.IGNORECASE)
_PLAY = re.compile(r"(\d+|X)\s*>?\s*(L|LEFT|M|MIDDLE|R|RIGHT|NEW)", re.IGNORECASE)
_GIVE = re.compile(r"(DROP|LAY)\s+(\d+|X)", re.IGNORECASE)
_NAME = re.compile(r"\?\s*(P\d)|(P\d)", re.IGNORECASE)
_OWN_ACTIONS = {
    Action.TRAIL: "the detectives give up {} between them",
    Action.EQUIP: "draw 4 tickets",
    Action.HIDEOUT: "everybody lays a card, they are shuffled and dealt again",
}


def list_choices(seen: Observation, moves: Iterable[Move]) -> list[Choice]:
    """The moves in the order of their numbers."""
    return sorted(
        (_choice(seen, at, move) for at, move in enumerate(moves, 1)),
        key=lambda choice: (len(choice.key), choice.key),
    )


def choices_table(choices: Sequence[Choice]) -> Table:
    """The list, a line for each move; what stands first picks it."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for choice in choices:
        table.add_row(f"{choice.key})", choice.kind, choice.label)
    return table


def meant(line: str, seat: str, choices: Sequence[Choice]) -> str:
    """The move, in the notation, that a typed line means; raises `Unclear`.

    Whatever looks like a move is passed on, legal or not: the rules know what is wrong with it.
    """
    if found := by_key(line, choices):
        return found
    if line.isdecimal():
        keys = ", ".join(choice.key for choice in choices)
        raise Unclear(f"{line[:6]} is not in the list, which has {keys}.")
    if whole := _WHOLE.fullmatch(line):
        seat, line = whole[1].upper(), whole[2]
    if played := _PLAY.fullmatch(line):
        where = played[2].lower()
        pile = where if where == "new" else where[0].upper()
        return f"{seat}:{played[1].upper()}>{pile}"
    if given := _GIVE.fullmatch(line):
        return f"{seat}:{given[1].lower()} {given[2].upper()}"
    if named := _NAME.fullmatch(line):
        return f"{seat}:?{(named[1] or named[2]).upper()}"
    if (action := line.lower().replace("-", "")) in list(Action):
        return f"{seat}:{action}"
    raise Unclear(f"{line[:40]!r} is no move and no command: `help` lists what you can type.")


def _choice(seen: Observation, at: int, move: Move) -> Choice:
    """How a move is picked and listed."""
    match move:
        case Play(seat, card, pile):
            place = f"{PILE_NAMES[pile]} pile:"
            label = f"{place:<13}{_brings(seen, card, pile)}"
            return Choice(str(card), str(move), seat, _kind(seen, card), label)
        case Renew(seat, card):
            return Choice(str(card), str(move), seat, _kind(seen, card), ASIDE)
        case Act(seat, action):
            return Choice(str(at), str(move), seat, ACTIONS[action], _about(seen, action))
        case Name(seat, other):
            return Choice(other[1:], str(move), seat, other, _about_player(seen, other))
        case Drop(seat, card):
            return Choice(str(card), str(move), seat, _kind(seen, card), "give it up")
        case Lay(seat, card):
            kind = _kind(seen, card)
            return Choice(card_text(card), str(move), seat, kind, "lay it face down")
        case _:
            raise ValueError(f"{move} is for no person to choose")


def _kind(seen: Observation, card: Card) -> str:
    return "the Mister X card" if card == X_CARD else COLOURS[seen.deck.colour(card)]


def _brings(seen: Observation, card: Card, pile: str) -> str:
    """What a ticket brings; Mister X sees what else a black one offers him."""
    general = what_follows(seen.deck, card, pile)
    if general_action(pile) is Action.INTERROGATE:
        up = seen.magnifiers + 1 + has_bonus(seen.deck, card, pile)
        if up >= MAGNIFIERS:
            general = general.replace(ACTIONS[Action.INTERROGATE], "interrogate somebody")
    if not seen.deck.is_black(card) or X_CARD not in (seen.hand or ()):
        return general
    own = list(Action)[PILES.index(pile) + len(PILES)]
    return f"{general}, or as Mister X: {ACTIONS[own]}"


def _about(seen: Observation, action: Action) -> str:
    if not action.is_of_mister_x:
        return "as anybody may"
    number = counted(false_trail(seen), "ticket")
    return f"as Mister X, who then is known: {_OWN_ACTIONS[action].format(number)}"


def _about_player(seen: Observation, other: Seat) -> str:
    cards = counted(seen.sizes[seen.seats.index(other)], "card")
    if X_CARD in (seen.hand or ()):
        return cards
    can = suspects(seen)
    if other not in can:
        return f"{cards}, cannot be Mister X"
    return f"{cards}, {'can be' if len(can) > 1 else 'is'} Mister X"


def false_trail(seen: Observation) -> int:
    """How many tickets a false trail costs the detectives in this game."""
    return FALSE_TRAIL[len(seen.seats)]
