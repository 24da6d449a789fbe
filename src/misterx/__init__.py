"""misterx: Scotland Yard, the hunt for Mister X through London.

>>> import misterx
>>> game = misterx.new_game("modern-2013", players=4, seed=7)
>>> game.to_act
('X',)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from misterx.api import (
        Game,
        Record,
        Refused,
        edition_names,
        load_game,
        new_game,
        save_game,
        warm_up,
    )

__all__ = [
    "Game",
    "Record",
    "Refused",
    "__version__",
    "edition_names",
    "load_game",
    "new_game",
    "save_game",
    "warm_up",
]

__version__ = "0.1.0"


def __dir__() -> list[str]:
    """What there is, the public names among it before they are loaded."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Load the public names when they are first used: `import misterx` alone stays quick."""
    if name in __all__:
        return getattr(import_module("misterx.api"), name)
    raise AttributeError(f"module 'misterx' has no attribute {name!r}")
