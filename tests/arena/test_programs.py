"""Other people's programs: they play, they lose by their faults, and none is left behind."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from misterx.arena import Fault, Match, Series, play_game, play_series, programs
from misterx.arena.contestants import check_contestant
from misterx.bots import Limit
from tests.arena.programs import program, started


def lives(process: int) -> bool:
    """True for a process that runs; one that is over and not yet waited for does not."""
    try:
        os.kill(process, 0)
        status = Path(f"/proc/{process}/stat")
        state = status.read_text(encoding="utf-8").split(")")[1].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # gone since, or a system without such files
        return not Path("/proc/self/stat").exists()
    return state != "Z"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the programs leave their traces; afterwards none of them lives on."""
    yield tmp_path
    assert started(tmp_path)
    while any(map(lives, started(tmp_path))):
        time.sleep(0.01)  # a kill takes its moment; the test's own time limit ends this


def requests(folder: Path) -> list[dict[str, object]]:
    """All that the programs were asked to choose from."""
    return [
        json.loads(line)
        for trace in sorted(folder.glob("*.asked"))
        for line in trace.read_text(encoding="utf-8").splitlines()
    ]


def test_a_program_plays_a_whole_game_by_its_view(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "GRACE", 20.0)
    match = Match("modern-2013", 4, program(folder) + "@30s", "random", "x", seed="tea")
    match.check()
    result = play_game(match, 0)
    assert (result.fault, result.won) == ("", result.winner == "x")
    asked = requests(folder)
    assert {request["as"] for request in asked} == {"X"}
    assert all(request["limit"]["ms"] == 30000 for request in asked)  # type: ignore[index]
    texts = [trace.read_text(encoding="utf-8") for trace in folder.glob("*.asked")]
    assert all('"limit":{"seed":' in text and ',"ms":30000}' in text for text in texts)
    assert len({request["limit"]["seed"] for request in asked}) > 1  # type: ignore[index]
    assert len(list(folder.glob("*.bye"))) == 2  # it was asked what it plays, and played


def test_the_same_number_has_the_same_deal_whoever_plays(tmp_path: Path) -> None:
    firsts = []
    for others, number in (("random", 5), ("greedy", 5), ("random", 6)):
        folder = tmp_path / f"{others}{number}"
        folder.mkdir()
        play_game(Match("modern-2013", 4, program(folder) + "@30s", others, "x"), number)
        firsts.append(requests(folder)[0]["view"])
    assert firsts[0] == firsts[1] != firsts[2]


def test_seconds_may_be_a_whole_number(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "GRACE", 20.0)
    match = Match("modern-2013", 4, program(folder), "random", "x", limit=Limit(seconds=30))
    assert play_game(match, 0).fault == ""
    assert requests(folder)[0]["limit"]["ms"] == 30000  # type: ignore[index]


def test_iterations_are_passed_on(folder: Path) -> None:
    play_game(Match("modern-2013", 4, program(folder) + "@7it", "random", "x"), 0)
    assert all(
        request["limit"].keys() == {"iterations", "seed"}  # type: ignore[attr-defined]
        and request["limit"]["iterations"] == 7  # type: ignore[index]
        for request in requests(folder)
    )


def test_hunters_see_what_hunters_see(folder: Path) -> None:
    play_game(Match("modern-2013", 4, program(folder), "random", "detective"), 0)
    asked = requests(folder)
    assert {request["as"] for request in asked} == {"hunters"}
    assert any(request["view"]["x"] is None for request in asked)  # type: ignore[index]
    assert all(request["limit"]["ms"] == 1000 for request in asked)  # type: ignore[index]


