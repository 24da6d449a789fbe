"""Over real sockets: what is said to the table reaches all, what is said to a side only that."""

from __future__ import annotations

import pytest

from tests.server.client import Seat
from tests.server.evenings import Evening, awaited, code_of, told, until_at

SECRET = "he-must-be-at-46"


async def five(evening: Evening, edition: str = "modern-2013") -> dict[str, Seat]:
    """Mister X, two hunters with a computer player, and a spectator."""
    ada, ben, cem, eve = await evening.guests("Ada", "Ben", "Cem", "Eve")
    at = await evening.table(
        {"X": ada, "H1": ben, "H2": cem, "H3": None}, edition=edition, spectators=True
    )
    return {**at, "eve": await evening.watch(eve, at["X"].table, None)}


async def settled(at: dict[str, Seat]) -> None:
    """Wait until everybody has been told everything said so far."""
    latest = await at["X"].ask(do="chat", text="a word for all")
    for seat in at.values():
        await until_at(seat, latest)


@awaited
async def test_table_talk_reaches_everybody(url: str) -> None:
    async with Evening(url) as evening:
        at = await five(evening)
        await at["X"].ask(do="chat", text="good evening")
        await at["H1"].ask(do="chat", text="  hello \n there ")
        await settled(at)
        for seat in at.values():
            assert seat.chat[:2] == ["good evening", "hello \n there"]


@awaited
async def test_team_talk_and_notes_never_reach_mister_x_or_spectators(url: str) -> None:
    async with Evening(url) as evening:
        at = await five(evening)
        await at["H1"].ask(do="chat", text=SECRET, team=True)
        await at["H2"].ask(do="note", about="46", text=SECRET, team=True)
        await at["H1"].ask(do="note", about="47", text=f"{SECRET}-private", team=False)
        await settled(at)
        for name in ("X", "eve"):
            again = await evening.watch(at[name].guest, at["X"].table, at[name].seat)
            await settled(at)
            for seat in (at[name], again):
                assert not any(SECRET in text for text in seat.raw)
        quiet = [frame for frame in at["X"].frames if frame["kind"] == "quiet"]
        assert len(quiet) == 3
        assert all(set(frame) == {"type", "at", "ms", "kind"} for frame in quiet)
        assert SECRET in at["H2"].chat
        assert not any("private" in text for text in at["H2"].raw)


@awaited
async def test_notes_are_there_again_after_a_reload_and_can_be_taken_away(url: str) -> None:
    async with Evening(url) as evening:
        at = await five(evening)
        await at["H1"].ask(do="note", about="46", text="here", team=True)
        await at["H2"].ask(do="note", about="46", text="or not", team=True)
        again = await evening.watch(at["H1"].guest, at["X"].table, "H1")
        assert told(again, "snapshot")[0]["notes"] == [
            {"about": "46", "text": "or not", "seat": "H2", "team": True}
        ]
        await at["H1"].ask(do="note", about="46", text="", team=True)
        again = await evening.watch(at["H1"].guest, at["X"].table, "H1")
        assert told(again, "snapshot")[0]["notes"] == []


@awaited
async def test_marks_reach_those_who_may_see_them_and_are_there_again_after_a_reload(
    url: str,
) -> None:
    async with Evening(url) as evening:
        at = await five(evening)
        await at["H1"].ask(do="mark", stations=[46, 58], sign="crossed", team=True)
        await at["H2"].ask(do="mark", stations=[46], sign=None, team=True)
        await at["H1"].ask(do="mark", stations=[13], sign="maybe")
        await settled(at)
        assert [frame["marks"] for frame in at["H2"].frames if frame["kind"] == "mark"] == [
            [{"station": n, "sign": "crossed", "seat": "H1", "team": True} for n in (46, 58)],
            [{"station": 46, "sign": None, "seat": "H2", "team": True}],
        ]
        for name in ("X", "eve"):
            again = await evening.watch(at[name].guest, at["X"].table, at[name].seat)
            await settled(at)
            assert told(again, "snapshot")[0]["marks"] == []
            assert not any("crossed" in text for text in (*at[name].raw, *again.raw))
        again = await evening.watch(at["H1"].guest, at["X"].table, "H1")
        assert [mark["station"] for mark in told(again, "snapshot")[0]["marks"]] == [58, 13]


@awaited
async def test_a_request_that_changes_nothing_is_done_without_an_entry(url: str) -> None:
    async with Evening(url) as evening:
        at = await five(evening)
        first = await at["H1"].ask(do="mark", stations=[46, 58], sign="crossed", team=True)
        assert await at["H2"].ask(do="mark", stations=[58], sign="crossed", team=True) == first
        assert await at["H2"].ask(do="note", about="58", text="") == first
        assert await at["H1"].ask(do="chat", text="go on") == first + 1


@awaited
async def test_mister_x_has_nobody_to_whisper_to_and_spectators_do_not_speak(url: str) -> None:
    async with Evening(url) as evening:
        at = await five(evening)
        assert await code_of(at["X"].ask(do="chat", text="psst", team=True)) == "no_team"
        assert await code_of(at["eve"].ask(do="chat", text="go left!")) == "not_watching"


@awaited
async def test_at_cards_there_are_no_teams(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"P1": ada, "P2": ben, "P3": None}, edition="cards-2017")
        assert await code_of(at["P1"].ask(do="chat", text="psst", team=True)) == "no_team"
        await at["P1"].ask(do="note", about="P2", text="is he?", team=True)
        await at["P2"].ask(do="chat", text="after it")
        assert not any("is he?" in text for text in at["P2"].raw)


@pytest.mark.parametrize("text", ("", "  ", "x" * 501, "bell\x07", "turned\u202eround"))
@awaited
async def test_talk_is_bounded_and_can_be_seen(url: str, text: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
        seat = await evening.watch(ada, table, "X")
        await seat.send({"do": "chat", "id": "12345678", "text": text})
        assert await code_of(seat.answer(None)) == "malformed"
        await seat.ask(do="chat", text="<b>'\"&amp;</b> ☺ größer")
        assert seat.chat == ["<b>'\"&amp;</b> ☺ größer"]
