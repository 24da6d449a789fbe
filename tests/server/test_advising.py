"""Over real HTTP: hints, how likely he is where, and analyses of games that are over."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import misterx
from misterx.bots import ask, find_player
from misterx.bots.card_reasons import CARD_WORDS
from misterx.bots.reasons import WORDS
from misterx.core import Game, Seat, rules_for
from misterx.server.analysing import Analyses, Busy
from misterx.server.question import question
from misterx.server.thinking import Order, Priority
from tests.server.client import Guest
from tests.server.evenings import Evening, awaited, code_of
from tests.server.houses import until


def finished(edition: str = "modern-24", players: int = 3, seed: int = 33) -> Game:
    """A short game that is over."""
    game = misterx.new_game(edition, players, seed=seed)
    player, rng = find_player("random"), Random(seed)
    while game.to_act:
        game.play(ask(player, game, game.to_act[0], rng), game.to_act[0])
    return game


def cards_at(phase: str, seat: str | None = None) -> str:
    """The record of a card game for three, in which something is asked, of somebody if need be."""
    for seed in range(400):
        game, dice = misterx.new_game("cards-2017", 3, seed=seed), Random(seed)
        while game.outcome is None:
            if game.rules.position(game.state)["phase"] == phase and seat in (None, *game.to_act):
                return game.record().to_text()
            game.play(dice.choice(game.legal))
    raise AssertionError("no such game")


def playing(seat: Any) -> Any:  # noqa: ANN401 - JSON
    """The game as a seat sees it."""
    assert seat.game is not None
    return seat.game


async def analysed(guest: Guest, path: str, **body: Any) -> list[Any]:  # noqa: ANN401 - JSON
    """A whole analysis, asked for piece by piece as a page does."""
    moves: list[Any] = []
    while True:
        if body:
            told = await guest.post(path, {**body, "since": len(moves)})
        else:
            told = await guest.post(f"{path}?since={len(moves)}")
        moves += told["moves"]
        if len(moves) == told["total"]:
            return moves
        await asyncio.sleep(0.05)


# --- hints ----------------------------------------------------------------------------------


@awaited
async def test_who_plays_alone_gets_a_hint_for_his_turn(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        at = await evening.table({"X": ada, "H1": None})
        table = at["X"].table
        assert (await ada.get(f"/api/tables/{table}"))["table"]["hints"] is True
        hint = await ada.post(f"/api/tables/{table}/seats/X/hint")
        assert hint["move"] in playing(at["X"])["moves"]
        assert hint["at"] == at["X"].at
        assert hint["why"]["code"]
        # Nothing has happened at the table by it.
        assert (await ada.post(f"/api/tables/{table}/seats/X/hint"))["at"] == hint["at"]


@awaited
async def test_a_hint_is_refused_to_all_others(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben}, hints=True)
        path = f"/api/tables/{at['X'].table}/seats"
        assert await code_of(ben.post(f"{path}/X/hint")) == "not_seated"
        assert await code_of(ben.post(f"{path}/H1/hint")) == "not_your_turn"
        assert await code_of(ben.post(f"{path}/H9/hint")) == "no_seat"
        before = at["H1"].at
        await ada.post(f"{path}/X/hint")
        await at["X"].ask(do="chat", text="psst")
        await at["H1"].until(lambda: at["H1"].at > before)
        assert at["H1"].at == before + 1


@awaited
async def test_tables_with_others_or_clocks_have_no_hints_unless_they_are_agreed_on(
    url: str,
) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        clock = {"kind": "move", "seconds": 600}
        for seats, plan in (
            ({"X": ada, "H1": ben}, {}),
            ({"X": ada, "H1": ada}, {}),
            ({"X": ada, "H1": None}, {"clock": clock}),
            ({"X": ada, "H1": None}, {"hints": False}),
        ):
            at = await evening.table(seats, **plan)
            path = f"/api/tables/{at['X'].table}"
            assert (await ada.get(path))["table"]["hints"] is False
            assert await code_of(ada.post(f"{path}/seats/X/hint")) == "no_hints"


@awaited
async def test_who_plays_cards_against_computers_gets_hints_too(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        seats = {"P1": ada, "P2": None, "P3": None}
        at = await evening.table(seats, "cards-2017", record=cards_at("play", "P1"))
        path = f"/api/tables/{at['P1'].table}"
        assert (await ada.get(path))["table"]["hints"] is True
        hint = await ada.post(f"{path}/seats/P1/hint")
        assert hint["move"] in playing(at["P1"])["moves"]
        assert hint["why"]["code"] in CARD_WORDS
        at = await evening.table({**seats, "P2": ada}, "cards-2017")
        path = f"/api/tables/{at['P1'].table}"
        assert (await ada.get(path))["table"]["hints"] is False, "they play against each other"


@pytest.mark.parametrize("phase", ("action", "interrogate", "search", "give", "trail", "hideout"))
@awaited
async def test_whatever_is_asked_in_the_card_game_there_is_a_hint(url: str, phase: str) -> None:
    """Also where several are to act at once; nobody notices that somebody has asked."""
    async with Evening(url) as evening:
        guests = await evening.guests("Ada", "Ben", "Cyd")
        seats = dict(zip(("P1", "P2", "P3"), guests, strict=True))
        at = await evening.table(seats, "cards-2017", record=cards_at(phase), hints=True)
        path = f"/api/tables/{at['P1'].table}/seats"
        told = {seat: len(watched.raw) for seat, watched in at.items()}
        for seat, guest in seats.items():
            if seat in playing(at[seat])["to_act"]:
                hint = await guest.post(f"{path}/{seat}/hint")
                assert hint["move"] in playing(at[seat])["moves"]
                assert hint["why"]["code"] in CARD_WORDS
            else:
                assert await code_of(guest.post(f"{path}/{seat}/hint")) == "not_your_turn"
        assert await code_of(guests[1].post(f"{path}/P1/hint")) == "not_seated"
        await at["P1"].ask(do="chat", text="psst")
        for seat, watched in at.items():
            await watched.until(lambda watched=watched: bool(watched.chat))  # type: ignore[misc]  # of this round
            assert len(watched.raw) - told[seat] == 1 + (seat == "P1"), (
                "the chat, and that it was sent"
            )


def test_a_card_players_question_does_not_depend_on_who_he_is() -> None:
    rules = rules_for("cards-2017")
    game = misterx.new_game("cards-2017", 4, seed="twins")
    (seat,) = map(Seat, game.to_act)
    twins = [rules.sample(game.observe(seat), Random(seed)) for seed in range(12)]
    assert len({twin.x for twin in twins}) > 1
    asked = [replace(question(rules, twin, seat, "champion"), what="hint") for twin in twins]
    assert all(one == asked[0] for one in asked)


def test_a_hunters_question_does_not_depend_on_where_he_hides() -> None:
    rules = rules_for("modern-2013")
    game = misterx.new_game("modern-2013", 3, seed="twins")
    game.play(ask(find_player("random"), game, "X", Random(4)), "X")
    seat = Seat("H1")
    seen = rules.observe(game.state, rules.viewpoint(seat))
    twins = [rules.sample(seen, Random(seed)) for seed in range(8)]
    assert len({rules.observe(twin, rules.viewpoint(Seat("X"))).x for twin in twins}) > 1
    asked = [replace(question(rules, twin, seat, "champion"), what="hint") for twin in twins]
    assert all(one == asked[0] for one in asked)


def test_every_reason_has_its_sentence_in_every_language() -> None:
    texts = Path(__file__).parents[2] / "web" / "src" / "advice" / "texts"
    for language in ("en", "de", "fr", "it", "nl"):
        known = json.loads((texts / f"{language}.json").read_text(encoding="utf-8"))
        assert {f"why.{code}" for code in (*WORDS, *CARD_WORDS)} == {
            key for key in known if key[:4] == "why."
        }


# --- how likely he is where -----------------------------------------------------------------


@awaited
async def test_everybody_is_told_the_same_likelihoods(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben, eve = await evening.guests("Ada", "Ben", "Eve")
        at = await evening.table({"X": ada, "H1": ben}, spectators=True)
        path = f"/api/tables/{at['X'].table}/where"
        await at["X"].play(Random(1), most=1)
        await at["H1"].until(lambda: "H1" in playing(at["H1"])["to_act"])
        hunter = await ben.get(f"{path}?seat=H1")
        assert sorted(map(int, hunter["where"])) == playing(at["H1"])["view"]["possible"]
        assert abs(sum(hunter["where"].values()) - 1) < 0.01
        assert (await ada.get(f"{path}?seat=X"))["where"] == hunter["where"]
        assert (await eve.get(path))["where"] == hunter["where"]
        assert await code_of(eve.get(f"{path}?seat=H1")) == "not_seated"


@awaited
async def test_where_nothing_is_worked_out_there_are_no_likelihoods(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        at = await evening.table({"X": ada, "H1": ada}, deduction=False)
        path = f"/api/tables/{at['X'].table}/where?seat=X"
        assert await code_of(ada.get(path)) == "no_hints"
        await at["X"].ask(do="ask", what="resign")
        assert await code_of(ada.get(path)) == "not_started"


# --- analyses -------------------------------------------------------------------------------


@awaited
async def test_a_table_is_analysed_when_it_is_over_and_not_before(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ada})
        path = f"/api/tables/{at['X'].table}/analysis"
        await at["X"].play(Random(1), most=1)
        assert await code_of(ada.post(path)) == "not_over"
        await at["X"].ask(do="ask", what="resign")
        (move,) = await analysed(ben, path)
        assert (move["number"], move["by"]) == (1, "X")
        assert 0 <= move["after"] <= move["before"] <= 1


@awaited
async def test_a_record_is_analysed_like_a_table(url: str) -> None:
    game = finished()
    async with Evening(url) as evening:
        ada = await evening.guest()
        text = game.record().to_text()
        moves = await analysed(ada, "/api/analysis", record=text)
        assert [move["move"] for move in moves] == [
            entry.text for entry in game.line if not entry.by_chance
        ]
        # It is kept.
        assert len((await ada.post("/api/analysis", {"record": text}))["moves"]) == len(moves)


@awaited
async def test_what_cannot_be_analysed(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        cards = misterx.new_game("cards-2017", 4, seed="tea").record().to_text()
        going_on = misterx.new_game("modern-2013", 4, seed="tea").record().to_text()
        for record, code in (
            (cards, "no_analysis"),
            (going_on, "no_analysis"),
            ("misterx record 1\n", "bad_record"),
        ):
            assert await code_of(ada.post("/api/analysis", {"record": record})) == code


class _Thinkers:
    """Answer when they are told to, and count."""

    def __init__(self) -> None:
        self.asked = 0
        self.may = asyncio.Event()

    async def consult(self, asked: object, seconds: float, order: Order) -> object:
        assert order.priority is Priority.ANALYSIS
        self.asked += 1
        await self.may.wait()
        return {}


@awaited
async def test_analyses_go_one_move_at_a_time_and_only_while_they_are_wanted() -> None:
    thinkers, now, game = _Thinkers(), [0.0], finished()
    analyses = Analyses(thinkers, lambda: now[0])  # type: ignore[arg-type]  # a stand-in
    first = await analyses.ask("one", lambda: game)
    await until(lambda: thinkers.asked > 0)
    await asyncio.sleep(0.02)
    assert thinkers.asked == 1
    now[0] = 100.0  # nobody has asked for them since
    thinkers.may.set()
    await asyncio.sleep(0.02)
    assert len(first.moves) == 1
    assert first.task is None
    again = await analyses.ask("one", lambda: game)
    while again.task is not None:
        await asyncio.sleep(0.01)
    assert len(again.moves) == again.total
    await analyses.close()


@awaited
async def test_one_address_leaves_room_for_the_analyses_of_others() -> None:
    thinkers, game = _Thinkers(), finished()
    analyses = Analyses(thinkers)  # type: ignore[arg-type]  # a stand-in
    try:
        for number in range(2):
            await analyses.ask(number, lambda: game, "192.0.2.1")
        for number in range(2, 6):
            with pytest.raises(Busy, match=r"2 games of your address .* try again in 10 s"):
                await analyses.ask(number, lambda: game, "192.0.2.1")
        assert (await analyses.ask(0, lambda: game, "192.0.2.1")).task, "one that goes on"
        assert (await analyses.ask("other", lambda: game, "192.0.2.2")).task
        for number in range(100, 121):
            await analyses.ask(number, lambda: game, f"192.0.2.{number}")
        with pytest.raises(Busy, match="many games are being analysed: try again in 10 s"):
            await analyses.ask("one too many", lambda: game, "192.0.2.3")
    finally:
        await analyses.close()
