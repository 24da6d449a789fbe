"""Following a game whose Mister X nobody here knows: from what is said aloud at a real table.

The rules want a full state, so one is imagined: any that the hunters cannot tell from the true one.
Where the next thing said does not fit it, another is imagined. What everybody can work out is the
same in all of them (D7), so nothing depends on which.

What is said has the notation of moves, with a question mark for a hidden station: ``X:T?``. Where
Mister X is seen without a move of his that tells it, ``seen 46`` follows: ``X:show seen 46``, or
``D4:B96 seen 46`` when he comes back into sight, is caught or is shut in by that move. If the
window between the halves of his double move opens then, it is named too: ``seen 46 via 58``, or
``via 58`` where he was in sight again. Start cards are said as they are drawn: ``D1@26``; his own
is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from misterx.board import Station
from misterx.chase.moves import MISTER_X, HunterMove, Move, XMove, masked
from misterx.chase.network import Stations, stations_of
from misterx.chase.observation import Observation, observe, sample
from misterx.chase.refusals import refusal
from misterx.chase.rules import Chase
from misterx.chase.state import HUNTERS_TURN, X_TURN, State
from misterx.chase.tickets import BLACK
from misterx.chase.viewpoints import VIEW_HUNTERS
from misterx.core.errors import Code, IllegalMove
from misterx.core.rules import CHANCE, Reason, Setup, Step

__all__ = ["begin", "follow", "said", "sayable", "second_halves", "witnessed"]

_FOUND = (Reason.CAUGHT, Reason.TRAPPED)
"""The ends at which his station is said aloud."""
_STATION = "([1-9][0-9]{0,3})"
_TOLD = re.compile(f"(.+?)(?: seen {_STATION})?(?: via {_STATION})?")


class _Shown(NamedTuple):
    """Where a step shows Mister X, besides what the move itself tells."""

    seen: Station | None = None
    """Where he is."""
    via: Station | None = None
    """Where he was between the halves of his double move."""

    def __str__(self) -> str:
        return "".join(
            f" {word} {station}"
            for word, station in zip(self._fields, self, strict=True)
            if station is not None
        )


def begin(rules: Chase, setup: Setup) -> State:
    """A game before anything was said; raises `BadSetup`."""
    return _dealt(rules, rules.new_game(setup))


def follow(rules: Chase, state: State, told: str) -> State:
    """A state after what was said; raises `Malformed` or `IllegalMove` if it cannot have been so.

    Without a word of an end the game goes on, if it can: a detective who enters a station where
    Mister X could be has not caught him.
    """
    text, shown = _parts(told)
    ended: State | None = None
    for imagined in _imagined(state):
        for move in _meant(rules, imagined, text):
            step = rules.apply(imagined, move)
            if _shown(step) != shown:
                continue
            if shown != _Shown() or step.state.outcome is None:
                return _dealt(rules, step.state)
            ended = ended or step.state
    if ended is not None:
        return ended
    raise _cannot_be(rules, state, text, shown)


def said(rules: Chase, state: State, move: Move) -> str:
    """What is said aloud of a move that is made in a state."""
    return _told(state, move, rules.apply(state, move))


def sayable(rules: Chase, state: State) -> list[str]:
    """Everything that may be said next, sorted; a double move by its first half, as ``X:T?+``."""
    if not _is_x_to_ride(state):
        imagined = list(_imagined(state)) if state.to_place is None else [state]
        moves = rules.legal_moves(state)
        return sorted({text for move in moves for text in _words(rules, imagined, move)})
    single = {_public(one, move) for one in _elsewhere(state) for move in _singles(rules, one)}
    first = {text.partition("+")[0] + "+" for text in _doubles(rules, state)}
    return sorted(single | first)


def second_halves(rules: Chase, state: State, begun: str) -> list[str]:
    """The double moves that may be meant once the first half was said, as ``X:T?+``; sorted."""
    doubles = _doubles(rules, state) if _is_x_to_ride(state) else set()
    return sorted(text for text in doubles if text.startswith(begun))


def witnessed(state: State) -> Observation:
    """What everybody at such a table knows; at the end too only what was said, nothing imagined."""
    seen = observe(state._replace(outcome=None), VIEW_HUNTERS)
    if state.outcome is None:
        return seen
    x, beliefs = seen.x, seen.beliefs
    if state.outcome.reason in _FOUND:
        x, beliefs = state.x, (*beliefs[:-1], 1 << state.station(MISTER_X))
    return replace(seen, x=x, beliefs=beliefs, to_move=(), outcome=state.outcome)


def _dealt(rules: Chase, state: State) -> State:
    """Where only Mister X has no start card yet: the same with some card in his hand."""
    if rules.to_act(state) == (CHANCE,) and state.to_place == MISTER_X:
        return rules.apply(state, rules.chance_outcomes(state)[0][0]).state
    return state


def _is_x_to_ride(state: State) -> bool:
    return state.turn is X_TURN and (state.outcome, state.pending, state.to_place) == (None,) * 3


def _elsewhere(state: State) -> Iterator[State]:
    """This state with Mister X at each station where he can be; his way there does not fit."""
    for station in stations_of(state.beliefs[-1]):
        yield state._replace(x=station)


def _singles(rules: Chase, state: State) -> Sequence[Move]:
    return rules.legal_moves(state._replace(double=0))


def _doubles(rules: Chase, state: State) -> set[str]:
    """The double moves that Mister X can make, as they are said aloud."""
    edition = state.cast.edition
    now = len(state.log) + 1
    seen = [
        {black: edition.is_seen_at(n, on_black=black) for black in (True, False)}
        for n in (now, now + 1)
    ]
    # Most are said alike, and making words takes longer than finding the moves.
    found: dict[tuple[object, ...], str] = {}
    for one in _elsewhere(state):
        for move in rules.legal_moves(one):
            if not isinstance(move, XMove) or len(move.legs) == 1:
                continue
            heard = tuple(
                (ticket, to if seen[half][ticket is BLACK] else None)
                for half, (ticket, to) in enumerate(move.legs)
            )
            if heard not in found:
                found[heard] = _public(one, move)
    return set(found.values())


def _words(rules: Chase, imagined: Sequence[State], move: Move) -> Iterator[str]:
    """What may be said of a move that is none of Mister X's rides, wherever he can be."""
    for state in imagined:
        step = rules.apply(state, move)
        yield _told(state, move, step)
        is_going_on = step.state.outcome is None and step.state.turn is HUNTERS_TURN
        if isinstance(move, HunterMove) and is_going_on:
            # Wherever else he is, nothing else is said, but at the very station.
            if state.beliefs[-1] >> move.to & 1:
                yield f"{move} seen {move.to}"
            return


