"""People who ask a table for anything that comes into their heads."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from misterx.core import Seat
from misterx.server.table import bots, deciding, seating
from misterx.server.table.deciding import SERVER, Decision, Draft
from misterx.server.table.state import Ask, Phase
from tests.server.table.desk import Desk

__all__ = ["RandomTable"]


class RandomTable:
    """A table at which anything may happen next, by the dice."""

    def __init__(self, edition: str, players: int, seed: int, **plan: object) -> None:
        self.rng = Random(seed)
        clock = self.rng.choice(("none", "move", "bank"))
        self.desk = Desk(
            {
                "edition": edition,
                "players": players,
                "roles": self.rng.choice(("chosen", "drawn")),
                "deduction": self.rng.random() < 0.7,
                "clock": {
                    "kind": clock,
                    "seconds": 600 if clock != "none" else 0,
                    "on_time": self.rng.choice(("bot", "bot", "lose")),
                },
                **plan,
            },
            seed=seed,
        )
        self.refused = 0
        self.done: set[str] = set()
        """The kinds of entries that were written."""
        self._guests = [f"g{n}" for n in range(players - 1)] + ["g0"]

    def step(self) -> bool:
        """Ask for something; True if it was granted."""
        table = self.desk.table
        if table.phase is Phase.LOBBY:
            return self._lobby()
        spent = self.rng.choice((0, 5, 900, 20_000))
        if table.remaining is not None and (spent >= table.remaining or self.rng.random() < 0.01):
            return self._take(
                deciding.flag(table, table.remaining, self.rng), SERVER, table.remaining
            )
        if table.ask is not None and self.rng.random() < 0.6:
            return self._consent(table.ask, spent)
        if self.rng.random() < 0.7 and table.phase is Phase.PLAYING and not table.is_paused:
            return self._play(spent)
        asked = self.rng.choice(self._wishes)
        seat = self.rng.choice(tuple(table.seats))
        guest = table.seats[seat].guest or self.rng.choice(self._guests)
        return self._take(asked(self, guest, seat), guest, spent)

    def _take(self, decision: Decision | None, author: str, spent: int = 0) -> bool:
        if not isinstance(decision, Draft):
            self.refused += 1
            return False
        self.desk.take(decision, author, spent)
        self.done.add(decision.kind)
        return True

    def _lobby(self) -> bool:
        table, rng = self.desk.table, self.rng
        open_seats = [seat for seat, place in table.seats.items() if place.who == "open"]
        if not open_seats and rng.random() < 0.8:
            return self._take(seating.start(table, table.host, rng), table.host)
        seat = rng.choice(tuple(table.seats))
        guest = table.seats[seat].guest or rng.choice(self._guests)
        if rng.random() < 0.1:
            return self._take(seating.leave(table, guest, seat), guest)
        return self._take(seating.sit(table, guest, guest.title(), None), guest)

    def _play(self, spent: int) -> bool:
        desk, table = self.desk, self.desk.table
        if (turn := bots.turn(table)) is not None:
            move = self.rng.choice(turn.moves)
            return self._take(desk.decide(turn.mover(table, move), move), SERVER, spent)
        seat = self.rng.choice(table.to_act)
        guest = table.seats[seat].guest
        if guest is None or deciding.may_play(table, guest, seat):
            return False
        return self._take(desk.decide(seat, self.rng.choice(desk.moves(seat))), guest, spent)

    def _consent(self, ask: Ask, spent: int) -> bool:
        """One of those who are asked answers."""
        guest = self.rng.choice(sorted(ask.waiting))
        seats = self.desk.table.seats_of(guest)
        return bool(seats) and self._take(self._answer(guest, seats[0]), guest, spent)

    # --- wishes ----------------------------------------------------------------------------

    def _chat(self, guest: str, seat: Seat) -> Decision:
        return deciding.chat(self.desk.table, seat, "hello", team=self.rng.random() < 0.5)

    def _note(self, guest: str, seat: Seat) -> Decision | None:
        text, team = self.rng.choice(("", "here", "there")), self.rng.random() < 0.5
        return deciding.note(self.desk.table, seat, self.rng.choice("123"), text, team=team)

    def _mark(self, guest: str, seat: Seat) -> Decision | None:
        sign, team = self.rng.choice((None, "maybe", "crossed")), self.rng.random() < 0.5
        stations = self.rng.sample(range(1, 9), self.rng.randint(1, 4))
        return deciding.mark(self.desk.table, seat, stations, sign, team=team)

    def _ask(self, guest: str, seat: Seat) -> Decision:
        what = "resign" if self.rng.random() < 0.05 else self.rng.choice(("undo", "undo", "pause"))
        return deciding.ask(self.desk.table, guest, seat, what)

    def _answer(self, guest: str, seat: Seat) -> Decision:
        return deciding.answer(self.desk.table, guest, seat, yes=self.rng.random() < 0.9)

    def _undo(self, guest: str, seat: Seat) -> Decision:
        """The one who has moved last asks for his move."""
        table = self.desk.table
        last = table.line.seat if table.line else None
        mover = last and table.seats[last].guest
        if last is None or not mover:
            return self._answer(guest, seat)
        return deciding.ask(table, mover, last, "undo")

    def _resume(self, guest: str, seat: Seat) -> Decision:
        return deciding.resume(self.desk.table, seat)

    def _call(self, guest: str, seat: Seat) -> Decision | None:
        return deciding.call(self.desk.table, seat)

    def _hand(self, guest: str, seat: Seat) -> Decision:
        is_away = self.rng.random() < 0.5
        other = self.rng.choice(tuple(self.desk.table.seats))
        return seating.hand_to_bot(self.desk.table, guest, other, None, is_away=is_away)

    def _take_back(self, guest: str, seat: Seat) -> Decision:
        return seating.take_back(self.desk.table, guest, seat)

    def _give(self, guest: str, seat: Seat) -> Decision:
        link = f"link {self.desk.table.at}"
        return seating.give_seat(self.desk.table, f"{guest}x"[:8], seat, guest, link)

    def _rematch(self, guest: str, seat: Seat) -> Decision:
        return seating.rematch(self.desk.table, guest, "NEXT2345")

    _wishes: tuple[Callable[[RandomTable, str, Seat], Decision | None], ...] = (
        *(_chat, _note, _mark, _ask, _answer, _answer, _answer, _undo, _resume, _call),
        *(_hand, _take_back, _take_back, _give, _rematch),
    )
