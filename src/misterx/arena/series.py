"""Many games of many matches, over as many processes as one likes, and what came out of them."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice

from misterx.arena.match import Match, Result, play_game
from misterx.arena.statistics import Interval, paired, wilson
from misterx.core import Reason

__all__ = ["Series", "play_series"]

_AHEAD = 3
"""Games that wait for each process, so that none is ever idle."""


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
    def share(self) -> Interval:
        """The share of wins."""
        return wilson(self.wins, self.games)

    @property
    def reasons(self) -> dict[Reason, int]:
        """How often games ended for each reason, the most frequent first."""
        return dict(Counter(result.reason for result in self.results.values()).most_common())

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
    played: Callable[[Result], None] = lambda _: None,
) -> None:
    """Play the games 0, 1, … of every series and add them to it; `played` is told of each one.

    Whatever ends it early, such as Ctrl-C or an error in a player, is raised once the games that
    run at that moment are over, and the series keep what they have.
    """
    # Number by number, so that series which are stopped early are still paired.
    tasks = ((series, number) for number in range(games) for series in all_series)
    for series, result in _played(tasks, workers):
        series.results[result.number] = result
        played(result)


_Task = tuple[Series, int]


def _played(tasks: Iterator[_Task], workers: int) -> Iterator[tuple[Series, Result]]:
    """Every task's result, in the order in which they come."""
    if workers == 1:
        for series, number in tasks:
            yield series, play_game(series.match, number)
        return
    # Spawned, not forked: a fork beside the threads of a progress bar could lock up.
    pool = ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), initializer=_leave_interrupts_to_the_parent
    )
    running: dict[Future[Result], Series] = {}
    try:
        while True:
            for series, number in islice(tasks, workers * _AHEAD - len(running)):
                running[pool.submit(play_game, series.match, number)] = series
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C goes to every process at once; only the parent takes it up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
