"""`misterx rules`: what an edition is, generated from its data."""

from __future__ import annotations

from pathlib import Path

import pytest

from misterx.chase import edition_names, load_edition, rules_from_json
from misterx.cli.chase.facts import differences, facts, in_one_line
from tests.cli.running import Runner


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_all_editions_stand_side_by_side(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    answer = run("rules")
    assert answer.code == 0
    headings = next(line for line in answer.out.splitlines() if "classic-1983" in line)
    assert headings.split() == list(edition_names())
    assert squeezed("modern-24 modern-2013 the hunt is over") in squeezed(answer.out)


def test_a_narrow_terminal_gets_them_in_groups(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns, groups in ((80, 3), (50, 6), (30, 6)):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = run("rules").out.splitlines()
        assert max(map(len, lines)) <= columns
        assert (
            sum(
                "double" in line
                for line in lines[: lines.index("How they are related".ljust(columns))]
            )
            == groups
        )


@pytest.mark.parametrize("name", edition_names())
def test_every_edition_has_its_table(run: Runner, name: str) -> None:
    out = squeezed(run("rules", name).out)
    for label, text in facts(load_edition(name)).items():
        assert label in out
        assert squeezed(text)[:20] in out
    assert "Compared with" in out


def test_what_the_rule_books_print() -> None:
    """The parameters of the specification's table, in words."""
    classic, modern = facts(load_edition("classic-1983")), facts(load_edition("modern-2013"))
    assert classic["players"] == "3–6, Mister X included"
    assert classic["hunters"].splitlines()[0] == "3 players: 4 detectives"
    assert classic["black tickets"] == "one for each detective; hides which transport he took"
    assert classic["Mister X's tickets"] == "as many as he likes"
    assert classic["Mister X is seen"] == "after his moves 3, 8, 13 and 18"
    assert classic["used tickets"] == "go to Mister X"
    assert "468 connections" in classic["board"]
    assert modern["hunters"].splitlines()[:2] == [
        "2–3 players: 2 detectives, 2 bobbies",
        "4 players: 3 detectives, 1 bobby",
    ]
    assert modern["a detective's tickets"] == (
        "11 taxi, 8 bus, 4 underground; with 2 players all in one purse"
    )
    assert modern["the hunt is over"] == "after round 22"
    assert facts(load_edition("modern-24"))["the hunt is over"].startswith("when the 24 moves")
    beginner = facts(load_edition("beginner"))
    assert beginner["Mister X is seen"] == "always, but for his moves 3, 8 and 13"
    assert beginner["transports"] == "taxi and bus"
    assert "41, 46, 124" in beginner["start stations"]
    assert facts(load_edition("research-2011"))["Mister X's tickets"] == (
        "4 taxi, 3 bus, 3 underground, and what the detectives use"
    )


def test_how_close_relatives_differ() -> None:
    found = differences(load_edition("modern-24"), load_edition("modern-2013"))
    assert list(found) == ["the hunt is over"]
    assert list(differences(load_edition("classic-1983"), load_edition("classic-2000"))) == [
        "options",
        "board",
    ]


def test_editions_of_ones_own_in_words() -> None:
    pooled = rules_from_json(
        {
            "base": "classic-2000",
            "detective_purse": "pooled",
            "used_tickets_go_to": "box",
            "x_tickets": "hand",
            "windows": [],
            "log": 23,
            "options": {"voluntary_reveal": True},
        }
    ).data
    told = facts(pooled)
    assert told["a detective's tickets"] == "10 taxi, 8 bus, 4 underground each, all in one purse"
    assert told["used tickets"] == "are out of the game"
    assert told["Mister X's tickets"] == "4 taxi, 3 bus, 3 underground"
    assert told["Mister X is seen"] == "never before the end"
    assert told["the hunt is over"] == (
        "after round 22, or when the 23 moves of his travel log are made and answered"
    )
    assert told["options"].endswith("(usual)")
    open_game = rules_from_json({"base": "beginner", "windows": []}).data
    assert facts(open_game)["Mister X is seen"] == "always"


def test_in_one_line() -> None:
    lines = {name: in_one_line(load_edition(name)) for name in edition_names()}
    assert lines["classic-1983"] == (
        "3–6 players, 22 rounds, Mister X never runs out of tickets, an optional rule"
    )
    assert "bobbies help" in lines["modern-2013"]
    assert "he is seen but for moves 3, 8 and 13" in lines["beginner"]


def test_an_edition_from_a_file(run: Runner, town_rules: Path) -> None:
    out = squeezed(run("rules", "--rules", str(town_rules)).out)
    assert "small, an edition of your own" in out
    assert "town: 12 stations, 13 connections" in out
    assert "Compared with classic-2000" in out


def test_an_edition_that_changes_nothing(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "same.toml"
    file.write_text('base = "modern-24"\n', encoding="utf-8")
    assert "No different from modern-24." in run("rules", "--rules", str(file)).out


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("base = ", "is no TOML file"),
        ('base = "classic-2000"\nblak = 3', "unknown key 'blak'"),
        ('base = "chess"', "no edition 'chess' to build on"),
        ('base = "classic-2000"\nbox = 2020-01-01', "only texts, numbers, lists and tables"),
        ('base = "classic-2000"\nboard = "nowhere"', "there is no board 'nowhere'"),
    ),
)
def test_a_bad_edition_file_says_what_is_wrong(
    run: Runner, tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    answer = run("rules", "--rules", str(file))
    assert answer.code == 2
    assert message in answer.err


def test_a_name_and_a_file_are_one_too_many(run: Runner, town_rules: Path) -> None:
    assert "not both" in run("rules", "beginner", "--rules", str(town_rules)).err
