"""The commands that the documentation shows are run as they stand."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

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


def _finished_game() -> Game:
    """The saved game that the pages speak of."""
    game, rng = new_game("modern-2013", players=4, seed=1), Random(2)
    while game.outcome is None:
        game.play(rng.choice(game.legal))
    return game


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_a_command_of_the_documentation_works(page: str, command: str, tmp_path: Path) -> None:
    if command.startswith("make"):  # its work is this very test run: only see that it is there
        command, where = f"{command} --dry-run", ROOT
    else:
        command, where = command.removeprefix(".venv/bin/"), tmp_path
        save_game(_finished_game(), tmp_path / "game.txt")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=where,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, f"{page}: {command}\n{done.stdout}{done.stderr}"


def test_the_two_commands_of_the_readme_are_among_them() -> None:
    shown = {command for page, command in COMMANDS if page == "README.md"}
    assert {"make play", "make test"} <= shown


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