def _told(state: State, move: Move, step: Step[State]) -> str:
    return f"{_public(state, move)}{_shown(step)}"


def _parts(told: str) -> tuple[str, _Shown]:
    found = _TOLD.fullmatch(told)
    if found is None:
        return told, _Shown()
    text, *stations = found.groups()
    return text, _Shown(*(None if station is None else int(station) for station in stations))


def _public(state: State, move: Move) -> str:
    """A move as it is said aloud."""
    if not isinstance(move, XMove):
        return str(move)
    edition = state.cast.edition
    windows = enumerate(move.legs, len(state.log) + 1)
    seen = [edition.is_seen_at(number, on_black=leg.ticket is BLACK) for number, leg in windows]
    return masked(move, seen)


def _imagined(state: State) -> Iterator[State]:
    """This state, and others that the hunters cannot tell from it.

    One for every station where Mister X can be; and where hidden windows open in his next turn,
    for every way on which he can have come there.
    """
    yield state
    seen = observe(state, VIEW_HUNTERS)
    for beliefs in _told_apart(seen):
        one = sample(replace(seen, beliefs=beliefs), Random(0))._replace(beliefs=state.beliefs)
        if one != state:
            yield one


def _told_apart(seen: Observation) -> Iterator[tuple[Stations, ...]]:
    """What the hunters would know if they knew where he is, and all that will be opened to them."""
    *before, now = seen.beliefs
    is_opened = len(seen.log) > 1 and not seen.cast.edition.hides_by_default
    if seen.x is not None and not (is_opened and seen.log[-2].station is None):
        return
    for station in stations_of(now):
        if not is_opened:
            yield (*before, 1 << station)
            continue
        from_where = before[-1] & seen.cast.network.reach(station, seen.log[-1].ticket)
        for via in stations_of(from_where):
            yield (*before[:-1], 1 << via, 1 << station)


def _meant(rules: Chase, state: State, text: str) -> list[Move]:
    """The moves that may have been made where so much was said."""
    moves = rules.legal_moves(state) if "+" in text else _singles(rules, state)
    return [move for move in moves if _public(state, move) == text]


def _shown(step: Step[State]) -> _Shown:
    state = step.state
    opened = {event.data["window"] for event in step.events if event.kind == "seen"}
    is_found = state.outcome is not None and state.outcome.reason in _FOUND
    last = len(state.log)
    return _Shown(
        state.x if is_found or last in opened else None,
        state.log[-2].station if last - 1 in opened else None,
    )


def _cannot_be(rules: Chase, state: State, text: str, shown: _Shown) -> IllegalMove:
    """Why something cannot have been said."""
    if state.outcome is not None:
        return IllegalMove("the game is over", Code.GAME_OVER)
    # Whose turn it is does not depend on the station: any stands for a hidden one.
    if state.turn is not X_TURN and (
        no := refusal(state, None, rules.parse(text.replace("?", "1")))
    ):
        return IllegalMove(no.message, no.code)
    steps = (
        rules.apply(imagined, move)
        for imagined in _imagined(state)
        for move in _meant(rules, imagined, text)
    )
    step = next(steps, None)
    if step is None:
        return IllegalMove(f"Mister X cannot have made the move {text!r} from where he can be")
    example = f"{text}{_shown(step)}"
    if shown == _Shown():
        return IllegalMove(f"after {text!r} Mister X is seen; say where, for example: {example}")
    places = " via ".join(str(station) for station in shown if station is not None)
    return IllegalMove(
        f"Mister X cannot be at {places} after {text!r}; say what was seen, for example: {example}"
    )
