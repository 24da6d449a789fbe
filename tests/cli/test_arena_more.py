"""`misterx arena` at length: ladders, tests, pictures, files, and what a kill leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests import groups
from tests.arena.programs import program, started
from tests.arena.test_programs import lives
from tests.cli.running import Runner, in_a_process

BOARD = ("arena", "--game", "modern-2013", "--players", "4", "--seed", "tea")
ALONE = (*BOARD, "--workers", "1")


def test_both_roles_together_have_a_share_and_elo(run: Runner) -> None:
    words = (*ALONE, "--games", "4", "--one", "greedy", "--others", "random")
    _, out, _ = run(*words)
    last = out.splitlines()[-1]
    assert last.split()[:3] == ["both", "greedy", "random"]
    as_x, as_detectives, both = json.loads(run(*words, "--json").out)
    assert both["role"] == "both"
    wins = as_x["wins"] + as_detectives["wins"]
    assert both["share"]["estimate"] == wins / 8
    assert last.split()[3:5] == ["8", str(wins)]


def test_a_player_against_itself_has_no_share_over_both_roles(run: Runner) -> None:
    words = (*ALONE, "--games", "3", "--one", "greedy,random", "--others", "random")
    rows = json.loads(run(*words, "--json").out)
    assert [(row["role"], row["one"]) for row in rows] == [
        ("x", "greedy"),
        ("x", "random"),
        ("detective", "greedy"),
        ("detective", "random"),
        ("both", "greedy"),
    ]
    assert rows[1]["wins"] + rows[3]["wins"] == 3


def test_no_figure_is_cut_however_long_the_names_are(run: Runner, tmp_path: Path) -> None:
    name = program(tmp_path) + "@5s"
    code, out, _ = run(*ALONE, "--games", "1", "--x", name, "--hunters", "random@30s")
    assert code == 0
    assert name in out
    assert "random@30s" in out
    assert "…" not in out


# --- rules of one's own -------------------------------------------------------------------


@pytest.mark.parametrize("workers", ("1", "2"))
def test_rules_of_ones_own_are_played_on_a_board_of_ones_own(
    town: Path, town_rules: Path, workers: str
) -> None:
    bot = f"cmd:{sys.executable} -m misterx bot random --board {town}@30s"
    words = ("arena", "--rules", str(town_rules), "--games", "2", "--x", bot)
    code, out, err = in_a_process(*words, "--hunters", "random", "--workers", workers, "--json")
    assert code == 0, err  # it may have told how far it is
    (series,) = json.loads(out)
    assert (series["edition"], series["games"]) == (town_rules.stem, 2)
    assert not series["faults"]


def test_options_of_an_edition_are_played(run: Runner) -> None:
    words = ("--game", "classic-1983", "--option", "voluntary-reveal", "--x", "random")
    code, out, _ = run("arena", *words, "--hunters", "random", "--games", "1", "--workers", "1")
    assert code == 0
    assert out.startswith("classic-1983, voluntary_reveal, 3 players, seed 0")


# --- a ladder -----------------------------------------------------------------------------


def test_a_ladder_lists_everybody_by_elo(run: Runner) -> None:
    words = (*ALONE, "--games", "2", "--ladder", "random,greedy", "--ladder", "random@1s")
    code, out, err = run(*words)
    assert code == 0, err
    title, heading, first, *_ = out.splitlines()
    assert title == "modern-2013, 4 players, seed tea"
    assert heading.split()[:2] == ["player", "Elo"]
    assert first.startswith("greedy")
    found = json.loads(run(*words, "--json").out)
    places, series = found["ladder"], found["series"]
    assert places[0]["player"] == "greedy"
    assert {(row["one"], row["others"]) for row in series} == {
        (a, b)
        for a in ("random", "greedy", "random@1s")
        for b in ("random", "greedy", "random@1s")
        if a != b
    }
    assert sum(place["wins"] for place in places) == sum(row["games"] for row in series)
    for place in places:
        low, high = place["elo"]["low"], place["elo"]["high"]
        assert low is None or low < place["elo"]["estimate"]
        assert high is None or place["elo"]["estimate"] < high
    assert (places[0]["elo"]["high"] is None) == (places[0]["wins"] == places[0]["games"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    (
        (("--ladder", "greedy,random", "--option", "flying"), "does not offer the option 'flying'"),
        (("--ladder", "greedy,random", "--rules", "a.toml"), "name an edition or give --rules"),
        (("--ladder", "greedy"), "a ladder needs two players or more"),
        (("--ladder", "greedy,greedy"), "greedy is named 2 times: name each player once"),
        (("--one", "greedy", "--one", "greedy", "--others", "random"), "greedy is named 2 times"),
        (
            ("--x", "greedy", "--hunters", "random", "--role", "x"),
            "no other players, and no --role",
        ),
        (
            ("--one", "greedy@99999999999it", "--others", "random"),
            "iterations are too many: at most",
        ),
        (("--one", "greedy", "--others", "random", "--limit", "1e9s"), "is no limit"),
        (("--one", "greedy", "--others", "random", "--limit", "90000s"), "at most 86400 s"),
        (("--ladder", "greedy,random", "--one", "greedy"), "--ladder names all who play"),
        (("--ladder", "greedy,random", "--game", "cards-2017"), "a ladder is for the board game"),
        (("--ladder", "greedy,random", "--sprt", "50:53"), "it does not go with --ladder"),
        (("--one", "greedy", "--others", "random", "--sprt", "53"), "'53' is no test"),
        (
            ("--one", "greedy,random,random@1s", "--others", "random", "--sprt", "50:53"),
            "--sprt tests one player, or two",
        ),
        (("--one", "greedy@soon", "--others", "random"), "'soon' is no limit"),
        (
            ("--one", "greedy", "--others", "cmd:./nobody"),
            "cmd:./nobody did not answer hello: it cannot be started",
        ),
        (
            ("--one", "greedy", "--others", "random", "--picture", "a.pdf"),
            "a file that ends in .png or .svg, not a.pdf",
        ),
        (
            ("--one", "greedy", "--others", "random", "--picture", "no/a.png"),
            "there is no folder no for the picture",
        ),
        (
            ("--one", "greedy", "--others", "random", "--picture", "folder.png"),
            "the picture folder.png cannot be written: Is a directory",
        ),
        (("--one", "greedy", "--others", "random", "--save", "no/a"), "cannot be written"),
    ),
)
def test_wrong_flags_are_answered_in_a_line(
    run: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    complaint: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.png").mkdir()
    code, out, err = run(*ALONE, *words)
    assert (code, out) == (2, "")
    assert complaint in err


# --- a test -------------------------------------------------------------------------------


def test_a_test_ends_once_it_knows(run: Runner) -> None:
    words = (*ALONE, "--one", "greedy", "--others", "random", "--sprt", "50:70")
    code, out, _ = run(*words)
    assert code == 0
    assert out.splitlines()[-1].startswith(
        "test 50:70: the share of greedy is nearer to 70 % than to 50 % ("
    )
    test = json.loads(run(*words, "--json").out)["sprt"]
    assert (test["test"], test["decision"]) == ("50:70", "high")
    assert test["deals"] < 30
    assert test["log_likelihood_ratio"] >= 2.94


def test_a_test_between_two_on_the_same_deals(run: Runner) -> None:
    words = (*ALONE, "--x", "random,greedy", "--hunters", "random", "--sprt", "50:70")
    _, out, _ = run(*words)
    said = "the share of random against greedy is nearer to 50 % than to 70 %"
    assert f"test 50:70: {said} (" in out.splitlines()[-1]


def test_a_test_that_cannot_tell_says_so(run: Runner) -> None:
    words = (*ALONE, "--one", "random", "--others", "random", "--sprt", "50:53", "--games", "2")
    _, out, _ = run(*words)
    assert "test 50:53: not decided when the games ended (2 deals" in out.splitlines()[-1]


# --- pictures -----------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ("png", "svg"))
@pytest.mark.parametrize(
    "who", (("--ladder", "random,greedy"), ("--x", "greedy", "--hunters", "random"))
)
def test_a_picture_is_drawn_by_its_ending(
    run: Runner, tmp_path: Path, who: tuple[str, ...], ending: str
) -> None:
    pytest.importorskip("matplotlib")
    path, again = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
    for picture in (path, again):
        assert run(*ALONE, "--games", "1", *who, "--picture", str(picture)).code == 0
    data = path.read_bytes()
    assert data.startswith({"png": b"\x89PNG", "svg": b"<?xml"}[ending])
    assert data == again.read_bytes()


def test_without_matplotlib_it_says_what_to_install(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = run(*ALONE, "--ladder", "random,greedy", "--picture", "a.png")
    assert code == 2
    assert "pip install matplotlib" in err


# --- faults -------------------------------------------------------------------------------


def test_what_a_program_did_wrong_stands_in_table_and_json(run: Runner, tmp_path: Path) -> None:
    name = program(tmp_path, "crashes", 1) + "@30s"
    words = (*ALONE, "--games", "7", "--x", name, "--hunters", "random")
    code, out, _ = run(*words)
    assert code == 0
    lines = out.splitlines()[3:]
    assert lines[0] == (
        f"game 0: {name} (x) lost against random (detective), "
        "crashed: it ended with exit code 1; it said: it was all too much"
    )
    assert lines[5] == f"and 2 more games of {name} (x) against random (detective)"
    (series,) = json.loads(run(*words, "--json").out)
    assert (series["games"], series["wins"], series["endings"]) == (7, 0, {"crashed": 7})
    assert series["faults"][6] == {
        "game": 6,
        "by": name,
        "fault": "crashed",
        "what": "it ended with exit code 1; it said: it was all too much",
    }


# --- Ctrl-C -------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ("1", "2"))
def test_ctrl_c_ends_it_with_the_games_so_far(workers: str) -> None:
    words = [*BOARD, "--one", "random", "--others", "random", "--role", "x", "--games", "1000000"]
    with groups.started("-m", "misterx", *words, "--workers", workers) as process:
        assert process.stderr is not None
        assert "games" in process.stderr.readline()  # it has told how far it is
        began = time.monotonic()
        out, err = groups.press_ctrl_c(process)
    assert time.monotonic() - began < 20
    assert process.returncode == 130
    assert "the table holds the games that were over" in err
    assert "Traceback" not in err
    assert int(out.splitlines()[-1].split()[3]) > 0


# --- a file, and a kill -------------------------------------------------------------------


def kill_in_the_middle(words: list[str], path: Path, lines: int) -> int:
    """Run the command until the file has so many lines, and kill it; its process id."""
    with subprocess.Popen(
        [sys.executable, "-m", "misterx", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        while not path.exists() or path.read_bytes().count(b"\n") < lines:
            assert process.poll() is None, "it ended by itself"
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    return process.pid


@pytest.mark.parametrize(("workers", "kills"), (("1", (2, 9)), ("2", (7,))))
def test_killed_in_the_middle_it_comes_to_the_same_table(
    run: Runner, tmp_path: Path, workers: str, kills: tuple[int, ...]
) -> None:
    path = tmp_path / "games.jsonl"
    words = [*BOARD, "--games", "60", "--one", "random", "--others", "random", "--json"]
    saving = [*words, "--save", str(path), "--workers"]
    for lines in kills:
        kill_in_the_middle([*saving, workers], path, lines)
    assert path.read_bytes().count(b"\n") < 121
    whole = run(*saving, "1").out
    assert path.read_bytes().count(b"\n") == 121  # what is played, and 120 games, each once
    assert whole == run(*words, "--workers", "1").out
    assert run(*saving, "1").out == whole  # with nothing left to play


@pytest.mark.soak
def test_killed_at_any_moment_it_comes_to_the_same_table(run: Runner, tmp_path: Path) -> None:
    path, rng = tmp_path / "games.jsonl", Random(11)
    words = [*BOARD, "--games", "150", "--ladder", "random,random@1s", "--json"]
    saving = [sys.executable, "-m", "misterx", *words, "--workers", "2", "--save", str(path)]
    kept: list[int] = []
    for _ in range(15):
        with subprocess.Popen(
            saving, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            time.sleep(rng.uniform(0.2, 4))
            process.kill()
        kept.append(path.read_bytes().count(b"\n") if path.exists() else 0)
    assert kept == sorted(kept)
    assert run(*words, "--workers", "2", "--save", str(path)).out == run(*words).out


def is_group(number: int) -> bool:
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("how", (signal.SIGKILL, signal.SIGTERM))
def test_a_kill_leaves_no_process_behind(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "games.jsonl"
    name = program(tmp_path, "hangs", 3) + "@60s"
    words = [*BOARD, "--games", "50", "--x", name, "--hunters", "random", "--workers", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "misterx", *words, "--save", str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        # One program was asked what it plays; one plays, and has a child by then.
        while len(started(tmp_path)) < 3:
            assert process.poll() is None, "it ended by itself"
            time.sleep(0.05)
        process.send_signal(how)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()  # till the last of all processes ends
    while any(map(lives, started(tmp_path))):
        time.sleep(0.05)  # the test's own time limit ends it
    while is_group(process.pid):  # its workers are in its group
        time.sleep(0.05)


def test_a_file_of_another_series_is_refused(run: Runner, tmp_path: Path) -> None:
    words = (*ALONE, "--games", "1", "--x", "greedy", "--save", str(tmp_path / "games.jsonl"))
    assert run(*words, "--hunters", "random").code == 0
    code, out, err = run(*words, "--hunters", "greedy")
    assert (code, out) == (2, "")
    assert "holds another series: its series is x greedy random, not x greedy greedy" in err
