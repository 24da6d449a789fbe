"""What a package index shows of the wheel and of the source distribution."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

import hatch_build
import misterx

ROOT = Path(hatch_build.__file__).parent
_BUILD = "import sys; from hatchling import build; build.build_{kind}(sys.argv[1])"


@pytest.fixture(scope="module", params=("wheel", "sdist"))
def metadata(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Message:
    """What the built package says of itself."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-c", _BUILD.format(kind=request.param), str(folder)],
        cwd=ROOT,
        env={**os.environ, "MISTERX_CLIENT": "skip"},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (built,) = folder.iterdir()
    name = f"misterx-{misterx.__version__}"
    if request.param == "wheel":
        text = ZipFile(built).read(f"{name}.dist-info/METADATA")
    else:
        with tarfile.open(built) as archive:
            file = archive.extractfile(f"{name}/PKG-INFO")
            assert file is not None
            text = file.read()
    return Parser().parsestr(text.decode())


def test_the_long_description_leads_nowhere_on_an_index(metadata: Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    text = str(metadata.get_payload())
    assert text.startswith("# misterx\n")
    assert "## Install" in text
    targets = [
        str(token.attrs[key])
        for token in _tokens(text)
        for key in ("href", "src")
        if key in token.attrs
    ]
    assert [target for target in targets if not target.startswith("https://")] == []
    assert "](" not in text.replace("](https://", "")


def test_links_of_the_project_are_whole_addresses(metadata: Message) -> None:
    for link in metadata.get_all("Project-URL", []):
        name, _, address = link.partition(", ")
        assert name
        assert address.startswith("https://")


def test_what_an_index_needs_to_know_is_there(metadata: Message) -> None:
    assert metadata["Name"] == "misterx"
    assert metadata["Version"] == misterx.__version__
    assert metadata["Requires-Python"]
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Summary"]


def test_a_link_into_the_checkout_becomes_words() -> None:
    readme = """# A game

![A picture](docs/pictures/browser.png)

See [the rules](docs/rules.md), [programs](docs/bots.md#other-programs), [LICENSE](LICENSE),
[above](#a-game) and [elsewhere](https://example.org/a).
"""
    assert (
        hatch_build.long_description(readme)
        == """# A game

See the rules (docs/rules.md), programs (docs/bots.md), LICENSE,
above and [elsewhere](https://example.org/a).
"""
    )


def _tokens(text: str) -> Iterator[Token]:
    for token in MarkdownIt().parse(text):
        yield token
        yield from token.children or ()
