"""Card games to sit down at: hands that are known, saved with who plays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

import misterx
from misterx.cards import default_deck
from misterx.cards.deck import tickets_for
from misterx.core import Game

Hands = Mapping[str, Sequence[int | str]]

# On the piles below, P1 has a ticket for every action and its bonus: 22, 52, 71, and black ones
# for Mister X's: 24, 53, 74. With 2 he would renew the piles.
HANDS: Hands = {
    "P1": ("X", 2, 22, 24, 52, 53, 71, 74),
    "P2": (3, 23, 25, 26, 46, 47, 67, 72),
    "P3": (4, 27, 31, 32, 48, 51, 73, 75),
}
PILES = (21, 45, 66)


def dealt(hands: Hands = HANDS, *, draw: Sequence[int] = (6, 7, 8), first: str = "P1") -> Game:
    """A game with these hands on those piles; `draw`: what is drawn first."""
    players = len(hands)
    used = {*chain(*hands.values()), *PILES, *draw}
    rest = [ticket for ticket in tickets_for(players) if ticket not in used]
    reserve = [ticket for ticket in rest if default_deck().is_black(ticket)][-5:]
    deck = [
        *chain.from_iterable(zip(*hands.values(), strict=True)),
        *PILES,
        *draw,
        *(ticket for ticket in rest if ticket not in reserve),
    ]
    return misterx.new_game("cards-2017", players, seed=1, deck=deck, reserve=reserve, first=first)


def seated(game: Game, folder: Path, *moves: str, **seats: str) -> str:
    """The file of a game after these moves; people sit where nobody else is named."""
    for move in moves:
        game.play(move)
    everybody = {f"seat {seat}": seats.get(seat, "person") for seat in game.seats}
    file = folder / "cards.txt"
    file.write_text(game.record(everybody).to_text(), encoding="utf-8")
    return str(file)
