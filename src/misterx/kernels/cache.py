"""Where compiled kernels are kept, so that they are compiled once and can never be out of date.

numba's own cache does not notice that a function which another one calls has changed, nor other
settings. So the folder carries a hash of this package's sources, of numba, of its settings and of
the processor, for which numba compiles.
Where no folder can be written to, every process compiles for itself, and `preparing` says so.
Folders that nobody has used for long go.
This module loads nothing heavy.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

__all__ = ["PREPARING", "cache_folder", "cache_place", "is_filled", "note_filled", "preparing"]

PREPARING = "Preparing the computer players; a minute or two the first time"
"""To say where somebody waits for it."""
_UNKEPT = (
    "Preparing the computer players; a minute or two in every process, as {place} cannot be written"
    " to: set NUMBA_CACHE_DIR to a folder that can"
)

_FILLED = "filled"
"""A file that says that nothing is left to compile; its time is that of the last use."""
_PROCESSOR = Path("/proc/cpuinfo")
"""Where Linux describes it."""
_KEPT_SECONDS = 60 * 24 * 3600


def cache_folder() -> Path | None:
    """Where compiled kernels are kept; None: nowhere."""
    digest = hashlib.sha256(f"{sys.version_info} {version('numba')} {_processor()}".encode())
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_"):
            digest.update(f"{name}={value};".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        # numba keeps apart what lies elsewhere or was written anew, so `filled` must, too.
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode() + source.read_bytes())
    folder = cache_place() / f"kernels-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def cache_place() -> Path:
    """Return the folder in which cache folders are made, whether it can be written to or not."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    try:
        return user_cache_path("misterx")
    except RuntimeError:  # a user without a home folder, such as one of a container
        return Path("/.cache/misterx")


def preparing() -> str:
    """Return what to tell a user who waits for the compiler, and what they can do about it."""
    return PREPARING if cache_folder() else _UNKEPT.format(place=cache_place())


def _processor() -> str:
    """What machines differ in that may share a folder: the processor, and what it can do."""
    told = {platform.machine(), platform.processor()}
    with suppress(OSError):
        lines = _PROCESSOR.read_text(errors="replace").splitlines()
        told |= {line for line in lines if line.startswith(("model name", "flags", "Features"))}
    return " ".join(sorted(told))


def is_filled() -> bool:
    """Whether everything is compiled, so that it is only read."""
    folder = cache_folder()
    if folder is None or not (folder / _FILLED).exists():
        return False
    (folder / _FILLED).touch()
    return True


def note_filled() -> None:
    """Remember that everything is compiled, and forget what nobody has used for long."""
    folder = cache_folder()
    if folder is None:
        return
    (folder / _FILLED).touch()
    for other in folder.parent.glob("kernels-*"):
        with suppress(FileNotFoundError):  # another process may do the same
            note = other / _FILLED  # there is none where a compilation was broken off
            used = (note if note.exists() else other).stat().st_mtime
            if used < time.time() - _KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
