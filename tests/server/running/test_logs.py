"""Log lines: their form, their bounds, and what never stands in them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from misterx.server.logs import configure_logs, get_log

LIBRARIES = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "misterx.server")


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in (None, *LIBRARIES)]
    before = [(each.handlers[:], each.level, each.propagate) for each in loggers]
    yield
    for each, (handlers, level, propagate) in zip(loggers, before, strict=True):
        each.handlers[:], each.propagate = handlers, propagate
        each.setLevel(level)


def lines(level: str = "info", form: str = "json") -> io.StringIO:
    out = io.StringIO()
    configure_logs(level, form, out)
    return out


def test_a_json_line() -> None:
    out = lines()
    get_log("house").info("table_opened", table="K7QX", entries=3, level="mine")
    line = json.loads(out.getvalue())
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "part": "house",
        "event": "table_opened",
        "table": "K7QX",
        "entries": 3,
    }


def test_a_line_for_people() -> None:
    out = lines(form="text")
    get_log("house").info("table_opened", table="K7QX")
    get_log("house").warning("slow")
    first, second = out.getvalue().splitlines()
    assert first[8:] == ' house: table_opened table="K7QX"'
    assert second[8:] == " warning house: slow"


def test_without_a_terminal_auto_is_json() -> None:
    out = lines(form="auto")
    get_log("a").error("b")
    assert json.loads(out.getvalue())["event"] == "b"


def test_below_the_level_nothing_is_written() -> None:
    out = lines("warning")
    get_log("a").info("b")
    get_log("a").debug("b")
    assert out.getvalue() == ""


def test_what_could_be_hidden_is_left_out_whoever_logs_it() -> None:
    out = lines("debug")
    for write in (get_log("a").debug, get_log("a").info, get_log("a").error):
        write("b", token="hush", move="hush", text="hush", name="hush", cookie="hush", kept=1)
    assert "hush" not in out.getvalue()
    assert out.getvalue().count('"kept": 1') == 3


def test_addresses_are_told_at_debug_only() -> None:
    out = lines("debug")
    get_log("a").info("b", address="203.0.113.9")
    assert "203.0.113.9" not in out.getvalue()
    get_log("a").debug("b", address="203.0.113.9")
    assert "203.0.113.9" in out.getvalue()


def test_values_are_one_line_and_not_long() -> None:
    for form in ("json", "text"):
        out = lines(form=form)
        get_log("a").info("b", what="x\ny\x1b[31m" + "z" * 5000)
        assert out.getvalue().count("\n") == 1
        assert "\x1b" not in out.getvalue()
        assert len(out.getvalue()) < 400


def fail(secret: str) -> None:
    raise ValueError(f"the secret is {secret}")


def test_of_a_crash_stands_the_place_and_not_the_text() -> None:
    out = lines()
    try:
        fail("42")
    except ValueError as error:
        get_log("a").crash("b", error)
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    first, second = map(json.loads, out.getvalue().splitlines())
    assert first["error"] == second["error"] == "ValueError"
    assert first["where"].startswith("test_logs.py:")
    assert " fail < " in first["where"]
    assert "secret is" not in out.getvalue()
    assert second["event"] == "Exception in ASGI application"


def test_libraries_tell_neither_addresses_nor_messages() -> None:
    out = lines("debug")
    for name in LIBRARIES[:4]:
        logging.getLogger(name).info("203.0.113.9 - accepted")
        logging.getLogger(name).debug("< TEXT 'hush'")
    logging.getLogger("aiosqlite").debug("hush")
    logging.getLogger("asyncio").error("Exception in callback f('hush')\nhandle: <'hush'>")
    assert "hush" not in out.getvalue()
    assert "203.0.113" not in out.getvalue()
    assert json.loads(out.getvalue())["event"] == "Exception in callback"
