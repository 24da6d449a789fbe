"""For all tests."""

import os
import signal

import pytest


def pytest_configure() -> None:
    """Let programs that tests start hear Ctrl-C, also where the tests run in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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
