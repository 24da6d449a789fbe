"""Files for pictures, which need a package that not everybody has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from misterx.cli.complaints import Complaint

__all__ = ["drawing", "picture_file"]

_ENDINGS = (".png", ".svg")


def picture_file(name: str | None) -> Path | None:
    """Where a picture goes; whether it can be drawn is known before the thinking begins."""
    if name is None:
        return None
    path = Path(name)
    if path.suffix.lower() not in _ENDINGS:
        raise Complaint(f"a picture is a file that ends in .png or .svg, not {name}")
    if not path.parent.is_dir():
        raise Complaint(f"there is no folder {path.parent} for the picture")
    try:
        import_module("matplotlib")
    except ImportError as error:
        raise Complaint(
            "pictures are drawn with matplotlib, which is not installed",
            "pip install matplotlib",
        ) from error
    is_new = not path.exists()
    with drawing(path), path.open("ab"):
        pass
    if is_new:
        path.unlink()
    return path


@contextmanager
def drawing(path: Path) -> Iterator[None]:
    """While a picture is written: what goes wrong with its file is said in a line."""
    try:
        yield
    except OSError as error:
        raise Complaint(f"the picture {path} cannot be written: {error.strerror}") from error
