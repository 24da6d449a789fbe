"""What happens in an evening besides the game: whatever those who look on could learn from.

`onlookers` are those who must not be able to tell two evenings apart. The others, the insiders, act
also by what only they know: they write notes and try moves that differ from evening to evening.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from misterx.core import Game, Refused
from misterx.server.wire import WIRE
from tests.server.secrecy.evening import SPECTATOR, Evening, openings

__all__ = ["Script", "refused_somewhere"]

_MOST_TRIES = 12
_MALFORMED = ("{", "[]", '{"do":"move"}', '{"do":"look","piece":"X"}X', '{"do":"fly"}', "\ud800")


def refused_somewhere(seat: str, tries: Sequence[str], *games: tuple[Game, int]) -> list[str]:
    """Of these moves those that would not be played at once: else the games would part."""
    return [text for text in tries if any(_is_refused(game, at, seat, text) for game, at in games)]


def _is_refused(game: Game, entry: int, seat: str, text: str) -> bool:
    rules, state = game.rules, game.state_at(entry)
    try:
        return rules.check(state, seat, rules.parse(text)) is not None  # type: ignore[arg-type]
    except Refused:
        return True


@dataclass
class Script:
    """An evening: its moves come from the game, everything else from here."""

    onlookers: Sequence[str]
    tries: Mapping[int, Mapping[str, Sequence[str]]]
    """After so many entries: the moves that each onlooker with a seat tries in vain."""
    secret: str
    """What insiders write where onlookers must not read it."""
    resigns: str | None = None
    """Who ends the game, if the rules do not."""

    async def perform(self, evening: Evening) -> None:
        """Play the whole evening."""
        game = evening.game
        insiders = [seat for seat in game.seats if seat not in self.onlookers]
        scenes: Sequence[Callable[[Evening, int, str, str], Awaitable[None]]] = (
            self._asking_over_http,
            self._trying_moves,
            self._coming_back,
            self._talking,
            self._pausing,
            self._coming_anew,
            self._wanting_back,
            self._peeping,
        )
        turn = 0
        for entry in range(openings(game), len(game.line)):
            if game.line[entry].by_chance:
                continue
            await evening.play(entry)
            if evening.seats[SPECTATOR].is_over:
                return
            onlooker = self.onlookers[turn // len(scenes) % len(self.onlookers)]
            insider = insiders[turn % len(insiders)]
            turn += 1
            after = entry + 1
            while after < len(game.line) and game.line[after].by_chance:
                after += 1
            await scenes[turn % len(scenes)](evening, after, onlooker, insider)
        assert self.resigns is not None, "the game is not over"
        for who in self.onlookers:
            await evening.ask_over_http(who)
        await self._resigning(evening, self.resigns)

    async def _resigning(self, evening: Evening, who: str) -> None:
        assert await evening.do(who, do="ask", what="resign") == "done"
        for other in evening.game.seats:
            if other != who and not evening.seats[SPECTATOR].is_over:
                await evening.do(other, do="answer", yes=True)
        assert evening.seats[SPECTATOR].is_over

    # --- scenes ----------------------------------------------------------------------------

    async def _asking_over_http(
        self, evening: Evening, after: int, onlooker: str, insider: str
    ) -> None:
        for who in (onlooker, SPECTATOR, insider):
            await evening.ask_over_http(who)

    async def _trying_moves(
        self, evening: Evening, after: int, onlooker: str, insider: str
    ) -> None:
        """Moves that are wrong, moves out of date; by those who look on they are refused alike."""
        for who in self.onlookers:
            if who == SPECTATOR:
                request = {"do": "move", "id": "spectator-1", "move": "X:show", "at": 1}
                await evening.send(who, json.dumps(request))
                continue
            for text in self.tries[after][who][:_MOST_TRIES]:
                await evening.do(who, do="move", move=text, at=evening.seats[who].at)
            await evening.do(who, do="move", move="X:show", at=1)
        await evening.do(insider, do="move", move=f"{self.secret[:20]}", at=evening.highest)

    async def _coming_back(self, evening: Evening, after: int, onlooker: str, insider: str) -> None:
        for who, missed in ((onlooker, 7), (SPECTATOR, 2), (insider, 1)):
            await evening.come_back(who, missed=missed)

    async def _coming_anew(self, evening: Evening, after: int, onlooker: str, insider: str) -> None:
        for who in (onlooker, SPECTATOR, insider):
            await evening.come_back(who, missed=None)

    async def _talking(self, evening: Evening, after: int, onlooker: str, insider: str) -> None:
        """Insiders write what onlookers must not read; everybody talks to all."""
        await evening.do(insider, do="note", about="46", text=self.secret)
        await evening.do(insider, do="note", about="46", text=self.secret, team=True)
        own = [len(self.secret) + station for station in (1, 2)]
        await evening.do(insider, do="mark", stations=own, sign="maybe")
        await evening.do(insider, do="mark", stations=own, sign="crossed", team=True)
        await evening.do(insider, do="chat", text=self.secret, team=True)
        await evening.do(insider, do="chat", text="I am over here")
        if onlooker != SPECTATOR:
            await evening.do(onlooker, do="chat", text="Where is he?", team=True)
            await evening.do(onlooker, do="note", about="46", text="not here", team=True)
            await evening.do(onlooker, do="note", about="46", text="maybe")
            await evening.do(onlooker, do="mark", stations=[46], sign="crossed", team=True)
            await evening.do(onlooker, do="chat", text="We shall see")
            await evening.seats[onlooker].send({"do": "look", "piece": "D1"})

    async def _pausing(self, evening: Evening, after: int, onlooker: str, insider: str) -> None:
        assert await evening.do(insider, do="ask", what="pause") == "done"
        for seat in evening.game.seats:
            await evening.do(seat, do="answer", yes=True)
        for seat in evening.game.seats:
            move = f"{seat}:show"
            assert await evening.do(seat, do="move", move=move, at=evening.highest) == "paused"
        assert await evening.do(insider, do="resume") == "done"

    async def _wanting_back(
        self, evening: Evening, after: int, onlooker: str, insider: str
    ) -> None:
        """To take moves back is asked for in vain."""
        for seat in evening.game.seats:
            if await evening.do(seat, do="ask", what="undo") == "done":
                assert await evening.do(seat, do="answer", yes=False) == "done"
            await evening.do(seat, do="call")

    async def _peeping(self, evening: Evening, after: int, onlooker: str, insider: str) -> None:
        """Watch somebody else's seat, and send what is no message at all."""
        for seat in evening.game.seats:
            if seat != onlooker:
                peep = {"do": "watch", "wire": WIRE, "table": evening.table, "seat": seat}
                await evening.send(onlooker, json.dumps(peep))
        for text in _MALFORMED:
            await evening.send(onlooker, json.dumps(text) if text == "\ud800" else text)
        await evening.come_back(onlooker, missed=None)
