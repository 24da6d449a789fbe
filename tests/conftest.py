"""For all tests."""

import os
import random
import signal
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run, however slow the machine is.
settings.register_profile(
    "tests",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
settings.load_profile("tests")

HERE = Path(__file__).parent
UNCOUNTED = (
    "arena/test_crew.py",
    "bots/test_interrupting.py",
    "bots/test_players.py",
    "bots/test_reasons.py",
    "cli/test_arena_more.py",
    "cli/test_referee_fuzz.py",
    "kernels/test_kernel_law.py",
    "series",
    "server/abuse",
    "server/attacks",
    "server/secrecy",
    "server/survival",
    "server/test_games.py",
    "server/thinking/test_question.py",
    "web",
)
"""Long series and whole games. With every line counted they take up to four times as long, and what
they run is run by the tests that are counted too. Nor are programs counted that Ctrl-C interrupts:
the counter has a lock, for which such a program may wait without end."""


def pytest_configure() -> None:
    """Let programs that tests start hear Ctrl-C, also where the tests run in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what coverage does not count, so that `make test` runs it by itself."""
    places = [HERE / place for place in UNCOUNTED]
    for item in items:
        if any(item.path.is_relative_to(place) for place in places):
            item.add_marker("uncounted")


@pytest.fixture(autouse=True)
def luck_of_the_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed all dice of this process with the name of the test, so that each run is the same.

    These are the dice that nobody has seeded, those of every server that runs in this process, and
    those of its computer players. A test marked `unseeded` keeps its luck.
    """
    if request.node.get_closest_marker("unseeded"):
        return
    from misterx.server.world import World

    name, number, begin = request.node.nodeid, count(), random.Random.seed

    def seed(dice: random.Random, a: int | str | None = None, version: int = 2) -> None:
        begin(dice, f"{name} {next(number)}" if a is None else a, version)

    monkeypatch.setattr(random.Random, "seed", seed)
    monkeypatch.setattr(World, "dice", random.Random(name))
    monkeypatch.setattr(World, "bot_seed", lambda _, turn, seat: f"{name} {turn} {seat}")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores, as tests wait for a good part of their time."""
    return min((os.cpu_count() or 1) + 1, 4)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests have noted, also those of tests in other processes."""
    noted = [
        (report.nodeid, value)
        for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
        if report.when == "call"
        for name, value in report.user_properties
        if name == "figures"
    ]
    if noted:
        terminalreporter.section("figures")
    for test, figures in noted:
        terminalreporter.line(f"{test}\n  {figures}")
