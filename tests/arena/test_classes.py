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
        with open(FILE, "a") as file:
            print(limit, file=file)
        return legal[0]

class Failing(First):
    def choose(self, seen, legal, rng, limit):
        raise KeyError("where is it?")

class Cheating(First):
    def choose(self, seen, legal, rng, limit):
        return "X:T1"

class Leaving(First):
    def choose(self, seen, legal, rng, limit):
        raise SystemExit(3)

class Writing(First):
    def choose(self, seen, legal, rng, limit):
        legal.append("nonsense")
        return "nonsense"

class Texting(First):
    def choose(self, seen, legal, rng, limit):
        print("thinking")
        return str(legal[0])

class Array(First):
    def choose(self, seen, legal, rng, limit):
        import numpy
        return numpy.zeros(3)

class Likeness(First):
    def choose(self, seen, legal, rng, limit):
        class Any:
            __hash__ = None
            def __eq__(self, other):
                return True
        return Any()

class Once(First):
    made = 0
    def __init__(self):
        Once.made += 1
        if Once.made > 1:
            raise OSError("no room for two")

class Demanding(First):
    def __init__(self, more):
        self.more = more

class Nobody:
    name = "nobody"

class Planning(First):
    # The last of the pieces moves first; FILE has what there was to choose from.
    def choose(self, seen, legal, rng, limit):
        pieces = sorted({move.piece for move in legal})
        with open(FILE, "a") as file:
            print(*sorted(seen.to_move), "|", *pieces, file=file)
        return max(legal, key=lambda move: move.piece)
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
        ("Failing", Fault.CRASHED, "it failed in line 13 with KeyError: 'where is it?'"),
        ("Leaving", Fault.CRASHED, "it failed in line 21 with SystemExit: 3"),
        ("Array", Fault.CRASHED, "it failed with ValueError: The truth value of an array"),
        ("Cheating", Fault.ILLEGAL, "it chose 'X:T1', which is not legal"),
        ("Texting", Fault.ILLEGAL, "it chose 'X:"),
        ("Writing", Fault.ILLEGAL, "it chose 'nonsense', which is not legal"),
    ),
)
def test_what_goes_wrong_in_it_loses_the_game(
    module: str, name: str, fault: Fault, words: str
) -> None:
    result = play_game(Match("modern-2013", 4, f"{module}:{name}", "random", "x"), 0)
    assert (result.won, result.reason) == (False, fault)
    assert result.fault.startswith(words)


def test_a_text_is_told_from_a_move_and_what_is_printed_is_no_answer(
    module: str, capsys: pytest.CaptureFixture[str]
) -> None:
    result = play_game(Match("modern-2013", 4, f"{module}:Texting", "random", "x"), 0)
    assert result.fault.endswith(", which is a text and none of the moves of `legal`")
    assert tuple(capsys.readouterr()) == ("", "thinking\n")


def test_in_free_order_a_player_of_the_whole_side_chooses_who_moves(
    module: str, tmp_path: Path
) -> None:
    match = Match("modern-2013", 6, f"{module}:Planning", "random", "detective")
    for number in range(3):
        assert play_game(match, number).fault == ""
    asked = (tmp_path / "limits.txt").read_text(encoding="utf-8").splitlines()
    able = [line.split(" | ") for line in asked]
    # A piece that is to move may be hemmed in; all the others are among the moves.
    assert [pieces for to_move, pieces in able if to_move == pieces].count("D1 D2 D3 D4 D5") > 6
    assert "D1 D2 D3 D4 | D1 D2 D3 D4" in asked, "D5 has moved first"


def test_a_likeness_of_a_move_is_the_move(module: str) -> None:
    result = play_game(Match("modern-2013", 4, f"{module}:Likeness", "random", "x"), 0)
    assert result.fault == ""


def test_one_that_cannot_be_made_again_loses_that_game(module: str) -> None:
    series = Series(Match("modern-2013", 4, f"{module}:Once", "random", "x"))
    play_series([series], 2)
    assert [series.results[number].reason is Fault.CRASHED for number in range(2)] == [False, True]
    assert "no room for two" in series.results[1].fault


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
