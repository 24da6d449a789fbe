"""The C reference, which the kernels' speed is held against, plays the very same games."""

import numpy as np
import pytest

from bench.kernels import deals, play_many, playouts, records
from bench.yardstick import NoCompiler, Yardstick
from misterx.kernels.chance import seeded
from misterx.kernels.tables import Tables, make_tables

GAMES = 20_000


def yardstick(t: Tables) -> Yardstick:
    try:
        return Yardstick(t)
    except NoCompiler as problem:
        pytest.skip(str(problem))


@pytest.mark.parametrize("seed", range(3))
def test_c_and_kernels_end_every_game_alike(seed: int) -> None:
    games = deals()
    t, starts = make_tables(games[0].state.cast), records(games)
    in_c, in_kernels = np.zeros(5, np.int64), np.zeros(5, np.int64)
    one, other = seeded(seed), seeded(seed)
    yardstick(t).play_many(starts, GAMES, one, in_c)
    play_many(t, starts, GAMES, other, in_kernels)
    assert in_c.tolist() == in_kernels.tolist()
    assert in_c.sum() == GAMES
    assert one.word == other.word, "the dice fell as often"


def test_without_a_compiler_the_figure_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    figures = {figure.name: figure for figure in playouts(1)}
    beside_c = figures["random playouts, kernels beside C"]
    assert beside_c.is_missed
    assert "no C compiler" in str(beside_c)
