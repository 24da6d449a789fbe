"""Following a game whose Mister X nobody here knows: from what is said aloud at a real table.

The rules want a full state, so one is imagined: any that the hunters cannot tell from the true one.
Where the next thing said does not fit it, another is imagined. What everybody can work out is the
same in all of them (D7), so nothing depends on which.

What is said has the notation of moves, with a question mark for a hidden station: ``X:T?``. Where
Mister X is seen without a move of his that tells it, ``seen 46`` follows: ``X:show seen 46``, or
``D4:B96 seen 46`` when he comes back into sight, or is caught, by that move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from misterx.board import Station
from misterx.chase.moves import Move, XMove, masked
from misterx.chase.network import stations_of
from misterx.chase.observation import observe, sample
from misterx.chase.refusals import refusal
from misterx.chase.rules import Chase
from misterx.chase.state import X_TURN, State
from misterx.chase.tickets import BLACK
from misterx.chase.viewpoints import VIEW_HUNTERS
from misterx.core.errors import Code, IllegalMove
from misterx.core.rules import CHANCE, Reason, Setup, Step

__all__ = ["begin", "follow", "said", "sayable"]

_SEEN = re.compile(r"(.+?) seen ([1-9][0-9]{0,3})")


def begin(rules: Chase, setup: Setup) -> State:
    """A game before its first move, some start card in Mister X's hand; raises `BadSetup`."""
    state = rules.new_game(setup)
    while rules.to_act(state) == (CHANCE,):
        state = rules.apply(state, rules.chance_outcomes(state)[0][0]).state
    return state


def follow(rules: Chase, state: State, told: str) -> State:
    """A state after what was said; raises `Malformed` or `IllegalMove` if it cannot have been so.

    Without a word of an end the game goes on, if it can: a detective who enters a station where
    Mister X could be has not caught him.
    """
    text, seen = _parts(told)
    ended: State | None = None
    for imagined in _imagined(state):
        for move in _meant(rules, imagined, text):
            step = rules.apply(imagined, move)
            if _shown(step) != seen:
                continue
            if seen is not None or step.state.outcome is None:
                return step.state
            ended = ended or step.state
    if ended is not None:
        return ended
    raise _cannot_be(rules, state, text, seen)


def said(rules: Chase, state: State, move: Move) -> str:
    """What is said aloud of a move that is made in a state."""
    step = rules.apply(state, move)
    shown = _shown(step)
    return _public(state, move) + ("" if shown is None else f" seen {shown}")


def sayable(rules: Chase, state: State) -> list[str]:
    """What may be said next, sorted; of Mister X's moves the single ones only.

    A hidden station is a question mark. Where he comes into sight besides is not in it.
    """
    single = (imagined._replace(double=0) for imagined in _imagined(state))
    return sorted({_public(one, move) for one in single for move in rules.legal_moves(one)})


def _parts(told: str) -> tuple[str, Station | None]:
    found = _SEEN.fullmatch(told)
    return (told, None) if found is None else (found[1], int(found[2]))


def _public(state: State, move: Move) -> str:
    """A move as it is said aloud."""
    if not isinstance(move, XMove):
        return str(move)
    edition = state.cast.edition
    windows = enumerate(move.legs, len(state.log) + 1)
    seen = [edition.is_seen_at(number, on_black=leg.ticket is BLACK) for number, leg in windows]
    return masked(move, seen)


def _imagined(state: State) -> Iterator[State]:
    """This state, and for every other station where Mister X can be one with him there."""
    yield state
    seen = observe(state, VIEW_HUNTERS)
    for station in stations_of(state.beliefs[-1]):
        if station != state.x and seen.x is None:
            there = replace(seen, beliefs=(*seen.beliefs[:-1], 1 << station))
            yield sample(there, Random(0))._replace(beliefs=state.beliefs)


def _meant(rules: Chase, state: State, text: str) -> list[Move]:
    """The moves that may have been made where so much was said."""
    return [move for move in rules.legal_moves(state) if _public(state, move) == text]


def _shown(step: Step[State]) -> Station | None:
    """Where a step shows Mister X, besides what the move itself tells."""
    outcome = step.state.outcome
    is_caught = outcome is not None and outcome.reason is Reason.CAUGHT
    is_seen = any(event.kind == "seen" for event in step.events)
    return step.state.x if is_seen or is_caught else None


def _cannot_be(rules: Chase, state: State, text: str, seen: Station | None) -> IllegalMove:
    """Why something cannot have been said."""
    if state.outcome is not None:
        return IllegalMove("the game is over", Code.GAME_OVER)
    # Whose turn it is does not depend on the station: any stands for a hidden one.
    if state.turn is not X_TURN and (
        no := refusal(state, None, rules.parse(text.replace("?", "1")))
    ):
        return IllegalMove(no.message, no.code)
    if not any(_meant(rules, imagined, text) for imagined in _imagined(state)):
        return IllegalMove(f"Mister X cannot have made the move {text!r} from where he can be")
    if seen is not None:
        return IllegalMove(f"Mister X cannot be at {seen} after {text!r}")
    return IllegalMove(f"after {text!r} Mister X is seen; say where: {text} seen 46")
