"""The commands that the documentation shows are run as they stand."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import httpx
import pytest
from platformdirs import user_cache_path

from misterx import Game, new_game, save_game

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
_BLOCK = re.compile(r"^```(?:console|sh)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMANDS = tuple(
    (page.name, line.removeprefix("$ ").partition("  #")[0].strip())
    for page in PAGES
    for block in _BLOCK.findall(page.read_text(encoding="utf-8"))
    for line in block.splitlines()
    if line.strip()
)
_SERVER = re.compile(r"make play|(.venv/bin/)?misterx serve(?!.*--help)")
SERVERS = tuple(shown for shown in COMMANDS if _SERVER.match(shown[1]))
"""The commands that go on until they are stopped."""
BIN = Path(sys.executable).parent


def _finished_game() -> Game:
    """The saved game that the pages speak of."""
    game, rng = new_game("modern-2013", players=4, seed=1), Random(2)
    while game.outcome is None:
        game.play(rng.choice(game.legal))
    return game


@pytest.mark.parametrize(("page", "command"), [c for c in COMMANDS if c not in SERVERS])
def test_a_command_of_the_documentation_works(page: str, command: str, tmp_path: Path) -> None:
    if command.startswith("make"):  # its work is this very test run: only see that it is there
        command, where = f"{command} --dry-run", ROOT
    else:
        command, where = command.removeprefix(".venv/bin/"), tmp_path
        save_game(_finished_game(), tmp_path / "game.txt")
    path = os.pathsep.join([str(BIN), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=where,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=150,
    )
    assert done.returncode == 0, f"{page}: {command}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize(("page", "command"), SERVERS)
def test_a_server_of_the_documentation_answers(page: str, command: str, tmp_path: Path) -> None:
    command = command.removeprefix(".venv/bin/")
    if command.startswith("make"):  # with what is installed already, wherever that is
        command = f"{command} --old-file=.venv/.play BIN={shlex.quote(str(BIN))}"
    # Everything it would write or open goes to the test's own folder, and nothing to the screen.
    here = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    here["XDG_CACHE_HOME"] = str(user_cache_path())  # the players are compiled already
    path = os.pathsep.join([str(BIN), os.environ["PATH"]])
    with (tmp_path / "said").open("w+") as said:
        server = subprocess.Popen(
            ["bash", "-c", f"exec {command}"],
            cwd=ROOT,
            env={**os.environ, "PATH": path, "MISTERX_PORT": "0", **here}
            | {"MISTERX_OPEN_BROWSER": "false", "MISTERX_DATABASE": str(tmp_path / "games.db")},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            address = _printed_address(server, tmp_path / "said")
            assert "/assets/" in httpx.get(address, trust_env=False).raise_for_status().text
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGINT)  # as Ctrl-C does
            server.wait(90)
    with pytest.raises(httpx.ConnectError):
        httpx.get(address, trust_env=False)


def _printed_address(server: subprocess.Popen[bytes], said: Path) -> str:
    deadline = time.monotonic() + 150
    while not (found := re.search(r"http://\S+", text := said.read_text(encoding="utf-8"))):
        assert server.poll() is None, text
        assert time.monotonic() < deadline, text
        time.sleep(0.05)
    return found[0]


def test_the_two_commands_of_the_readme_are_among_them() -> None:
    shown = {command for page, command in COMMANDS if page == "README.md"}
    assert {"make play", "make test"} <= shown


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
