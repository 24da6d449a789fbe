"""How kernels are compiled: once, kept on disk, and read from there by other processes.

numba's own settings, which may be a researcher's own, stay as they are.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from misterx.kernels.cache import cache_folder

# It makes many objects that stay: looking among them for garbage takes a tenth of a second.
_collects = gc.isenabled()
gc.disable()
try:
    import numba
finally:
    if _collects:
        gc.enable()

__all__ = ["kernel", "part", "record_of", "signed"]

_settings: Any = numba.config  # it makes its names as it is loaded, so they have no types

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    signed = int
else:
    signed = np.int64
"""A whole number as the kernels reckon with it: what is read from a record may have no sign."""


def record_of(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The type of a record; its fields are attributes, in Python as in what is compiled."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


_FOLDER = cache_folder()


def kernel(function: F) -> F:
    """Compile a function when it is first called; it runs without Python's lock."""
    return _compiled(function)


def part(function: F) -> F:
    """The same for a function that is to become a part of each one that calls it."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, **how: bool) -> F:
    compiler: Any = numba.njit
    with _keeping():
        compiled: F = compiler(cache=_FOLDER is not None, nogil=True, error_model="numpy", **how)(
            function
        )
    return compiled


@contextmanager
def _keeping() -> Iterator[None]:
    """Numba takes the folder from its settings at the moment when a function is decorated."""
    before = _settings.CACHE_DIR
    if _FOLDER is not None:
        _settings.CACHE_DIR = str(_FOLDER)
    try:
        yield
    finally:
        _settings.CACHE_DIR = before
