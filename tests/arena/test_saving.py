"""Series in a file: what was played is there again, whatever ended it, and nothing else gets in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from misterx.arena import Fault, Match, Result, SaveError, Series, saved
from misterx.bots import Limit
from misterx.core import Reason

MATCH = Match("cards-2017", 4, "careful", "random", "x", seed="tea")
RESULTS = (
    Result(0, won=True, winner="x", reason=Reason.DECK_EMPTY, moves=90),
    Result(1, won=False, winner="hunters", reason=Reason.FOUND, moves=41),
    Result(2, won=False, winner="hunters", reason=Fault.CRASHED, moves=7, fault="exit code 1"),
)


def fresh() -> list[Series]:
    return [Series(MATCH), Series(replace(MATCH, role="detective"))]


def keep_all(path: Path) -> None:
    first, second = all_series = fresh()
    with saved(path, all_series, 100) as keep:
        for result in RESULTS:
            keep(first, result)
        keep(second, RESULTS[0])


def load(path: Path, games: int = 100) -> list[dict[int, Result]]:
    all_series = fresh()
    with saved(path, all_series, games):
        return [series.results for series in all_series]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    keep_all(tmp_path / "games.jsonl")
    return tmp_path / "games.jsonl"


def test_results_come_back_to_their_series(path: Path) -> None:
    assert load(path) == [{r.number: r for r in RESULTS}, {0: RESULTS[0]}]
    assert len(path.read_text(encoding="utf-8").splitlines()) == 5


@pytest.mark.parametrize(("edition", "goes_on"), (("classic-2000", True), ("modern-2013", False)))
def test_a_file_of_lots_among_the_detectives_of_one_player_is_not_continued(
    tmp_path: Path, edition: str, *, goes_on: bool
) -> None:
    def keep() -> None:
        with saved(tmp_path / "games.jsonl", [Series(Match(edition, 4, "a", "b", "x"))], 9):
            pass

    keep()
    header = json.loads((tmp_path / "games.jsonl").read_text(encoding="utf-8"))
    header.pop("order", None)  # as files from before have it
    (tmp_path / "games.jsonl").write_text(json.dumps(header) + "\n", encoding="utf-8")
    if goes_on:
        keep()
    else:
        with pytest.raises(SaveError, match="its order is none, not chosen by the player"):
            keep()


def test_more_results_are_added_behind(path: Path) -> None:
    first, second = all_series = fresh()
    with saved(path, all_series, 100) as keep:
        keep(second, RESULTS[1])
    assert load(path)[1] == {0: RESULTS[0], 1: RESULTS[1]}
    assert first.results == {r.number: r for r in RESULTS}


def test_only_the_games_that_are_asked_for_come_back(path: Path) -> None:
    assert load(path, 2) == [{0: RESULTS[0], 1: RESULTS[1]}, {0: RESULTS[0]}]


def test_a_file_cut_off_anywhere_gives_what_is_whole_and_goes_on(path: Path) -> None:
    text = path.read_bytes()
    for length in range(len(text)):
        path.write_bytes(text[:length])
        whole = text[:length].count(b"\n")
        first, second = all_series = fresh()
        with saved(path, all_series, 100) as keep:
            assert first.games + second.games == max(0, whole - 1)
            keep(second, RESULTS[2])
        assert load(path)[1][2] == RESULTS[2]


def test_a_result_is_in_the_file_as_soon_as_it_is_kept(path: Path) -> None:
    (first, _) = all_series = fresh()
    with saved(path, all_series, 100) as keep:
        keep(first, replace(RESULTS[0], number=7))
        assert json.loads(path.read_text(encoding="utf-8").splitlines()[-1])["number"] == 7


@pytest.mark.parametrize(
    ("changes", "complaint"),
    (
        ({"seed": "coffee"}, "its seed is tea, not coffee"),
        ({"players": 5}, "its players is 4, not 5"),
        ({"limit": Limit(iterations=5)}, "its limit is as usual, not 5it"),
        ({"one": "sleuth"}, "its series is x careful random; detective careful random, not x sl"),
    ),
)
def test_a_file_of_another_series_is_refused(
    path: Path, changes: dict[str, object], complaint: str
) -> None:
    others = [
        Series(replace(series.match, **changes))  # type: ignore[arg-type]
        for series in fresh()
    ]
    text = path.read_bytes()
    with pytest.raises(SaveError, match=complaint), saved(path, others, 10):
        pass
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("text", "complaint"),
    (
        ("a letter to my aunt", "is no file of the arena"),
        ("a letter to my aunt\n", "is no file of the arena"),
        ("[1]\n", "is no file of the arena"),
        ("[" * 100_000 + "\n", "is no file of the arena"),
        ('{"kind": "another"}\n', "is no file of the arena"),
    ),
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SaveError, match=complaint):
        load(path)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "line",
    (
        "what?",
        "[" * 100_000,
        '{"series": 9, "number": 1, "won": true, "winner": "x", "reason": "found", "moves": 1}',
        '{"series": 0, "number": 1, "won": 1, "winner": "x", "reason": "found", "moves": 1}',
        '{"series": 0, "number": 1, "won": true, "winner": "x", "reason": "bored", "moves": 1}',
    ),
)
def test_a_line_that_is_no_result_is_named(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(SaveError, match="line 6, is no result"):
        load(path)


def test_two_runs_do_not_write_one_file(path: Path) -> None:
    with (
        saved(path, fresh(), 10),
        pytest.raises(SaveError, match="is being written by another run"),
    ):
        load(path)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be written: No such file or directory"):
        load(tmp_path / "nowhere" / "games.jsonl")


def test_what_keeps_nothing_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(SaveError, match="is no ordinary file"):
            load(path)


def test_a_file_without_room_says_so_and_keeps_what_it_has(path: Path) -> None:
    size = path.stat().st_size
    code = f"""
import resource
from pathlib import Path
from tests.arena.test_saving import RESULTS, SaveError, fresh, saved
before = resource.getrlimit(resource.RLIMIT_FSIZE)
first, second = fresh()
with saved(Path({str(path)!r}), [first, second], 100) as keep:
    resource.setrlimit(resource.RLIMIT_FSIZE, ({size + 10}, before[1]))
    try:
        for result in RESULTS[1:]:
            keep(second, result)
    except SaveError as error:
        print(error)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{path} cannot be written: ")
    assert done.stderr == ""
    assert load(path) == [{r.number: r for r in RESULTS}, {0: RESULTS[0]}]
