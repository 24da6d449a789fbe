"""The command itself: what it answers before, beside and instead of its work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import misterx
from misterx.cli import main
from tests.cli.running import Runner, in_a_process, saved

HEAVY = ("rich", "misterx.core", "misterx.chase", "misterx.board")


def test_help_lists_every_command(run: Runner) -> None:
    answer = run("--help")
    assert answer.code == 0
    for command in ("play", "replay", "audit", "rules", "perft", "referee"):
        assert f"    {command} " in answer.out


@pytest.mark.parametrize("command", ("play", "replay", "audit", "rules", "perft", "referee"))
def test_every_command_explains_itself(run: Runner, command: str) -> None:
    answer = run(command, "--help")
    assert answer.code == 0
    assert answer.out.startswith(f"usage: misterx {command}")
    assert "--board FOLDER" in answer.out


def test_version(run: Runner) -> None:
    assert run("--version") == (0, f"misterx {misterx.__version__}\n", "")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, misterx.cli\n"
        "misterx.cli.main(['--help'])\n"
        f"sys.exit(any(name in sys.modules for name in {HEAVY}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("words", "message"),
    (
        ((), "say what to do"),
        (("fly",), "invalid choice: 'fly'"),
        (("perft", "beginner"), "the following arguments are required: --depth"),
        (("perft", "beginner", "--depth", "two"), "argument --depth: invalid int value: 'two'"),
        (("rules", "classic-1066"), "no edition 'classic-1066'; there are: classic-1983"),
        (("replay", "no-such-file"), "cannot read no-such-file: No such file or directory"),
        (("audit", "."), "cannot read .: Is a directory"),
        (("play", "--load", "."), "cannot read .: Is a directory"),
        (("rules", "--rules", "nowhere.toml"), "cannot read nowhere.toml: No such file"),
        (("rules", "--board", "nowhere"), "board.toml: the file is missing"),
    ),
)
def test_a_mistake_is_one_line_and_perhaps_a_hint(
    run: Runner, words: tuple[str, ...], message: str
) -> None:
    answer = run(*words)
    assert answer.code == 2
    assert answer.out == ""
    first, *rest = answer.err.splitlines()
    assert first.startswith("misterx: ")
    assert message in first
    assert all(line.startswith("hint: ") for line in rest)
    assert len(rest) <= 1


def test_binary_files_are_no_records(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(bytes(range(256)))
    for command in ("replay", "audit"):
        answer = run(command, str(file))
        assert answer.code == 1
        assert "noise is no text file" in answer.err
    assert "is no text file" in run("rules", "--rules", str(file)).err


def test_the_command_takes_its_words_from_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["misterx", "--version"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("misterx ")


def test_python_m_misterx_is_the_command() -> None:
    assert in_a_process("--version").out == f"misterx {misterx.__version__}\n"


def test_the_referee_is_reached_through_the_command() -> None:
    answer = in_a_process("referee", typed='{"do":"legal"}\n')
    assert answer.code == 0
    assert '"code": "bad_setup"' in answer.out


def test_a_terminal_without_the_letters_shows_others() -> None:
    answer = in_a_process("rules", "beginner", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (answer.code, answer.err) == (0, "")
    assert "4?5, Mister X included" in answer.out


@pytest.mark.parametrize(
    "words",
    (("rules",), ("perft", "modern-2013", "--players", "4", "--depth", "2"), ("audit", "game.txt")),
)
def test_a_reader_who_leaves_early_is_no_error(words: tuple[str, ...], tmp_path: Path) -> None:
    game = misterx.new_game("modern-2013", 4, seed=1)
    game.concede("x")
    saved(game, tmp_path)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "misterx", *words],
        cwd=tmp_path,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        timeout=150,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("closed", ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"))
@pytest.mark.parametrize("words", ("rules beginner", "referee", "play --yes", "bot random"))
def test_a_closed_stream_is_as_good_as_an_empty_one(words: str, closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m misterx {words} {closed}', sys.executable],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=150,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_interrupting_it_says_so(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("misterx.cli.perft.divide", interrupted)
    assert run("perft", "beginner", "--depth", "3") == (130, "", "\nmisterx: stopped\n")


def test_a_board_of_ones_own_is_there_before_anything_else(
    run: Runner, town: Path, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'base = "classic-2000"\nboard = "town"\nstart_cards = [1, 2, 3, 4, 5, 6]\n'
        "table = { 3 = [2, 2, 0] }\n",
        encoding="utf-8",
    )
    (elsewhere := tmp_path / "elsewhere").mkdir()
    moved = elsewhere / file.name
    file.rename(moved)
    assert "there is no board 'town'" in run("rules", "--rules", str(moved)).err
    assert run("rules", "--rules", str(moved), "--board", str(town)).code == 0


def test_an_output_without_room_is_answered_in_a_line(tmp_path: Path) -> None:
    code = """
import resource, sys
from misterx.cli import main
before = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
code = main(["rules"])
resource.setrlimit(resource.RLIMIT_FSIZE, before)
sys.exit(code)
"""
    with (tmp_path / "small.txt").open("wb") as small:
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdout=small,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        1,
        "misterx: the output cannot be written: File too large\n",
    )
