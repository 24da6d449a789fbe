"""Many games of many matches, over as many processes as one likes, and what came out of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from misterx.arena.contestants import is_program
from misterx.arena.crew import shared_out
from misterx.arena.match import Match, Result, play_game
from misterx.arena.programs import Fault
from misterx.arena.statistics import Interval, paired, wilson
from misterx.core import Reason

__all__ = ["Series", "play_series"]


@dataclass(slots=True)
class Series:
    """The games of one match, by number; they may come in any order."""

    match: Match
    results: dict[int, Result] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.results)

    @property
    def wins(self) -> int:
        """How many of them the one compared won."""
        return sum(result.won for result in self.results.values())

    @property
    def faults(self) -> list[Result]:
        """The games that a program has lost by a fault, by number."""
        return [
            self.results[number] for number in sorted(self.results) if self.results[number].fault
        ]

    @property
    def share(self) -> Interval:
        """The share of wins."""
        return wilson(self.wins, self.games)

    @property
    def reasons(self) -> dict[Reason | Fault, int]:
        """How often games ended for each reason, the most frequent first."""
        by_number = (self.results[number].reason for number in sorted(self.results))
        return dict(Counter(by_number).most_common())

    def ahead_of(self, other: Series) -> Interval:
        """How much larger its share is than another's over the deals that both have played."""
        both = sorted(self.results.keys() & other.results.keys())
        return paired(
            [self.results[number].won for number in both],
            [other.results[number].won for number in both],
        )


def play_series(
    all_series: Sequence[Series],
    games: int,
    workers: int = 1,
    played: Callable[[Series, Result], None] = lambda _series, _result: None,
    is_enough: Callable[[], bool] = lambda: False,
    prepare: Callable[[], object] = int,
) -> None:
    """Play the games 0, 1, … of every series that it lacks; `played` is told of each one.

    Where two series are the same games, seen by the one side and by the other, these are played
    once and count in both. Each process calls `prepare` before anything else; it must be picklable.

    It ends early once `is_enough` says so. Whatever else ends it early, such as Ctrl-C, an error in
    a player or the loss of a process (`ProcessLost`), is raised. Then the games that run at that
    moment are given up, and the series keep what they have.
    """

    def note(series: Series, result: Result) -> None:
        series.results[result.number] = result
        played(series, result)

    to_play, mirrors = _mirrored(all_series)
    for at, mirror in mirrors.items():
        # Who kept results in a file may have been killed between the two of a game.
        for one, other in ((to_play[at], mirror), (mirror, to_play[at])):
            for number in sorted(one.results.keys() - other.results.keys()):
                note(other, one.results[number].mirrored)
    # Number by number, so that series which are stopped early are still paired.
    tasks = (
        (at, series.match, number)
        for number in range(games)
        for at, series in enumerate(to_play)
        if number not in series.results
    )
    # Programs are started by a process that outlives this one if it is killed, and then ends them.
    programs = any(is_program(who) for s in all_series for who in (s.match.one, s.match.others))
    here = workers == 1 and not programs
    play = _played_here(tasks) if here else shared_out(_play, tasks, workers, prepare)
    with closing(play) as results:
        for (at, _, _), result in results:
            note(to_play[at], result)
            if at in mirrors:
                note(mirrors[at], result.mirrored)
            if is_enough():
                return


def _mirrored(all_series: Sequence[Series]) -> tuple[list[Series], dict[int, Series]]:
    """The series that are to be played, and by their number those that follow from one of them."""
    to_play: list[Series] = []
    mirrors: dict[int, Series] = {}
    for series in all_series:
        mirrored = series.match.mirrored
        for at, other in enumerate(to_play):
            if other.match == mirrored and at not in mirrors:
                mirrors[at] = series
                break
        else:
            to_play.append(series)
    return to_play, mirrors


_Task = tuple[int, Match, int]
"""The number of a series, its match, and the number of a game."""


def _played_here(tasks: Iterator[_Task]) -> Generator[tuple[_Task, Result]]:
    """Every task with its result, in order."""
    for task in tasks:
        yield task, _play(*task)


def _play(_series: int, match: Match, number: int) -> Result:
    return play_game(match, number)
