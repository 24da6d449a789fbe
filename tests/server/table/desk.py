"""A table without a server: what is decided goes straight into its log, time is told by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from misterx.core import Seat
from misterx.server.entry import Entry
from misterx.server.question import moves_of
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import SERVER, Decision, Draft
from misterx.server.table.folding import after, fold, opened
from misterx.server.table.plan import Plan
from misterx.server.table.refusals import No
from misterx.server.table.showing import Eye, Shown, frame
from misterx.server.table.state import Phase, Table

__all__ = ["ADA", "BEN", "CEM", "Desk", "everybody_plays", "laid", "named", "said_no"]

ADA, BEN, CEM = "ada", "ben", "cem"
_ID = "TABLE234"
_BEGINNING = 1_700_000_000_000


def said_no(decision: Decision | None) -> str:
    """The code of a refusal, whose sentence says something."""
    assert isinstance(decision, No), decision
    assert len(decision.message) > 10
    return str(decision.code)


def named(name: str) -> Seat:
    return Seat(name)


class Desk:
    """A table, its log, and the one who writes it."""

    def __init__(self, plan: dict[str, Any], host: str = ADA, seed: int = 1) -> None:
        self.dice = Random(seed)
        draft = seating.open_table(Plan.model_validate(plan), host, host.title())
        assert isinstance(draft, Draft), draft
        first = Entry(1, _BEGINNING, 0, draft.kind, host, None, draft.body)
        self.table: Table = opened(_ID, first)
        self.log: list[Entry] = [first]
        self.tables: list[Table] = [self.table]
        """The table after each entry."""

    # --- writing ---------------------------------------------------------------------------

    def take(self, decision: Decision | None, author: str = ADA, spent: int = 0) -> Table:
        """Write what was decided, so many milliseconds after the entry before."""
        assert isinstance(decision, Draft), decision
        before = self.table
        entry = Entry(
            seq=before.at + 1,
            ms=before.ms + spent,
            spent=spent,
            kind=decision.kind,
            author=author,
            request=None,
            body=decision.body,
        )
        self.table = fold(before, entry, decision.line)
        self.log.append(entry)
        self.tables.append(self.table)
        return self.table

    def sit(self, guest: str, seat: str | None = None) -> Table:
        wanted = None if seat is None else named(seat)
        return self.take(seating.sit(self.table, guest, guest.title(), wanted), guest)

    def start(self) -> Table:
        return self.take(seating.start(self.table, self.table.host, self.dice))

    def decide(self, seat: str, text: str, at: int | None = None) -> Decision:
        """What becomes of a move by somebody who had seen the entries up to `at`; None: all."""
        unseen = range(self.table.at if at is None else at, self.table.at)
        between = [(self.tables[n - 1], self.log[n]) for n in unseen]
        return deciding.move(self.table, named(seat), text, between, self.dice)

    def move(self, seat: str, text: str | None = None, spent: int = 0) -> Table:
        """Make a move; without a text the first that the seat may make."""
        chosen = text or self.moves(seat)[0]
        author = self.table.seats[named(seat)].guest or SERVER
        return self.take(self.decide(seat, chosen), author, spent)

    def flag(self, elapsed: int) -> Table:
        """Let a clock run out, so long after the last entry."""
        decision = deciding.flag(self.table, elapsed, self.dice)
        return self.take(decision, SERVER, elapsed)

    def play_to(self, seat: str) -> Table:
        """Make first moves until a seat is to act."""
        while seat not in self.table.to_act:
            self.move(self.table.to_act[0])
        return self.table

    def play_out(self) -> Table:
        """Make random moves until the game is over."""
        while self.table.phase is Phase.PLAYING:
            self.play_a_move()
        return self.table

    def play_a_move(self) -> Table:
        """Make a random move."""
        seat = self.dice.choice(self.table.to_act)
        return self.move(seat, self.dice.choice(self.moves(seat)))

    # --- looking ---------------------------------------------------------------------------

    def moves(self, seat: str) -> list[str]:
        """The moves of a seat, whoever plays it; those of bobbies, which others may make, last."""
        moves = moves_of(self.table.rules, self.table.state, named(seat))
        return sorted(moves, key=lambda text: text.startswith("B"))

    @property
    def eyes(self) -> Sequence[Eye]:
        """Everybody who can look: every seat, and a spectator."""
        return (*self.table.seats, None)

    def frame(self, eye: str | None, at: int | None = None) -> Shown:
        """What somebody was told of an entry; without a number, of the last."""
        at = at or self.table.at
        before, now = self.tables[at - 2], self.tables[at - 1]
        return frame(before, self.log[at - 1], now, None if eye is None else named(eye))

    def reread(self) -> Table:
        """The table as it comes back from a database: through JSON, from the first entry."""
        return self.reread_all()[-1]

    def reread_all(self) -> list[Table]:
        """The same after each entry."""
        first, *more = self.stored()
        tables = [opened(_ID, first)]
        for entry in more:
            tables.append(fold(tables[-1], entry))
        return tables

    def stored(self) -> list[Entry]:
        """The log as a database gives it back."""
        return [
            replace(
                entry,
                body=json.loads(json.dumps(entry.body)),
                after=json.loads(json.dumps(after(table))),
            )
            for entry, table in zip(self.log, self.tables, strict=True)
        ]


def laid(edition: str = "modern-2013", players: int = 4, **plan: Any) -> Desk:  # noqa: ANN401 - whatever a plan takes
    """A table that plays: Ada has the first seat, Ben the second, Cem the third, bots the rest."""
    desk = Desk({"edition": edition, "players": players, **plan})
    guests = iter((ADA, BEN, CEM))
    for seat, place in desk.table.seats.items():
        if place.who == "open":
            guest = next(guests, None)
            bot = deciding.Draft("seat", {"seat": seat, "place": _BOT, "why": "set"})
            desk.take(
                bot if guest is None else seating.sit(desk.table, guest, guest.title(), seat),
                guest or ADA,
            )
    desk.start()
    return desk


_BOT = {"who": "bot", "player": "random"}


def everybody_plays(edition: str, players: int, **plan: Any) -> Desk:  # noqa: ANN401 - whatever a plan takes
    """A table that plays, with a guest of his own on every seat: `g1`, `g2` and so on."""
    desk = Desk({"edition": edition, "players": players, **plan})
    for number, seat in enumerate(desk.table.seats, 1):
        desk.sit(f"g{number}", seat)
    desk.start()
    return desk
