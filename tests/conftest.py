"""For all tests."""

import signal


def pytest_configure() -> None:
    """Let programs that tests start hear Ctrl-C, also where the tests run in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
