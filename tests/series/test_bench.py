"""The benchmarks tell a cleared bar from a missed one."""

import pytest

from bench.__main__ import report
from bench.figures import Figure, at_least, under
from bench.kernels import belief_updates, searches
from bench.measures import beliefs, board, card_games, reference


@pytest.mark.parametrize(
    ("figure", "is_missed"),
    (
        (Figure("games", 300, "a second", at_least(300)), False),
        (Figure("games", 299.9, "a second", at_least(300)), True),
        (Figure("start", 7.9, "×", under(8)), False),
        (Figure("start", 8, "×", under(8)), True),
        (Figure("told only", 0, "s"), False),
    ),
)
def test_a_missed_bar_is_named_and_fails(
    figure: Figure, is_missed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report([figure]) == int(is_missed)
    printed = capsys.readouterr().out
    assert figure.name in printed
    assert ("MISSED" in printed) == is_missed
    assert (f"missed: {figure.name}" in printed) == is_missed


@pytest.mark.parametrize(
    "measure", (reference, board, card_games, beliefs, belief_updates, searches)
)
def test_a_measurement_yields_figures(measure: object) -> None:
    assert callable(measure)
    figures = list(measure(1))
    assert figures
    assert all(figure.value > 0 for figure in figures)
