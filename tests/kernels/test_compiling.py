"""What was compiled is kept, cannot go stale, and is all there before somebody waits for it."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from misterx.kernels import cache
from misterx.kernels.cache import cache_folder, is_filled, note_filled
from misterx.kernels.contests import best_child
from misterx.kernels.trees import NODE

settings: Any = numba.config

WITHOUT_CACHE = """
import numba
import numpy as np
from misterx.kernels.cache import cache_folder
from misterx.kernels.contests import best_child
from misterx.kernels.trees import NODE

assert cache_folder() is None
assert best_child(np.zeros(1, NODE)) == 0
assert not best_child.stats.cache_path
print(numba.config.CACHE_DIR)
"""
WARM = """
from numba.core.event import install_recorder
from misterx.kernels.warming import ENTRIES, warm
from tests.kernels.samples import beliefs, ends

with install_recorder("numba:compile") as compiled:
    warm()
print(len(compiled.buffer), *{len(entry.signatures) for entry in ENTRIES})
with install_recorder("numba:compile") as compiled:
    list(ends())
    list(beliefs())
    warm()
print(len(compiled.buffer), *{len(entry.signatures) for entry in ENTRIES})
"""


PLAY = """
from random import Random
from misterx.bots import Limit, ask, find_player
from misterx.bots.readiness import make_ready
from misterx.core import Game, Setup, rules_for

players = [find_player(name, "chase") for name in ("champion", "pimbot")]
make_ready()
from misterx.kernels.warming import ENTRIES
loaded = [entry for entry in ENTRIES if entry.signatures]
for player in players:
    game = Game.new(rules_for("modern-2013"), Setup(2), Random(1))
    for _ in range(2):
        (seat, *_) = game.to_act
        game.play(ask(player, game, seat, Random(1), Limit(iterations=2)), seat=seat)
print(len(loaded), loaded == [entry for entry in ENTRIES if entry.signatures])
"""


def run(*arguments: str, **more: str) -> str:
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env=os.environ | more,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


# --- the folder -----------------------------------------------------------------------------


def test_the_folder_is_another_after_any_change_of_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folders = [cache_folder()]
    for name, text in (("rules.py", "1"), ("rules.py", "2"), ("belief.py", "1")):
        (tmp_path / name).write_text(text)
        folders.append(cache_folder())
    assert len(set(folders)) == 4
    assert cache_folder() == folders[-1]


def test_a_twin_elsewhere_or_written_anew_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba would compile it again, whatever its twin has filled."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folders = []
    for place, written in (("one", 1), ("other", 1), ("other", 2)):
        source = tmp_path / place / "rules.py"
        source.parent.mkdir(exist_ok=True)
        source.write_text("the same")
        os.utime(source, (written, written))
        monkeypatch.setattr(cache, "__file__", str(source))
        folders.append(cache_folder())
    assert len(set(folders)) == 3


def test_the_folder_is_another_on_another_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba would compile it again there, though the folder may be on a disk that both use."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    told = tmp_path / "cpuinfo"
    monkeypatch.setattr(cache, "_PROCESSOR", told)
    folders = []
    for flags, speed in (("sse2", 1), ("sse2", 2), ("sse2 avx", 2)):
        told.write_text(f"model name : some\nflags : {flags}\ncpu MHz : {speed}\n")
        folders.append(cache_folder())
    assert folders[0] == folders[1] != folders[2]


def test_the_folder_is_another_with_other_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    usual = cache_folder()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = cache_folder()
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert len({usual, checked, cache_folder()}) == 3


def test_the_folder_lies_where_a_researcher_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine"))
    folder = cache_folder()
    assert folder is not None
    assert folder.parent == tmp_path / "mine"
    assert folder.is_dir()


def test_numbas_settings_stay_as_they_were() -> None:
    assert os.environ.get("NUMBA_CACHE_DIR", "") == settings.CACHE_DIR
    folder = cache_folder()
    assert folder is not None
    best_child(np.zeros(1, NODE))
    kept = Path(best_child.stats.cache_path)  # type: ignore[attr-defined]
    assert folder in kept.parents, "and yet it is kept in a folder of our own"


def test_a_folder_that_may_not_be_written_to_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert cache_folder() is None


@pytest.mark.timeout(600)
def test_without_a_folder_it_is_compiled_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "cache")
    assert run("-c", WITHOUT_CACHE, NUMBA_CACHE_DIR=nowhere) == f"{nowhere}\n"


def test_a_filled_folder_is_known_until_something_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not is_filled()
    note_filled()
    assert is_filled()
    assert not run("-m", "misterx.kernels"), "there is nothing to do, nor to say"
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert not is_filled()
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    note_filled()
    assert not is_filled(), "nowhere"


def test_folders_that_nobody_has_used_for_long_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    month = 30 * 24 * 3600
    for name, age in (("kernels-old", 3 * month), ("kernels-new", month), ("others", 9 * month)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "filled").touch()
        os.utime(tmp_path / name / "filled", (time.time() - age,) * 2)
    for name, age in (("kernels-torn", 3 * month), ("kernels-begun", month)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    note_filled()
    left = {folder.name for folder in tmp_path.iterdir()}
    assert {"kernels-new", "kernels-begun", "others"} < left
    assert not {"kernels-old", "kernels-torn"} & left
    mine = cache_folder()
    assert mine is not None
    os.utime(mine / "filled", (0, 0))
    assert is_filled(), "and to look is to use"
    note_filled()
    assert mine.exists()


# --- warming --------------------------------------------------------------------------------


@pytest.mark.timeout(600)  # where nothing was compiled yet
def test_after_warming_nothing_is_left_to_compile() -> None:
    run("-c", WARM)
    assert run("-c", WARM) == "0 1\n0 1\n", "nothing compiled, and each entry called in one way"


@pytest.mark.timeout(600)
def test_a_player_who_is_ready_has_loaded_what_its_moves_need_and_no_more() -> None:
    run("-c", WARM)
    assert run("-c", PLAY) == "5 True\n"


def test_a_user_without_a_home_folder_has_a_place_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(_name: str) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(cache, "user_cache_path", no_home)
    assert cache.cache_place() == Path("/.cache/misterx")
