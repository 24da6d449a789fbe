"""What a server writes about itself, to stderr: an event and a few values a line.

Nothing hidden is ever logged: no moves, no secrets, no chat, no names; addresses of people only
when the level is `debug`. A value whose key could stand for such a thing is left out here, whoever
logs it. Of an exception stand its type and the places in the code, never its text, because the
text may repeat what somebody sent. Of a library's message stands its beginning if that is listed
here, and otherwise only the place in the code that wrote it.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb
from types import TracebackType
from typing import Final, TextIO

__all__ = ["Log", "configure_logs", "get_log", "stray_errors_logged"]

_ROOT: Final = "misterx.server"
_NEVER: Final = frozenset(
    (
        *(
            "body",
            "chat",
            "cookie",
            "mark",
            "marks",
            "move",
            "moves",
            "name",
            "names",
            "note",
            "notes",
        ),
        *(
            "observation",
            "password",
            "query",
            "secret",
            "state",
            "station",
            "stations",
            "text",
            "token",
        ),
    )
)
"""Keys under which something hidden could stand."""
_DEBUG_ONLY: Final = frozenset(("address", "client", "host", "path"))
"""Keys that tell of people; they are left out above the level `debug`."""
_KNOWN: Final = (
    "ASGI callable returned",
    "Application shutdown failed",
    "Application startup failed",
    "Exception in ASGI application",
    "Exception in callback",
    "Future exception was never retrieved",
    "Invalid HTTP request received",
    "Invalid UTF-8 sequence received from client",
    "Task exception was never retrieved",
    "Task was destroyed but it is pending",
    "Unhandled exception in event loop",
    "Unsupported upgrade request",
    "closing handshake failed",
    "connection handler failed",
    "data transfer failed",
    "keepalive ping failed",
    "opening handshake failed",
    "parser failed",
    "unexpected internal error",
)
"""How messages of libraries begin that tell nothing of a game or a person up to there."""
_LONGEST: Final = 200
_MOST_FRAMES: Final = 12


class Log:
    """Writes the events of one part of the server.

    `log.info("table_opened", table="K7QX")` writes an event with a value. Values are texts, numbers
    and None; long ones are cut.
    """

    def __init__(self, part: str) -> None:
        self._logger = logging.getLogger(f"{_ROOT}.{part}")

    def debug(self, event: str, **values: object) -> None:
        """Write what only somebody who looks for a fault wants to know."""
        self._write(logging.DEBUG, event, values)

    def info(self, event: str, **values: object) -> None:
        """Write what happened as it should."""
        self._write(logging.INFO, event, values)

    def warning(self, event: str, **values: object) -> None:
        """Write what somebody should look at some time."""
        self._write(logging.WARNING, event, values)

    def error(self, event: str, **values: object) -> None:
        """Write what somebody should look at now."""
        self._write(logging.ERROR, event, values)

    def crash(self, event: str, error: BaseException, **values: object) -> None:
        """Write that something failed which should not: the exception's type and where."""
        self._write(logging.ERROR, event, {**values, **_crash(type(error), error.__traceback__)})

    def _write(self, level: int, event: str, values: Mapping[str, object]) -> None:
        if self._logger.isEnabledFor(level):
            left_out = _NEVER if level == logging.DEBUG else _NEVER | _DEBUG_ONLY
            shown = {k: _bounded(v) for k, v in values.items() if k not in left_out}
            self._logger.log(level, event, extra={"values": shown})


def get_log(part: str) -> Log:
    """The log of a part of the server, such as `house`."""
    return Log(part)


def configure_logs(level: str, form: str, stream: TextIO | None = None) -> None:
    """Send all logs of this process to stderr (or `stream`), as `text` or `json` lines.

    `auto` is text on a terminal and JSON elsewhere. Libraries are heard from `warning` on only:
    below that they log addresses, and at `debug` whole messages.
    """
    out = stream or sys.stderr
    if form == "auto":
        form = "text" if out.isatty() else "json"
    handler = _Handler(out)
    handler.setFormatter(_JsonLines() if form == "json" else _TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for library in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(library)
        logger.handlers[:], logger.propagate = [], True
        logger.setLevel(logging.WARNING)
    logging.getLogger(_ROOT).setLevel(level.upper())


@contextmanager
def stray_errors_logged() -> Iterator[None]:
    """Log errors that nothing catches, which Python would print with their texts.

    They come from threads, from finalizers, and from the main program itself. The last stays
    logged, because an error that leaves this context is printed later.
    """
    log = get_log("process")

    def in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            log.crash("thread_failed", args.exc_value)

    def in_finalizer(args: sys.UnraisableHookArgs) -> None:
        if args.exc_value is not None:
            log.crash("finalizer_failed", args.exc_value)

    def in_program(kind: type[BaseException], error: BaseException, _: object) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            log.crash("program_failed", error)

    sys.excepthook = in_program
    before = threading.excepthook, sys.unraisablehook
    threading.excepthook, sys.unraisablehook = in_thread, in_finalizer
    logging.captureWarnings(capture=True)
    try:
        yield
    finally:
        threading.excepthook, sys.unraisablehook = before
        logging.captureWarnings(capture=False)


class _Handler(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging calls it so
        """Say that a line could not be written; logging itself would print the record's values."""
        error = sys.exc_info()[1]
        if isinstance(error, TypeError | ValueError):  # of the record; others are of the stream
            with suppress(ValueError, OSError):  # the stream may be closed as well
                line = f"a line of {record.filename}:{record.lineno} cannot be written\n"
                self.stream.write(line)


# --- how a record becomes a line ----------------------------------------------------------


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _when(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": _part(record),
            "event": _event(record),
        }
        rest = {key: value for key, value in _values(record).items() if key not in line}
        return json.dumps({**line, **rest}, ensure_ascii=True)


class _TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        when = _when(record).astimezone().strftime("%H:%M:%S")
        level = "" if record.levelno == logging.INFO else f" {record.levelname.lower()}"
        values = "".join(
            f" {key}={json.dumps(value, ensure_ascii=True)}"
            for key, value in _values(record).items()
        )
        return f"{when}{level} {_part(record)}: {_event(record)}{values}"


def _when(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _part(record: logging.LogRecord) -> str:
    return record.name.removeprefix(f"{_ROOT}.")


def _is_own(record: logging.LogRecord) -> bool:
    return record.name == _ROOT or record.name.startswith(f"{_ROOT}.") or record.name == "misterx"


def _event(record: logging.LogRecord) -> str:
    """The event; of a library's message only a known beginning."""
    if _is_own(record):
        return str(_bounded(record.getMessage().strip().partition("\n")[0]))
    text = str(record.msg)
    return next((known for known in _KNOWN if text.startswith(known)), "message_of_a_library")


def _values(record: logging.LogRecord) -> Mapping[str, object]:
    values = getattr(record, "values", None)
    if isinstance(values, dict):
        return values
    written = {} if _is_own(record) else {"by": f"{record.filename}:{record.lineno}"}
    if record.exc_info and record.exc_info[0] is not None:
        return {**written, **_crash(record.exc_info[0], record.exc_info[2])}
    return written


def _bounded(value: object) -> object:
    """A number as it is, anything else as a text of one line that is not long."""
    if value is None or isinstance(value, bool | int | float):
        return value
    text = "".join(sign if sign.isprintable() else "?" for sign in str(value)[: _LONGEST + 1])
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _crash(kind: type[BaseException], trace: TracebackType | None) -> dict[str, object]:
    frames = extract_tb(trace)[-_MOST_FRAMES:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": kind.__name__, "where": " < ".join(reversed(where))}
