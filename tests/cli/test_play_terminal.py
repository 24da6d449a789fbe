"""`misterx play` at a real terminal: a whole game, the screen between turns, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from misterx.core import Game, Record

COLUMNS, LINES = 100, 40
WIPED = "\x1b[H\x1b[2J\x1b[3J"
MOVE = r"your move \(or `help`\):"
HUNT = ("--edition", "modern-2013", "--players", "4", "--x", "constable", "--hunters", "person")
BOTH = ("--edition", "modern-2013", "--players", "4", "--x", "person", "--hunters", "person")


@contextmanager
def at_a_terminal(folder: Path, *words: str) -> Iterator[pexpect.spawn[str]]:
    """The game in a terminal of its own."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "misterx", "play", *words],
        cwd=str(folder),
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)},
        dimensions=(LINES, COLUMNS),
        encoding="utf-8",
        timeout=90,
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def shown(child: pexpect.spawn[str]) -> str:
    """What was printed up to the prompt that has just been awaited."""
    assert isinstance(child.before, str)
    return child.before


def status(child: pexpect.spawn[str]) -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def test_a_person_hunts_a_whole_game_against_the_computer(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "--seed", "4") as child:
        for question in ("Number or name", "How many players", "Number or name", "Number or name"):
            child.expect(question)
            child.sendline("")
        turns = 0
        while child.expect([MOVE, r"Save the game\? \[y/N\]"]) == 0:
            turns += 1
            assert turns <= 22 * 4
            child.sendline(str(1 + turns % 3))
        last = shown(child)
        assert "The game is over" in last
        assert "wins." in last or "win." in last
        assert "His way: " in last
        child.sendline("y")
        child.expect("Saved to misterx-1.txt")
        assert status(child) == 0
    record = Record.from_text((tmp_path / "misterx-1.txt").read_text(encoding="utf-8"))
    assert Game.from_record(record).outcome is not None
    assert turns > 8


def hunters_screen(folder: Path, move: str) -> str:
    """Everything the terminal gets from the moment the detectives have taken over."""
    with at_a_terminal(folder, *BOTH, "--seed", "3") as child:
        child.expect("Pass the device to Mister X, then press Enter")
        child.sendline("")
        child.expect(MOVE)
        assert "You are Mister X, at 45." in shown(child)
        child.sendline(move)
        child.expect("Pass the device to the detectives, then press Enter")
        guard = shown(child)
        assert guard.endswith((WIPED, WIPED + "\x1b[1m"))
        child.sendline("")
        child.expect(MOVE)
        return shown(child).partition(WIPED)[2]


def test_after_the_guard_nothing_of_mister_xs_is_on_the_screen(tmp_path: Path) -> None:
    """Whatever hidden move he made: the detectives get the same bytes, after a wiped screen."""
    screens = {hunters_screen(tmp_path, move) for move in ("T46", "X:T58", "5")}
    (screen,) = screens
    assert "Mister X takes a taxi." in screen
    assert "You are" not in screen


def test_the_guard_comes_back_for_mister_x(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *BOTH, "--seed", "3") as child:
        child.expect("Pass the device to Mister X")
        child.sendline("")
        child.expect(MOVE)
        child.sendline("T46")
        child.expect("Pass the device to the detectives")
        child.sendline("")
        for _ in range(4):
            child.expect(MOVE)
            child.sendline("1")
        child.expect("Detectives, look away! Pass the device to Mister X")
        assert "You are Mister X" not in shown(child)
        child.sendline("")
        child.expect(MOVE)
        assert "You are Mister X, at 46." in shown(child)


def test_save_undo_refusal_and_resume(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *HUNT, "--seed", "3") as child:
        for line, answer in (
            ("B1:161", "B1 goes to 161."),
            ("undo", "B1:161 is taken back."),
            ("D1:T199", "no line leads on a taxi ticket from 117 to 199"),
            ("D1:T88", "D1 takes a taxi to 88."),
            ("save mine.txt", "no peeking"),
        ):
            child.expect(MOVE)
            child.sendline(line)
            child.expect_exact(answer)
        child.expect(MOVE)
        child.sendline("quit")
        child.expect("Good-bye.")
        assert status(child) == 0
    with at_a_terminal(tmp_path, "--load", "mine.txt") as child:
        child.expect(MOVE)
        assert "He can be at 45 stations" in shown(child)
        child.sendline("D1:T88")
        child.expect("D1 has moved this round")


def test_the_end_of_input_asks_once_and_then_stops(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *HUNT, "--seed", "3") as child:
        child.expect(MOVE)
        child.sendeof()
        child.expect("Save the game first")
        child.sendeof()
        child.expect("It was not saved")
        assert status(child) == 0


@pytest.mark.parametrize("before", ("a move", "the questions"))
def test_ctrl_c_stops_with_a_friendly_line(tmp_path: Path, before: str) -> None:
    words = HUNT if before == "a move" else ()
    with at_a_terminal(tmp_path, *words) as child:
        child.expect(MOVE if words else "Number or name")
        child.sendintr()
        child.expect("misterx: stopped")
        assert status(child) == 130
        assert "Traceback" not in shown(child)
