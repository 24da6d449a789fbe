"""A game played through again, step by step: as it was, or as somebody saw it at the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from misterx.chase import Chase
from misterx.chase.viewpoints import VIEW_X
from misterx.core import (
    SPECTATOR,
    AnyRules,
    Event,
    Game,
    Malformed,
    Record,
    RecordError,
    Viewpoint,
    game_of,
)
from misterx.server.table.plan import MOST_RECORD, check_carried

__all__ = ["TRUTH", "game_in", "replay"]

TRUTH: Final = "truth"
"""Whoever looks back may see everything."""


def game_in(text: str) -> Game:
    """The game of a record's file; raises `RecordError` with the place, or `BadSetup`."""
    if len(text) > MOST_RECORD:
        raise RecordError("this is too long for a record")
    record = Record.read(text)
    check_carried(record.header)
    return Game.from_record(record)


def replay(game: Game, who: str) -> dict[str, object]:
    """The whole game as JSON, for `TRUTH` or a viewpoint; raises `Malformed` for any other."""
    rules, header = game.rules, game.header
    eyes = [eye for eye in rules.viewpoints(game.state) if eye != SPECTATOR]
    if who != TRUTH and who not in eyes:
        raise Malformed(f"no eyes {who!r}; there are: {', '.join((TRUTH, *eyes))}")
    outcome = game.outcome
    return {
        "game": game_of(rules),
        "edition": header.edition,
        "players": header.players,
        "options": dict(header.options),
        "tags": dict(header.tags),
        "eyes": [TRUTH, *eyes],
        "seen_by": who,
        "seats": list(rules.seats(game.state)),
        "outcome": None if outcome is None else [outcome.winner, str(outcome.reason)],
        "steps": [
            {
                "events": [
                    {"kind": event.kind, **event.data}
                    for event in events
                    if _is_told(rules, event, who)
                ],
                "view": _view(rules, state, who),
            }
            for state, events in _steps(game)
        ],
    }


def _steps(game: Game) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """The state after each move and what was told of it; first how it all began.

    Whatever chance adds belongs to the step before it.
    """
    state = game.state_at(0)
    events: tuple[Event, ...] = ()
    for entry in game.line:
        if not entry.by_chance:
            yield state, events
            events = ()
        state, events = entry.state, (*events, *entry.events)
    # A game that the table has ended is open in its last state, as any other is.
    yield game.state, events


def _is_told(rules: AnyRules, event: Event, who: str) -> bool:
    if who != TRUTH:
        return who in event.audience
    if isinstance(rules, Chase):
        return VIEW_X in event.audience
    return bool(event.audience)


def _view(rules: AnyRules, state: Any, who: str) -> dict[str, object]:  # noqa: ANN401 - the game's own
    """What somebody saw; the moves so far are the steps themselves."""
    if who != TRUTH:
        view = _seen(rules, state, Viewpoint(who))
    elif isinstance(rules, Chase):
        view = _seen(rules, state, VIEW_X)
    else:
        view = _all_cards(rules, state)
    return {**view, "history": []}


def _seen(rules: AnyRules, state: Any, who: Viewpoint) -> dict[str, Any]:  # noqa: ANN401 - the game's own
    return rules.view(rules.observe(state, who))


def _all_cards(rules: AnyRules, state: Any) -> dict[str, Any]:  # noqa: ANN401 - the game's own
    """A card game with everybody's hand open: what each seat sees of its own."""
    view = _seen(rules, state, SPECTATOR)
    for seat in rules.seats(state):
        own = _seen(rules, state, rules.viewpoint(seat))
        view["hands"][seat] = own["hands"][seat]
        if own["laid"].get(seat) is not None:
            view["laid"][seat] = own["laid"][seat]
        view["x"] = view["x"] or own["x"]
    return view
