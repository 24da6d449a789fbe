"""Words for what every game counts and decides, as a player would say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from misterx.core import Outcome, Reason

__all__ = [
    "counted",
    "ending",
    "headline",
    "listed",
    "number_in",
    "ranges",
    "winner",
]

_DIGITS = 6


def number_in(text: str) -> int | None:
    """The number that somebody typed; None for anything else, and for more digits than make sense.

    >>> number_in("46"), number_in("4x")
    (46, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None


def listed(words: Iterable[object], last: str = "and") -> str:
    """The words as a list in a sentence.

    >>> listed(["D1", "D2", "B1"])
    'D1, D2 and B1'
    """
    *most, end = [str(word) for word in words] or ["nobody"]
    return f"{', '.join(most)} {last} {end}" if most else end


def ranges(numbers: Iterable[int]) -> str:
    """The numbers, ascending, runs drawn together.

    >>> ranges([2, 3, 4, 6])
    '2–4, 6'
    """
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun.

    >>> counted(1, "bobby", "bobbies")
    '1 bobby'
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def headline(name: str, players: int, options: Mapping[str, object]) -> str:
    """Which game this is, in a line.

    >>> headline("classic-1983", 4, {"voluntary_reveal": True})
    'classic-1983, 4 players, voluntary reveal'
    """
    agreed = [option.replace("_", " ") for option, on in options.items() if on]
    return ", ".join([name, counted(players, "player"), *agreed])


def winner(outcome: Outcome) -> str:
    """Who won, as a headline."""
    return "Mister X wins." if outcome.winner == "x" else "The detectives win."


def ending(outcome: Outcome) -> str:
    """Why a game ended, in a sentence.

    >>> ending(Outcome("x", Reason.RESIGNED))
    'The detectives gave up.'
    """
    at = outcome.at
    loser = "The detectives" if outcome.winner == "x" else "Mister X"
    where = f" at station {at['station']} in round {at['round']}" if "station" in at else ""
    match outcome.reason:
        case Reason.CAUGHT:
            return f"{at.get('piece') or 'A hunter'} caught Mister X{where}."
        case Reason.TRAPPED:
            return f"Mister X was shut in{where}: he had no move left."
        case Reason.SURVIVED:
            return "Mister X was still free when the hunt was over."
        case Reason.NO_MOVES:
            return "No detective could move any more: Mister X got away."
        case Reason.FOUND:
            searcher, x = at.get("seat") or "Somebody", at.get("x") or "another player"
            return f"{searcher} searched {x} and drew the Mister X card."
        case Reason.EXPOSED:
            x = at.get("x") or "Mister X"
            return f"{x} was interrogated and had too few tickets to keep the Mister X card."
        case Reason.NO_TICKETS:
            return "The false trail cost the detectives their last tickets: Mister X got away."
        case Reason.DECK_EMPTY:
            return "The draw pile was empty at the end of a turn: Mister X got away."
        case Reason.RESIGNED:
            return f"{loser} gave up."
        case Reason.TIME:
            return f"{loser} ran out of time."
