"""The Python API: set up, play, watch, save, load."""

import json
import subprocess
import sys
from pathlib import Path
from typing import cast

import numpy as np
import pytest

import misterx
from misterx import api
from misterx.core import RecordError


def test_the_public_names_are_those_promised() -> None:
    names = {"Game", "Record", "Refused", "edition_names", "load_game", "new_game", "save_game"}
    names |= {"warm_up"}
    assert set(misterx.__all__) == names | {"__version__"}
    assert set(api.__all__) == names
    for name in names:
        assert getattr(misterx, name) is getattr(api, name)
    assert misterx.__all__ == sorted(misterx.__all__)


def test_the_public_names_are_listed_before_they_are_used() -> None:
    program = "import misterx; print(*sorted({*dir(misterx)} & {*misterx.__all__}))"
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == misterx.__all__
    assert {"Game", "new_game"} <= set(dir(misterx))


def test_what_cannot_be_saved_is_named_by_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "game.txt"
    with pytest.raises(FileNotFoundError) as no:
        misterx.save_game(misterx.new_game("classic-2000", seed=1), path)
    assert str(no.value) == f"[Errno 2] No such file or directory: '{path}'"


def test_an_unknown_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="module 'misterx' has no attribute 'chess'"):
        misterx.chess  # noqa: B018 - asking is the point


def test_importing_the_package_loads_no_game() -> None:
    program = "import misterx, sys; print('misterx.chase' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout == "False\n"


def test_the_same_seed_makes_the_same_game() -> None:
    def starts(seed: object) -> object:
        return misterx.new_game("classic-2000", seed=seed).view("X")["hunters"]

    for seed in (0, 7, "seven", [1, 2], {"a": 1, "b": None}, 0.5, False):
        assert starts(seed) == starts(seed)
    assert starts({"a": 1, "b": 2}) == starts({"b": 2, "a": 1})
    assert len({str(starts(seed)) for seed in range(20)}) > 15


def test_numbers_of_other_libraries_are_numbers() -> None:
    four, three = cast("int", np.int64(4)), np.int64(3)
    game = misterx.new_game("classic-2000", four, seed=three)
    plain = misterx.new_game("classic-2000", 4, seed=3)
    assert game.record().to_text() == plain.record().to_text()
    assert misterx.new_game("cards-2017", four, seed=[three]).record().to_json()["players"] == 4
    starts = {"X": np.int64(26), "D1": np.int16(13), "D2": 29, "D3": 94}
    rules = {"base": "classic-2000", "black": three}
    game = misterx.new_game(players=4, rules=rules, starts=starts)
    assert misterx.Record.read(game.record().to_text()) == game.record()
    assert game.view("X")["x"] == 26


@pytest.mark.parametrize("seed", (object(), {1, 2}, np.float32(1.5), {1: 2, "a": 3}))
def test_a_seed_that_is_no_plain_data_is_refused(seed: object) -> None:
    with pytest.raises(misterx.Refused, match="a seed is a text, a number or other JSON, not"):
        misterx.new_game("classic-2000", 4, seed=seed)


@pytest.mark.parametrize("edition", ("classic-2000", "cards-2017"))
@pytest.mark.parametrize(
    ("players", "shown"), (("4", "'4'"), (4.0, "4.0"), (True, "True"), ({1, 2}, "{1, 2}"))
)
def test_what_is_no_number_of_players_is_shown_as_it_is(
    edition: str, players: int, shown: str
) -> None:
    with pytest.raises(misterx.Refused, match=f"^{shown} players cannot play"):
        misterx.new_game(edition, players)


@pytest.mark.unseeded
def test_without_a_seed_nobody_can_tell() -> None:
    assert len({str(misterx.new_game("classic-2000").view("X")["hunters"]) for _ in range(6)}) > 1


def test_as_many_play_as_can_unless_said_otherwise() -> None:
    assert misterx.new_game("classic-2000").seats == ("X", "H1", "H2", "H3", "H4", "H5")
    assert misterx.new_game("beginner").seats == ("X", "H1", "H2", "H3", "H4")
    assert misterx.new_game("cards-2017").seats == ("P1", "P2", "P3", "P4", "P5")


def test_rules_options_and_starts_reach_the_game() -> None:
    game = misterx.new_game(
        None,
        4,
        rules={"base": "classic-1983", "black": 9},
        options={"voluntary_reveal": True},
        starts={"X": 26},
    )
    view = game.view("X")
    assert view["x"] == 26
    assert view["options"] == {"voluntary_reveal": True}
    assert view["mister_x"] == {
        "taxi": None,
        "bus": None,
        "underground": None,
        "black": 9,
        "double": 2,
    }
    assert view["rules"] == {"base": "classic-1983", "black": 9}
    assert view["edition"] is None


@pytest.mark.parametrize("name", ("game.txt", "game.misterx", "game.json"))
def test_a_saved_game_is_played_on(name: str, tmp_path: Path) -> None:
    game = misterx.new_game("modern-2013", 4, seed=7)
    for _ in range(9):
        game.play(game.legal[-1])
    misterx.save_game(game, tmp_path / name)
    again = misterx.load_game(str(tmp_path / name))
    assert again.view("X") == game.view("X")
    assert again.legal == game.legal
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert text.startswith("{" if name.endswith("json") else "misterx record 1\n")


def test_json_is_known_by_its_brace_whatever_the_file_is_called(tmp_path: Path) -> None:
    record = misterx.new_game("classic-2000", seed=1).record()
    path = tmp_path / "game.txt"
    path.write_text("\n " + json.dumps(record.to_json()), encoding="utf-8")
    assert misterx.load_game(path).record() == record


@pytest.mark.parametrize(
    ("content", "why"),
    (
        (b"", "the first line of a record"),
        (b"\xff\xfe\x00", "game.txt is no text file"),
        (b"{", "game.txt is no JSON"),
        (b'{"misterx": ' + b"[" * 99999, "game.txt is no JSON"),
        (b'{"misterx": ' + b"1" * 9999 + b"}", "game.txt is no JSON"),
        (b"{}", "the record lacks 'misterx'"),
    ),
)
def test_a_file_that_holds_no_record_says_so(content: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=why):
        misterx.load_game(path)


def test_a_missing_file_is_the_callers_business(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        misterx.load_game(tmp_path / "nowhere")


def test_what_is_refused_is_refused_by_one_class() -> None:
    for wrong in (
        lambda: misterx.new_game("classic-1066"),
        misterx.new_game,
        lambda: misterx.new_game("classic-2000", 9),
        lambda: misterx.new_game("classic-2000", rules={"base": "classic-2000"}),
        lambda: misterx.new_game("classic-2000", seed=1).play("X:T999"),
    ):
        with pytest.raises(misterx.Refused):
            wrong()