@pytest.mark.parametrize(("edition", "players"), (("modern-2013", 6), ("beginner", 4)))
def test_in_free_order_a_program_chooses_among_all_detectives(
    folder: Path, edition: str, players: int
) -> None:
    play_game(Match(edition, players, program(folder) + "@30s", "random", "detective"), 0)
    legal = [request["legal"] for request in requests(folder)]
    firsts = [moves for moves in legal if isinstance(moves, list) and "@" not in moves[0]]
    pieces = {move.partition(":")[0] for move in firsts[0]}
    assert pieces == {f"D{n}" for n in range(1, players)}


def test_in_the_card_game_each_seat_has_a_process_of_its_own(folder: Path) -> None:
    play_game(Match("cards-2017", 3, "careful", program(folder) + "@30s", "x"), 0)
    seats = [
        {json.loads(line)["as"] for line in trace.read_text(encoding="utf-8").splitlines()}
        for trace in folder.glob("*.asked")
    ]
    assert all(len(own) == 1 for own in seats)
    assert len(seats) == len(set().union(*seats)) == 2


@pytest.mark.parametrize(
    ("how", "fault", "what"),
    (
        ("crashes", Fault.CRASHED, "it ended with exit code 1; it said: it was all too much"),
        ("hangs", Fault.SILENT, "no answer within 0.7 s"),
        ("babbles", Fault.NONSENSE, "it answered 'what?'"),
        ("closes", Fault.CRASHED, "it closed its standard output"),
        ("refuses", Fault.NONSENSE, f"it refused: 'I would rather not{', really not' * 9}'"),
        ("floods", Fault.NONSENSE, "its answer is too long"),
        ("chatters", Fault.NONSENSE, "'good move, was it not?'"),
        ("forgets", Fault.NONSENSE, "its answer has no move: {'ok': True}"),
        ("cheats", Fault.ILLEGAL, "it played 'X:K199', which is not legal"),
    ),
)
def test_a_program_that_misbehaves_loses(folder: Path, how: str, fault: Fault, what: str) -> None:
    limit = "@200ms" if how == "hangs" else "@30s"
    result = play_game(Match("modern-2013", 4, program(folder, how, 2) + limit, "random", "x"), 0)
    assert (result.won, result.winner, result.reason) == (False, "hunters", fault)
    assert what in result.fault


def test_who_meets_a_program_that_misbehaves_wins(folder: Path) -> None:
    match = Match("cards-2017", 3, "careful", program(folder, "crashes", 1) + "@30s", "detective")
    result = play_game(match, 0)
    assert (result.won, result.reason) == (True, Fault.CRASHED)


def test_the_series_goes_on_in_several_processes(folder: Path) -> None:
    name = program(folder, "crashes", 3) + "@30s"
    faulty = Series(Match("modern-2013", 4, name, "random", "x"))
    play_series([faulty], 4, workers=2)
    assert (faulty.games, faulty.wins) == (4, 0)
    assert [result.number for result in faulty.faults] == [0, 1, 2, 3]
    assert faulty.reasons == {Fault.CRASHED: 4}


def test_a_program_that_does_not_take_its_leave_is_ended(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "GRACE", 5.0)
    name = program(folder, "stays") + "@30s"
    result = play_game(Match("modern-2013", 4, name, "random", "x"), 0)
    assert not result.fault
    assert list(folder.glob("*.bye"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    (
        (
            "cmd:./no-such-bot",
            r"did not answer hello: it cannot be started: No such file or directory: ./no-such-bot",
        ),
        ("cmd:", "names no program"),
        ("cmd:'", "it cannot be started: No closing quotation"),
        ("cmd:true", "cmd:true did not answer hello: it ended with exit code 0"),
        ("cmd:cat", "it refused"),
        ("""cmd:sed -u 's/.*/{"ok":true}/'""", "its first answer has no name"),
        (
            """cmd:sed -u 's/.*/{"ok":true,"name":"a","plays":["go"]}/'""",
            "a does not play 'modern-2013'",
        ),
    ),
)
def test_a_program_that_cannot_play_is_found_out_before_the_series(
    text: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        check_contestant(text, "chase", "modern-2013")
