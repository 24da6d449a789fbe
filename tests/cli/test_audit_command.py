"""`misterx audit`: at the end anyone can check every step of the log against the tickets (E4)."""

from __future__ import annotations

from pathlib import Path

import pytest

import misterx
from misterx.core import Game, rules_for
from tests.cli.running import Run, Runner, played, saved

STARTS = {"X": 45, "D1": 13, "D2": 26, "D3": 29, "B1": 34}


def verdicts(answer: Run) -> list[list[str]]:
    """The rows of the table."""
    found = [line.split() for line in answer.out.splitlines()]
    return [row for row in found if row and row[0].isdigit()]


def finished(folder: Path, *moves: str, result: str = "x resigned") -> str:
    """A record with these moves, written by hand, right or wrong."""
    head = ["misterx record 1", "game: chase", "edition: modern-2013", "rules version: 1"]
    starts = ["D1@13", "D2@26", "D3@29", "B1@34", "X@45"]
    file = folder / "written.txt"
    lines = [*head, "players: 4", "", *starts, *moves, f"result: {result}", ""]
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


HUNTERS = ("D1:T23", "D2:T39", "D3:T41", "B1:47")


@pytest.mark.clause("E4")
@pytest.mark.parametrize(
    ("edition", "players"),
    (("modern-2013", 4), ("classic-2000", 6), ("beginner", 5), ("research-2011", 6)),
)
def test_an_honest_log_is_right_window_by_window(
    run: Runner, tmp_path: Path, edition: str, players: int
) -> None:
    game = played(edition, players)
    answer = run("audit", saved(game, tmp_path))
    assert answer.code == 0
    assert "The log is right: every move fits its ticket." in answer.out
    log = game.observe("X").log
    table = verdicts(answer)
    assert [int(row[0]) for row in table] == list(range(1, len(log) + 1))
    assert [int(row[3]) for row in table] == [entry.station for entry in log]
    assert {row[-1] for row in table} == {"right"}
    assert [row[-2] for row in table] == ["seen" if entry.seen else "hidden" for entry in log]


@pytest.mark.parametrize("columns", (40, 60))
def test_on_a_narrow_screen_every_window_has_its_station_and_verdict(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = run("audit", finished(tmp_path, "X:T46", *HUNTERS, "X:U74", *HUNTERS))
    assert "…" not in answer.out
    *_, last = verdicts(answer)
    assert last[0] == "2"
    assert {"74", "underground", "right"} <= set(last)
    assert ("seen" in answer.out) == (columns == 60)


def test_a_black_ticket_shows_what_it_can_have_paid_for(run: Runner, tmp_path: Path) -> None:
    answer = run("audit", finished(tmp_path, "X:K46", *HUNTERS, "X:K74"))
    assert "underground" in answer.out
    assert answer.code == 0


@pytest.mark.clause("E4")
@pytest.mark.parametrize(
    ("moves", "window", "why"),
    (
        (("X:T47",), 1, "no line leads on a taxi ticket from 45 to 47"),
        (("X:T46", *HUNTERS, "X:B45"), 2, "no line leads on a bus ticket from 46 to 45"),
        (("X:T46", *HUNTERS, "X:T47"), 2, "B1 stands on 47"),
        (("X:T46", *HUNTERS, "X:T33+T34"), 3, "no line leads on a taxi ticket from 33 to 34"),
        (("X:T300",), 1, "no line leads on a taxi ticket from 45 to 300"),
    ),
)
def test_a_dishonest_log_is_right_up_to_where_it_is_wrong(
    run: Runner, tmp_path: Path, moves: tuple[str, ...], window: int, why: str
) -> None:
    answer = run("audit", finished(tmp_path, *moves))
    assert answer.code == 1
    assert f"The log is wrong at window {window}: {why}." in answer.out
    *before, last = verdicts(answer)
    assert len(before) == window - 1
    assert all(row[-1] == "right" for row in before)
    assert last[-1] == "wrong"


@pytest.mark.parametrize(
    ("changes", "move", "window", "why"),
    (
        (
            {"supply": {"taxi": 1, "bus": 9, "underground": 9}},
            "X:T46+T33",
            3,
            "no taxi ticket was left",
        ),
        (
            {"supply": {"taxi": 0, "bus": 9, "underground": 9}},
            "X:T46+K33",
            2,
            "no taxi ticket was left",
        ),
        ({"double": 0}, "X:T46+T33", 3, "no double-move card is left"),
        ({"black": 1}, "X:K46+K33", 3, "no black ticket was left"),
    ),
)
def test_tickets_and_cards_that_he_did_not_have(
    run: Runner, tmp_path: Path, changes: dict[str, object], move: str, window: int, why: str
) -> None:
    rules = rules_for("modern-2013")
    position = rules.position(misterx.new_game("modern-2013", 4, starts=STARTS).state)
    log = [{"ticket": "T", "station": 45, "seen": True}]
    kept = {key: position[key] for key in position if key not in ("possible", "to_move", "start_x")}
    cards: dict[str, object] = {
        "taxi": None,
        "bus": None,
        "underground": None,
        "black": 5,
        "double": 2,
    }
    cards |= {key: changes.pop(key) for key in ("black", "double") if key in changes}
    game = Game.from_position(rules, {**kept, "log": log, "mister_x": cards, **changes})
    game.concede("hunters")
    file = Path(saved(game, tmp_path))
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("result:", f"{move}\nresult:"), encoding="utf-8")
    answer = run("audit", str(file))
    assert answer.code == 1
    assert f"The log is wrong at window {window}: {why}." in answer.out
    assert verdicts(answer)[0][1:4] == ["–", "?", "45"]


@pytest.mark.parametrize(
    ("moves", "result", "why"),
    (
        (("X:T46", "D1:T199"), "x resigned", "entry 7, line 13: 'D1:T199': no line leads"),
        (("X:T46", "rubbish"), "x resigned", "entry 7, line 13: 'rubbish': 'rubbish' is no move"),
        (("X:T46", "X:T45"), "x resigned", "it is the hunters' turn"),
        (("X:T46",), "hunters caught", "the result is 'hunters caught', but by the rules"),
    ),
)
def test_a_record_that_is_damaged_elsewhere(
    run: Runner, tmp_path: Path, moves: tuple[str, ...], result: str, why: str
) -> None:
    answer = run("audit", finished(tmp_path, *moves, result=result))
    assert answer.code == 1
    assert "The log is right as far as it can be followed." in answer.out
    assert why in " ".join(answer.out.split())
    assert len(verdicts(answer)) == 1


def test_a_header_that_cannot_be(run: Runner, tmp_path: Path) -> None:
    file = Path(finished(tmp_path, "X:T46"))
    file.write_text(file.read_text(encoding="utf-8").replace("players: 4", "players: 9"), "utf-8")
    answer = run("audit", str(file))
    assert (answer.code, answer.out) == (1, "")
    assert "9 players cannot play this edition" in answer.err


def test_a_running_game_keeps_its_secret_unless_asked(run: Runner, tmp_path: Path) -> None:
    file = saved(played("modern-2013", 4, moves=9), tmp_path)
    answer = run("audit", file)
    assert (answer.code, answer.out) == (2, "")
    assert "this game is not over" in answer.err
    assert "--reveal" in answer.err
    assert run("audit", file, "--reveal").code == 0
