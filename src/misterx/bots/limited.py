"""A player that always thinks as long as its name says: `sleuth@100ms`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from misterx.bots.limit import NO_LIMIT, Limit, check_limit
from misterx.bots.player import AnyPlayer

__all__ = ["LimitedPlayer"]


class LimitedPlayer:
    """Another player under a limit of its own, which goes before any that it is asked with."""

    def __init__(self, player: AnyPlayer, limit: Limit) -> None:
        check_limit(limit)
        self.player = player
        self.limit = limit
        self.name = f"{player.name}@{limit}"

    def choose(
        self,
        seen: Any,  # noqa: ANN401 - whatever the player sees
        legal: Sequence[Any],
        rng: Random,
        limit: Limit = NO_LIMIT,
    ) -> Any:  # noqa: ANN401 - the player's move
        """The move that the player chooses under its own limit."""
        check_limit(limit)
        return self.player.choose(seen, legal, rng, self.limit)
