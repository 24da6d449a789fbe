"""For all tests."""

import os
import signal
from pathlib import Path

import pytest

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
