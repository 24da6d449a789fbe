"""Players as classes of one's own: they play in every process, and lose by their faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from misterx.arena import Fault, Match, Series, play_game, play_series
from misterx.arena.contestants import check_contestant
from misterx.bots import Limit

PLAYERS = """
class First:
    name = "first"

    def choose(self, seen, legal, rng, limit):
        print(limit, file=open(FILE, "a"))
        return legal[0]

class Failing(First):
    def choose(self, seen, legal, rng, limit):
        raise KeyError("where is it?")

class Cheating(First):
    def choose(self, seen, legal, rng, limit):
        return "X:T1"

class Demanding(First):
    def __init__(self, more):
        self.more = more

class Nobody:
    name = "nobody"
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module with players, which no other test has imported."""
    name = f"own_{tmp_path.name}"
    text = f"FILE = {str(tmp_path / 'limits.txt')!r}\n{PLAYERS}"
    (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return f"py:{name}"


def test_a_class_plays_whole_games_in_every_process(module: str, tmp_path: Path) -> None:
    match = Match("modern-2013", 4, f"{module}:First@30it", "random", "x", limit=Limit(seconds=1))
    match.check()
    series = Series(match)
    play_series([series], 4, 2)
    assert series.games == 4
    assert {result.fault for result in series.results.values()} == {""}
    limits = (tmp_path / "limits.txt").read_text(encoding="utf-8").split("\n")
    assert set(limits[:-1]) == {"30it"}, "its own limit goes before that of the match"


@pytest.mark.parametrize(
    ("name", "fault", "words"),
    (
        ("Failing", Fault.CRASHED, "it failed with KeyError: 'where is it?'"),
        ("Cheating", Fault.ILLEGAL, "it chose 'X:T1', which is not legal"),
    ),
)
def test_what_goes_wrong_in_it_loses_the_game(
    module: str, name: str, fault: Fault, words: str
) -> None:
    result = play_game(Match("modern-2013", 4, f"{module}:{name}", "random", "x"), 0)
    assert (result.won, result.reason, result.fault) == (False, fault, words)


@pytest.mark.parametrize(
    ("place", "complaint"),
    (
        (":Nobody", "has no 'choose', as a player must"),
        (":Missing", "looks like py:my_module:MyPlayer; AttributeError"),
        ("", "looks like py:my_module:MyPlayer"),
        ("_that_is_not_there:First", "ModuleNotFoundError"),
        (":Demanding", "TypeError"),
    ),
)
def test_what_cannot_play_is_told_at_once(module: str, place: str, complaint: str) -> None:
    with pytest.raises(ValueError, match="py:") as no:
        check_contestant(f"{module}{place}", "chase", "modern-2013")
    assert complaint in str(no.value)
