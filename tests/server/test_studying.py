"""Over real HTTP: games played through again, and games at real tables."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from misterx.core import Record
from misterx.server.bodies import Replay
from misterx.server.replaying import TRUTH, game_in, replay
from misterx.server.table.plan import MOST_RECORD
from tests.series.replays import every_step
from tests.series.tables import ALL_TABLES, AnyTable, finished
from tests.server.evenings import Evening, awaited, code_of

ONE_OF_EACH = {table.edition: table for table in ALL_TABLES}


@pytest.mark.parametrize("table", ONE_OF_EACH.values(), ids=str)
def test_every_step_shows_what_those_eyes_saw_at_that_moment(table: AnyTable) -> None:
    game = finished(table, 4)
    rules = game.rules
    for eyes in rules.viewpoints(game.state)[:-1]:
        told: Any = replay(game_in(game.record().to_text()), eyes)
        Replay.model_validate(told)
        views = [step["view"] for step in told["steps"]]
        assert views == [
            {**rules.view(rules.observe(state, eyes)), "history": []} for state in every_step(game)
        ]


@pytest.mark.parametrize("table", ONE_OF_EACH.values(), ids=str)
def test_the_whole_truth_hides_nothing(table: AnyTable) -> None:
    game = finished(table, 5)
    told: Any = replay(game, TRUTH)
    Replay.model_validate(told)
    for step, state in zip(told["steps"], every_step(game), strict=True):
        view, truth = step["view"], game.rules.position(state)
        assert view["x"] == truth["x"]
        if "hands" in view:
            assert view["hands"] == truth["hands"]


def test_events_that_eyes_did_not_hear_are_not_in_their_replay() -> None:
    game = finished(ONE_OF_EACH["modern-2013"], 2)
    hunters: Any = replay(game, "hunters")
    texts = [
        event["text"]
        for step in hunters["steps"]
        for event in step["events"]
        if event["kind"] == "moved" and event["text"].startswith("X:")
    ]
    assert any("?" in text for text in texts)
    truth: Any = replay(game, TRUTH)
    assert "?" not in str([step["events"] for step in truth["steps"]])


@awaited
async def test_a_finished_table_can_be_looked_back_at_by_whoever_has_its_address(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ada})
        path = f"/api/tables/{at['X'].table}/replay"
        await at["X"].play(Random(1), most=1)
        assert await code_of(ada.get(path)) == "not_over"
        assert await code_of(ben.get(path)) == "not_over"
        await at["X"].ask(do="ask", what="resign")
        told = await ben.get(f"{path}?eyes=hunters")
        assert told["seen_by"] == "hunters"
        assert told["eyes"] == ["truth", "X", "hunters"]
        assert told["outcome"] == ["hunters", "resigned"]
        assert told["steps"][0]["view"]["x"] is None
        assert told["steps"][-1]["view"]["x"] is not None
        assert await code_of(ben.get(f"{path}?eyes=Ada")) == "malformed"


@awaited
async def test_a_record_is_played_through_and_a_damaged_one_names_the_line(url: str) -> None:
    text = finished(ONE_OF_EACH["cards-2017"], 3).record().to_text()
    lines = text.splitlines()
    damaged = "\n".join([*lines[:12], "P1:never", *lines[13:]])
    own = Record.from_text(finished(ONE_OF_EACH["modern-2013"], 3).record().to_text())
    own_rules = own.to_text().replace("edition: modern-2013", 'rules: {"based_on": "modern-2013"}')
    async with Evening(url) as evening:
        ada = await evening.guest()
        told = await ada.post("/api/replay", {"record": text, "eyes": "P2"})
        assert told["game"] == "cards"
        assert isinstance(told["steps"][0]["view"]["hands"]["P2"], list)
        answer = await ada.http.post("/api/replay", json={"record": damaged})
        assert answer.status_code == 422
        assert answer.json()["code"] == "bad_record"
        assert answer.json()["line"] == 13
        assert "P1:never" in answer.json()["message"]
        assert await code_of(ada.post("/api/replay", {"record": "no record"})) == "bad_record"
        assert await code_of(ada.post("/api/replay", {"record": own_rules})) == "bad_setup"


@pytest.mark.parametrize("path", ("/api/replay", "/api/analysis"))
@pytest.mark.parametrize("length", (20_000, 60_000, 200_000))
@awaited
async def test_what_is_too_long_is_no_record_and_what_is_long_may_be_one(
    url: str, path: str, length: int
) -> None:
    text = finished(ONE_OF_EACH["modern-2013"], 2).record().to_text()
    text = text.replace("\n\n", "\n\n" + "# a remark\n" * (length // 11), 1)
    async with Evening(url) as evening:
        (ada,) = await evening.guests("Ada")
        wish = ada.post(path, {"record": text})
        if length < MOST_RECORD:
            await wish
        else:
            assert await code_of(wish) == "bad_record"


@awaited
async def test_a_record_as_json_is_played_through_and_a_damaged_one_names_the_entry(
    url: str,
) -> None:
    record: dict[str, Any] = finished(ONE_OF_EACH["beginner"], 3).record().to_json()
    moves = record["moves"]
    damaged = {**record, "moves": [*moves[:9], "D1:T1", *moves[10:]]}
    async with Evening(url) as evening:
        ada = await evening.guest()
        told = await ada.post("/api/replay", {"record": json.dumps(record)})
        assert told["edition"] == "beginner"
        answer = await ada.http.post("/api/replay", json={"record": json.dumps(damaged)})
        assert answer.json()["code"] == "bad_record"
        assert answer.json()["entry"] == 10
        answer = await ada.http.post("/api/replay", json={"record": "{\n 1}"})
        assert (answer.json()["code"], answer.json()["line"]) == ("bad_record", 2)


STARTS = ["D1@26", "D2@29", "D3@50"]


@awaited
async def test_a_game_at_a_real_table_is_followed_by_what_is_said(url: str) -> None:
    game = {"edition": "classic-1983", "players": 4, "role": "hunters"}
    async with Evening(url) as evening:
        ada = await evening.guest()
        told = await ada.post("/api/companion", {**game, "entries": STARTS[:1]})
        assert "D2@29" in told["next"], "the start cards are said one after the other"
        assert "D2@26" not in told["next"]
        told = await ada.post("/api/companion", {**game, "entries": [*STARTS, "X:T?", "D1:T15"]})
        assert told["view"] == told["open"]
        assert told["view"]["x"] is None
        assert told["view"]["log"][0]["ticket"] == "T"
        assert 15 not in told["view"]["possible"]
        assert all(words.startswith("D2:") for words in told["next"])
        wrong = {**game, "entries": [*STARTS, "X:T?", "D1:T199"]}
        no = (await ada.http.post("/api/companion", json=wrong)).json()
        assert no["message"].startswith("entry 5: no line leads")
        assert no["entry"] == 5


@awaited
async def test_of_a_double_move_the_halves_are_said_one_after_the_other(url: str) -> None:
    game = {"edition": "modern-2013", "players": 4, "role": "hunters"}
    starts = ["D1@26", "D2@29", "D3@50", "B1@13"]
    async with Evening(url) as evening:
        ada = await evening.guest()
        told = await ada.post("/api/companion", {**game, "entries": starts})
        assert {"X:T?", "X:T?+"} <= set(told["next"])
        told = await ada.post("/api/companion", {**game, "entries": starts, "begun": "X:T?+"})
        assert "X:T?+B?" in told["next"]
        assert all(words.startswith("X:T?+") for words in told["next"])
        told = await ada.post("/api/companion", {**game, "entries": [*starts, "X:T?+B?"]})
        assert len(told["view"]["log"]) == 2
        entries = [*starts, "X:T?"]
        told = await ada.post("/api/companion", {**game, "entries": entries, "begun": "X:T?+"})
        assert told["next"] == [], "it is not his turn"


@awaited
async def test_mister_x_keeps_his_log_at_a_real_table(url: str) -> None:
    game = {"edition": "classic-1983", "players": 4, "role": "x"}
    async with Evening(url) as evening:
        ada = await evening.guest()
        first = await ada.post("/api/companion", {**game, "entries": STARTS})
        assert "X@34" in first["next"], "he draws his own card"
        entries = [*STARTS, "X@34"]
        first = await ada.post("/api/companion", {**game, "entries": entries})
        move = first["next"][0]
        told = await ada.post("/api/companion", {**game, "entries": [*entries, move]})
        assert told["view"]["log"][0]["station"] == told["view"]["x"]
        assert told["open"]["x"] is None
        assert told["open"]["log"][0]["station"] is None, "what all may know has no station"
        assert await code_of(
            ada.post("/api/companion", {**game, "entries": [*entries, move, move]})
        )
        cards = {**game, "edition": "cards-2017", "entries": []}
        assert await code_of(ada.post("/api/companion", cards)) == "bad_setup"
