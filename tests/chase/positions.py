"""Positions put up by hand, and short ways to ask what a game says about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from misterx import Game, Refused, new_game
from misterx.core import JsonObject
from misterx.core.rules import Event

CLASSIC = ("classic-1983", "classic-2000")
MODERN = ("modern-2013", "modern-24")
WITH_TICKETS = (*CLASSIC, *MODERN, "research-2011")
EDITIONS = (*WITH_TICKETS, "beginner")
TABLES: Mapping[str, Sequence[int]] = {
    "classic-1983": (3, 4, 5, 6),
    "classic-2000": (3, 4, 5, 6),
    "modern-2013": (2, 3, 4, 5, 6),
    "modern-24": (2, 3, 4, 5, 6),
    "beginner": (4, 5),
    "research-2011": (6,),
}
"""The numbers of players, Mister X among them, that each edition is for."""
FIRST_CHOICES = {"D1": 41, "D2": 46, "D3": 124, "D4": 142}
"""Start stations for the detectives of the beginners' game, who choose them."""

_AWAY = (197, 174, 155, 138, 117, 103, 94, 198)
"""Where pieces stand that a test does not speak of: out of the way."""
_WINDOW = re.compile(r"([TBUK]?)([0-9]+)(!?)")


def every_edition(*names: str) -> pytest.MarkDecorator:
    """The test runs once for each of these editions; for all if none is named."""
    return pytest.mark.parametrize("edition", names or EDITIONS)


def every_table(*names: str) -> pytest.MarkDecorator:
    """The test runs once for each edition and each number of players it is for."""
    tables = ((name, players) for name in names or EDITIONS for players in TABLES[name])
    return pytest.mark.parametrize(("edition", "players"), tuple(tables))


def smallest_table(edition: str) -> int:
    """The table with three or more detectives and no one steering two: four players, or six."""
    return 4 if 4 in TABLES[edition] else 6


def begin(
    edition: str | JsonObject,
    players: int,
    *,
    seed: int = 1,
    **more: Any,  # noqa: ANN401
) -> Game:
    """A game at Mister X's first move; beginners' detectives have chosen their stations."""
    if not isinstance(edition, str):
        return new_game(None, players, seed=seed, rules=edition, **more)
    if edition == "beginner":
        pieces = list(FIRST_CHOICES)[: players - 1]
        more.setdefault("starts", {piece: FIRST_CHOICES[piece] for piece in pieces})
    return new_game(edition, players, seed=seed, **more)


def put_up(
    edition: str | JsonObject,
    players: int = 4,
    *,
    x: int | None = None,
    hunters: Mapping[str, int] | None = None,
    log: Sequence[str] = (),
    tickets: Mapping[str, Sequence[int]] | None = None,
    mister_x: Mapping[str, int] | None = None,
    options: Mapping[str, bool] | None = None,
    **changes: object,
) -> Game:
    """A real game's position with some of it changed.

    Hunters that are not named stand far away. `log` is written like `("T46", "K58!")`, with a mark
    for the windows seen; Mister X is on the last of them. Tickets are taxi, bus, underground.
    """
    game = begin(edition, players, options=options)
    position = where(game)
    for key in ("possible", "to_move", "start_x", "outcome"):
        del position[key]
    position["turn"] = "X"
    position["log"] = [_window(text) for text in log]
    position["x"] = position["log"][-1]["station"] if log else x or position["x"]
    named = dict(hunters or {})
    away = iter([s for s in _AWAY if s not in (*named.values(), position["x"])])
    position["hunters"] = {
        piece: named.pop(piece, None) or next(away) for piece in game_pieces(game)
    }
    assert not named, f"no such pieces at this table: {named}"
    for piece, counts in (tickets or {}).items():
        position["tickets"][piece] = counted(*counts)
    position["mister_x"].update(mister_x or {})
    return Game.from_position(game.rules, {**position, **changes})


def there_and_back(windows: int, here: int, there: int, ticket: str = "T") -> tuple[str, ...]:
    """A log of so many windows, to and fro between two stations, that ends `here`."""
    return tuple(
        f"{ticket}{here if (windows - n) % 2 == 0 else there}" for n in range(1, windows + 1)
    )


def counted(taxi: int, bus: int, underground: int) -> dict[str, int]:
    """Tickets as positions and views write them."""
    return {"taxi": taxi, "bus": bus, "underground": underground}


def _window(text: str) -> dict[str, object]:
    found = _WINDOW.fullmatch(text)
    assert found is not None, f"no window of a log: {text}"
    return {"ticket": found[1] or None, "station": int(found[2]), "seen": bool(found[3])}


# --- asking -------------------------------------------------------------------------------


def where(game: Game) -> dict[str, Any]:
    """Everything about the game as it stands, hidden things included."""
    position: dict[str, Any] = game.rules.position(game.state)
    return position


def seen(game: Game, who: str = "hunters") -> dict[str, Any]:
    """What a viewpoint sees."""
    return game.view(who)


def game_pieces(game: Game) -> tuple[str, ...]:
    """The hunters' pieces, detectives first."""
    return tuple(seen(game)["hunters"])


def moves_of(game: Game, piece: str) -> set[str]:
    """Where a piece may go now, as the notation says it behind the colon."""
    return {text.partition(":")[2] for text in game.legal if text.startswith(f"{piece}:")}


def single_moves(game: Game) -> set[str]:
    """Mister X's moves but for the double ones."""
    return {move for move in moves_of(game, "X") if "+" not in move}


def result(game: Game) -> tuple[str, str] | None:
    """Who has won and why; None while the game goes on."""
    return (game.outcome.winner, str(game.outcome.reason)) if game.outcome else None


def passed(events: Iterable[Event]) -> list[str]:
    """Who passed, as the answer to a move names them."""
    names: list[str] = []
    for event in events:
        if event.kind == "passed":
            pieces: Any = event.data["pieces"]
            names.extend(pieces)
    return names


# --- playing ------------------------------------------------------------------------------


def play(game: Game, *moves: str) -> Game:
    """The same game after these moves."""
    for move in moves:
        game.play(move)
    return game


def answer(game: Game) -> Game:
    """The same game after the hunters have moved as long as it is their turn, catching nobody."""
    while game.outcome is None and where(game)["turn"] == "hunters":
        x = str(where(game)["x"])
        game.play(next(move for move in game.legal if re.findall(r"\d+$", move) != [x]))
    return game


def refused(game: Game, move: str, seat: str | None = None) -> str:
    """The code with which a move is refused; the game is as it was, and does not offer it."""
    before = where(game)
    with pytest.raises(Refused) as no:
        game.play(move, seat)
    assert where(game) == before
    assert seat is not None or move not in game.legal
    return str(no.value.refusal.code)


def cannot_put_up(edition: str | JsonObject, players: int = 4, **changes: Any) -> str:  # noqa: ANN401
    """The code with which a position is refused."""
    with pytest.raises(Refused) as no:
        put_up(edition, players, **changes)
    return str(no.value.refusal.code)
