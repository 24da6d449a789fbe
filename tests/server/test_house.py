"""Tables in the memory of a process: forgotten, woken, unreadable, and whatever else goes wrong."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from misterx.core import Seat, UnknownEdition
from misterx.server import house as house_module
from misterx.server import room as room_module
from misterx.server.entry import Entry
from misterx.server.house import DamagedTable
from misterx.server.question import Question, moves_of
from misterx.server.room import Room, Saved
from misterx.server.store.base import Link, StoreError
from misterx.server.store.sqlite import SqliteStore
from misterx.server.table import deciding, seating
from misterx.server.thinking import Order
from tests.server.evenings import MovableWorld, awaited
from tests.server.houses import QuickThinkers, code_of, guest, house_at, room_with, said, until

X, H1, H2 = map(Seat, ("X", "H1", "H2"))
DAY = 24 * 3600


# --- one-time links ------------------------------------------------------------------------


@awaited
async def test_a_link_that_could_not_be_used_works_again(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        ada, phone = await guest(house, "Ada"), await guest(house, "Phone")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        token, _ = await house.guests.make_link(Link(room.id, "X", ada.id))
        house._around.is_stopping = True
        assert code_of(await house.use_link(token, phone.id)) == "stopping"
        house._around.is_stopping = False
        assert await house.use_link(token, phone.id) == Link(room.id, "X", ada.id)
        assert room.table.seats[X].guest == phone.id
        assert code_of(await house.use_link(token, ada.id)) == "bad_link", "once is enough"


@awaited
async def test_of_many_who_use_a_link_one_gets_the_seat(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        ada, *others = [await guest(house, name) for name in ("Ada", "Ben", "Cleo", "Dev")]
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        token, _ = await house.guests.make_link(Link(room.id, "X", ada.id))
        answers = await asyncio.gather(*(house.use_link(token, one.id) for one in others))
        won = [one.id for one, link in zip(others, answers, strict=True) if isinstance(link, Link)]
        assert won == [room.table.seats[X].guest]


@awaited
async def test_a_link_to_a_seat_that_the_giver_has_lost_is_used_up(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        ada, phone, ben = [await guest(house, name) for name in ("Ada", "Phone", "Ben")]
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        tokens = [(await house.guests.make_link(Link(room.id, "X", ada.id)))[0] for _ in range(2)]
        assert isinstance(await house.use_link(tokens[0], phone.id), Link)
        assert code_of(await house.use_link(tokens[1], ben.id)) == "bad_link"
        assert room.table.seats[X].guest == phone.id
        assert await house.guests.find_link(tokens[1]) is None
        back, _ = await house.guests.make_link(Link(room.id, "X", phone.id))
        assert isinstance(await house.use_link(back, ada.id), Link)
        assert code_of(await house.use_link(tokens[1], ben.id)) == "bad_link"
        assert room.table.seats[X].guest == ada.id


@awaited
async def test_a_link_that_could_not_be_deleted_works_once_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: bytes) -> None:
        raise StoreError("the disk is full")

    async with house_at(tmp_path) as house:
        ada, phone = await guest(house, "Ada"), await guest(house, "Phone")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        token, _ = await house.guests.make_link(Link(room.id, "X", ada.id))
        with monkeypatch.context() as broken:
            broken.setattr(house.store, "drop_link", fail)
            assert isinstance(await house.use_link(token, phone.id), Link), "the seat has moved"
        assert "storage" in caplog.messages
        back, _ = await house.guests.make_link(Link(room.id, "X", phone.id))
        assert isinstance(await house.use_link(back, ada.id), Link)
        assert await house.guests.find_link(token) is not None
        assert code_of(await house.use_link(token, phone.id)) == "bad_link"
        assert room.table.seats[X].guest == ada.id


# --- how long computer players think -------------------------------------------------------


@awaited
async def test_the_time_that_mister_x_takes_tells_nothing(tmp_path: Path) -> None:
    thinkers = QuickThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        ada = await guest(house, "Ada")
        await room_with(house, ada, {"X": None, "H1": ada, "H2": ada})
        await until(lambda: thinkers.evenly == [True])
        room = await room_with(house, ada, {"X": ada, "H1": None, "H2": None})
        first = moves_of(room.table.rules, room.table.state, X)[0]
        assert isinstance(await room.move(ada.id, None, X, first, room.table.at), Saved)
        await until(lambda: len(thinkers.asked) > 1)
    assert not any(thinkers.evenly[1:]), "what detectives know, everybody knows"


@awaited
async def test_where_nobody_plays_no_time_is_spent_to_keep_a_secret(tmp_path: Path) -> None:
    thinkers = QuickThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        await room_with(house, await guest(house, "Ada"), {"X": None, "H1": None})
        await until(lambda: len(thinkers.asked) > 2)
    assert not any(thinkers.evenly), "nor for Mister X, who moves first"


# --- who moves -----------------------------------------------------------------------------


class LastThinkers(QuickThinkers):
    """Computer players that make the last move there is."""

    async def choose(
        self,
        question: Question,
        seconds: float,
        order: Order | None = None,
        *,
        even: float | None = None,
    ) -> str:
        await super().choose(question, seconds, order, even=even)
        return question.legal[-1]


@awaited
async def test_a_computer_player_for_all_detectives_chooses_which_of_them_moves(
    tmp_path: Path,
) -> None:
    async with house_at(tmp_path, thinkers=LastThinkers()) as house:
        ada = await guest(house, "Ada")
        seats = {"X": ada, "H1": None, "H2": None, "H3": None, "H4": None, "H5": None}
        room = await room_with(house, ada, seats)
        first = moves_of(room.table.rules, room.table.state, X)[0]
        assert isinstance(await room.move(ada.id, None, X, first, room.table.at), Saved)
        await until(lambda: room.table.to_act == (X,))
        line, movers = room.table.line, []
        while line is not None and line.seat != X:
            movers.append(line.seat)
            line = line.before
        assert movers[::-1] == ["H5", "H4", "H3", "H2", "H1"]


# --- rooms that are forgotten --------------------------------------------------------------


@awaited
async def test_a_room_that_is_forgotten_neither_thinks_nor_decides(tmp_path: Path) -> None:
    thinkers = QuickThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        ada, ben = await guest(house, "Ada"), await guest(house, "Ben")
        thinkers.may_go.clear()
        old = await room_with(house, ada, {"X": None, "H1": ada, "H2": ben})
        await until(lambda: len(thinkers.asked) == 1)
        before = old.table
        await house.forget(ada)
        assert old.is_closed
        assert code_of(await said(old, ben, "H2")) == "stale"
        await until(lambda: old._thinking is None)
        old.carry_on()
        await asyncio.sleep(0.05)
        assert len(thinkers.asked) == 1, "the old room asks nobody once more"
        thinkers.may_go.set()
        new = await house.room(old.id)
        assert new is not None
        assert new is not old
        await until(lambda: new.table.line is not before.line and bool(new.table.to_act))
        await until(lambda: X not in new.table.to_act)
        assert old.table is before
        await old.catch_up()
        assert old.table is before
        assert len(await house.store.entries(old.id)) == new.table.at
        assert len(thinkers.asked) == 2


@awaited
async def test_the_clock_of_a_room_that_is_forgotten_does_not_ring(tmp_path: Path) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada, ben = await guest(house, "Ada"), await guest(house, "Ben")
        clock = {"kind": "move", "seconds": 5, "on_time": "lose"}
        room = await room_with(house, ada, {"X": ada, "H1": ben}, clock=clock)
        house._drop(room.id)
        at = room.table.at
        world.let_pass(6)
        await room._flag()
        room.carry_on()
        await asyncio.sleep(0.1)
        assert room.table.at == at
        assert len(await house.store.entries(room.id)) == at


@awaited
async def test_a_room_whose_log_changes_while_it_is_read_is_read_again(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        house._drop(room.id)
        asked = asyncio.create_task(house.room(room.id))
        await asyncio.sleep(0)
        house._hear(room.id, 0)  # another process has blanked somebody's words
        again = await asked
        assert again is not None
        assert not again.is_closed
        assert again is await house.room(room.id)


@awaited
async def test_tables_that_are_swept_leave_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "_SWEEP_SECONDS", 0.02)
    world = MovableWorld()
    async with house_at(tmp_path, world, keep_tables_days=1) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        world.let_pass(2 * DAY)
        await until(lambda: room.is_closed)
        assert await house.room(room.id) is None


@awaited
async def test_a_table_is_readable_after_its_host_is_forgotten_with_what_he_called_it(
    tmp_path: Path,
) -> None:
    async with house_at(tmp_path) as house:
        ada, ben = await guest(house, "Ada"), await guest(house, "Ben")
        old = await room_with(house, ada, {"X": ada, "H1": ben}, title="Ada's birthday")
        assert old.table.plan.title == "Ada's birthday"
        await house.forget(ada)
        room = await house.room(old.id)
        assert room is not None
        assert room.table.plan.title is None
        assert room.table.seats[H1].name == "Ben"
        assert not any("Ada" in str(entry) for entry in await house.store.entries(old.id))


@awaited
async def test_of_the_notes_of_a_guest_who_is_forgotten_nothing_is_left_and_none_comes_back(
    tmp_path: Path,
) -> None:
    async with house_at(tmp_path) as house:
        ada, ben = await guest(house, "Ada"), await guest(house, "Ben")
        old = await room_with(house, ada, {"X": ada, "H1": ada, "H2": ben})
        for who, seat, about, text in (
            (ben, H2, "", "about nothing"),
            (ben, H2, "46", "no"),
            (ada, H1, "46", "yes"),
            (ada, H1, "Ada was here", "yes"),
        ):
            saved = await old.submit(
                who.id,
                None,
                partial(deciding.note, seat=seat, about=about, text=text, team=True),
            )
            assert isinstance(saved, Saved)
        await house.forget(ada)
        room = await house.room(old.id)
        assert room is not None
        assert [
            (note.about, note.text)
            for notes in room.table.notes.values()
            for note in notes.values()
        ] == [("", "about nothing")]
        assert "Ada was here" not in str(await house.store.entries(old.id))


# --- whatever else goes wrong --------------------------------------------------------------


@awaited
async def test_a_table_that_cannot_be_read_stops_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        clock = {"kind": "move", "seconds": 30}
        rooms = [await room_with(house, ada, {"X": ada, "H1": ada}, clock=clock) for _ in range(2)]
        bad, good = rooms
        nonsense = {"seat": "X", "move": "nonsense"}
        entry = Entry(bad.table.at + 1, bad.table.ms, 0, "move", ada.id, None, nonsense)
        await house.store.append(bad.id, entry, None, bad.table.ms)
    caplog.clear()
    async with house_at(tmp_path) as house:
        await until(lambda: good.id in house._rooms)  # its clock runs out soon
        for _ in range(3):
            with pytest.raises(DamagedTable):
                await house.room(bad.id)
            await house._look_round()
        assert caplog.messages.count("table_damaged") == 1
        assert await house.room(good.id) is not None
        reads: list[str] = []
        monkeypatch.setattr(house.store, "entries", lambda table, *_: reads.append(table))
        with pytest.raises(DamagedTable):
            await house.room(bad.id)
        await house._look_round()
        assert reads == [], "it is not read again and again"


@pytest.mark.parametrize("chore", ("rounds", "beats", "in touch", "sweeps"))
@awaited
async def test_what_goes_on_by_itself_goes_on_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chore: str, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("_ROUND_SECONDS", "_ALIVE_SECONDS", "_SWEEP_SECONDS"):
        monkeypatch.setattr(house_module, name, 0.02)
    if chore == "in touch":
        monkeypatch.setattr(SqliteStore, "is_shared", True)
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        # With a clock that runs there is something to note every second.
        await room_with(house, ada, {"X": ada, "H1": ada}, clock={"kind": "move", "seconds": 600})
        failed = 0

        def fail(*_: object) -> Any:  # noqa: ANN401 - it never returns
            nonlocal failed
            failed += 1
            raise ValueError("the secret is 42")

        where, what = {
            "rounds": (house.store, "next_due"),
            "beats": (house.store, "beat"),
            "in touch": (house.presence, "tell_alive"),
            "sweeps": (house.store, "sweep"),
        }[chore]
        with monkeypatch.context() as broken:
            broken.setattr(where, what, fail)
            await until(lambda: failed >= 2)
        assert "chore_failed" in caplog.messages
        assert "42" not in caplog.text


@awaited
async def test_what_fails_in_the_background_is_written_down(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise ValueError("the secret is 42")

    async with house_at(tmp_path) as house:
        house._go(fail())
        await until(lambda: "chore_failed" in caplog.messages)


@awaited
async def test_a_clock_and_a_computer_player_go_on_after_any_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(room_module, "_AGAIN_SECONDS", 0.01)
    world, thinkers = MovableWorld(), QuickThinkers()
    flag, failures = deciding.flag, [ValueError("42"), ValueError("42")]

    def flag_at_last(*said: Any) -> Any:  # noqa: ANN401 - whatever it takes
        if failures:
            raise failures.pop()
        return flag(*said)

    monkeypatch.setattr(deciding, "flag", flag_at_last)
    async with house_at(tmp_path, world, thinkers) as house:
        ada = await guest(house, "Ada")
        room = await room_with(
            house, ada, {"X": ada, "H1": ada}, clock={"kind": "move", "seconds": 5}
        )
        thinkers.failures = [ValueError("42"), ValueError("42")]
        world.let_pass(6)
        room.carry_on()
        await until(lambda: X not in room.table.to_act)
        kinds = [entry.kind for entry in await house.store.entries(room.id)]
        assert kinds[-2:] == ["flag", "move"]
    assert {"clock_failed", "thinking_failed"} <= set(caplog.messages)


@awaited
async def test_a_rematch_of_an_edition_that_is_gone_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> Any:  # noqa: ANN401 - it never returns
        raise UnknownEdition("there is no edition modern-2013")

    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        await room.submit(ada.id, None, lambda table: deciding.ask(table, ada.id, X, "resign"))
        with monkeypatch.context() as without:
            without.setattr(seating, "rules_for", gone)
            for _ in range(2):
                assert code_of(await house.rematch(room, ada.id)) == "unknown_edition"
        assert isinstance(await house.rematch(room, ada.id), Room)


@awaited
async def test_the_database_is_closed_when_nobody_uses_it_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened = []
    async with house_at(tmp_path) as house:
        close = house.store.close

        async def claim(*_: object) -> bool:
            happened.append("asked")
            try:
                return bool(await asyncio.Event().wait())
            finally:
                await asyncio.sleep(0.05)
                happened.append("let go")

        async def closed() -> None:
            happened.append("closed")
            await close()

        monkeypatch.setattr(house.store, "claim", claim)
        monkeypatch.setattr(house.store, "close", closed)
        ada = await guest(house, "Ada")
        await room_with(house, ada, {"X": None, "H1": ada})
        await until(lambda: bool(happened))
    assert happened == ["asked", "let go", "closed"]


# --- guests --------------------------------------------------------------------------------


@awaited
async def test_a_visit_is_noted_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        _, token = await house.guests.welcome("Ada")
        seen_guest, seen = house.store.seen_guest, 0

        async def counted(who: str, now: int) -> None:
            nonlocal seen
            seen += 1
            await seen_guest(who, now)

        monkeypatch.setattr(house.store, "seen_guest", counted)
        # The visit that made the guest counts; so does what was noted before a restart.
        for later, often in ((0, 0), (60, 0), (3600, 0), (DAY, 1), (60, 1), (DAY, 2)):
            world.let_pass(later)
            house.guests._known.clear()
            assert await house.guests.find(token) is not None
            assert seen == often
