"""A card game told afterwards: turn by turn, or any position of it."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from misterx.cards import Observation
from misterx.cards.deck import Card
from misterx.cards.state import Phase
from misterx.cli.cards.news import sentences
from misterx.cli.cards.screen import table_parts, what_is_asked
from misterx.cli.cards.tables import counts_lines, piles_table, seats_table
from misterx.cli.cards.words import cards_text
from misterx.cli.words import listed
from misterx.core import SPECTATOR, Game, Seat, Viewpoint

__all__ = ["position", "story"]


def story(game: Game, width: int) -> Iterator[RenderableType]:  # noqa: ARG001 - what every chronicle takes
    """The hands to begin with, and the turns with everything that happened in them."""
    entries = range(len(game.line) + 1)
    dealt = next(at for at in entries if _view(game, at, SPECTATOR).phase is not Phase.DEAL)
    yield seats_table(_view(game, dealt, SPECTATOR), hands=_hands(game, dealt))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("turn", justify="right")
    table.add_column("player")
    table.add_column("what happened")
    for turn, seat, told in _turns(game, dealt):
        table.add_row(turn, seat, "\n".join(told))
    yield table


def _turns(game: Game, dealt: int) -> Iterator[tuple[str, str, list[str]]]:
    """Every turn with its sentences, in order; the deal, where chance made it, comes first."""
    first = _view(game, dealt, SPECTATOR)
    turn, seat = ("", "") if dealt else (str(first.turn), str(first.seat))
    told: list[str] = []
    for entry in game.line:
        for event in entry.events:
            if event.kind == "turn":
                yield turn, seat, told
                turn, seat, told = str(event.data["turn"]), str(event.data["seat"]), []
            told.extend(sentences(event, entry.state.deck))
    yield turn, seat, told


def position(game: Game, entry: int, eyes: str | None, width: int) -> Iterator[RenderableType]:  # noqa: ARG001 - what every chronicle takes
    """The table after so many entries; the whole truth opens every hand."""
    seen = _view(game, entry, eyes or SPECTATOR)
    yield Text(f"Turn {seen.turn}: {_moment(seen)}")
    if seen.phase is Phase.DEAL:
        return
    if eyes is not None:
        yield from table_parts(seen)
        return
    yield piles_table(seen)
    yield from counts_lines(seen)
    yield Text()
    yield seats_table(seen, hands=_hands(game, entry))
    for seat, _ in seen.laid:
        laid = [card for owner, card in _view(game, entry, seat).laid if owner == seat and card]
        yield Text(f"{seat} has laid {cards_text(seen.deck, laid)}.")


def _moment(seen: Observation) -> str:
    """What the game waits for."""
    if not seen.to_move and seen.phase in (Phase.SEARCH, Phase.HIDEOUT):
        return "cards are drawn by chance"
    return what_is_asked(seen, listed(seen.to_move, "or"))


def _hands(game: Game, entry: int) -> dict[Seat, tuple[Card, ...]]:
    """Every hand, as its owner sees it."""
    return {seat: _view(game, entry, seat).hand or () for seat in game.seats}


def _view(game: Game, entry: int, who: str) -> Observation:
    seen: Observation = game.rules.observe(game.state_at(entry), Viewpoint(who))
    return seen
