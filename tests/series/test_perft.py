"""The law counts as many move sequences as the perft files say."""

import pytest

from misterx.core import edition_names, rules_for
from misterx.core.perft import divide, perft
from tests.series.perft_suite import FOLDER, Line, path, read
from tests.series.tables import ALL_TABLES

LINES = [
    pytest.param(edition, line, id=line.name)
    for edition in edition_names()
    if path(edition).exists()
    for line in read(edition)
]
LEAST_LINES = 3


def check(edition: str, line: Line, depths: range) -> None:
    rules = rules_for(edition)
    state = line.state(rules)
    for depth in depths:
        count = perft(rules, state, depth)
        assert count == line.perft[depth - 1], (
            f"depth {depth}; if the change is meant, `make perft` writes the files anew"
        )


@pytest.mark.parametrize(("edition", "line"), LINES)
def test_shallow_counts(edition: str, line: Line) -> None:
    check(edition, line, range(1, line.shallow + 1))


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "line"), LINES)
def test_deep_counts(edition: str, line: Line) -> None:
    check(edition, line, range(line.shallow + 1, len(line.perft) + 1))


@pytest.mark.parametrize("edition", edition_names())
def test_a_divide_adds_up_to_the_count(edition: str) -> None:
    rules = rules_for(edition)
    for line in read(edition)[::4]:
        assert sum(divide(rules, line.state(rules), 1).values()) == line.perft[0]


def test_every_table_has_its_lines() -> None:
    names = [line.name for edition in edition_names() for line in read(edition)]
    for table in ALL_TABLES:
        lines = [name for name in names if name.startswith(f"{table}: ")]
        assert len(lines) >= LEAST_LINES, f"{table}: `make perft` writes them"
    assert len(set(names)) == len(names)


def test_every_perft_file_belongs_to_an_edition() -> None:
    expected = {path(edition) for edition in edition_names()} | {FOLDER / "README.md"}
    assert set(FOLDER.iterdir()) == expected, "`make perft` writes what is missing"
