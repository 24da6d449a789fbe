"""Times as an operator writes and reads them: `7d`, `22:00`, `2026-11-19 22:00`."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from misterx.cli.complaints import Complaint

__all__ = ["duration_ms", "moment_ms", "now_ms", "time_text"]

_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}
_MOST_SECONDS: Final = 10 * 365 * 24 * 3600


def now_ms() -> int:
    """Return the time of day, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def duration_ms(text: str, flag: str = "--for") -> int:
    """Return how long a text such as `30m`, `12h` or `7d` is; raises `Complaint`."""
    found = re.fullmatch(r"([0-9]{1,9})([smhdw])", text.strip())
    seconds = int(found[1]) * _UNITS[found[2]] if found else 0
    if not 0 < seconds <= _MOST_SECONDS:
        raise Complaint(
            f"{flag} {text!r:.40} is not a duration",
            "write a number and s, m, h, d or w, such as 30m, 12h or 7d; at most 10 years",
        )
    return seconds * 1000


def moment_ms(text: str, now: int, flag: str = "--until") -> int:
    """Return the time that a text such as `22:00` or `2026-11-19 22:00` names.

    A time of day alone is the next one. All are in the computer's own zone.

    Raises:
        Complaint: The text names no time, or one that is over.
    """
    here = datetime.fromtimestamp(now / 1000)
    found = None
    with suppress(ValueError):
        found = datetime.combine(here.date(), datetime.strptime(text.strip(), "%H:%M").time())
        if found <= here:
            found += timedelta(days=1)
    with suppress(ValueError):
        found = found or datetime.strptime(text.strip().replace("T", " "), "%Y-%m-%d %H:%M")
    if found is None:
        raise Complaint(
            f"{flag} {text!r:.40} is not a time", "write it as 22:00 or 2026-11-19 22:00"
        )
    if found <= here:
        raise Complaint(f"{flag} {text} is over; it is {here:%Y-%m-%d %H:%M}")
    return int(found.timestamp() * 1000)


def time_text(ms: int | None) -> str:
    """Return a time in the computer's own zone; a dash for no time."""
    if ms is None:
        return "-"
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M %Z")
