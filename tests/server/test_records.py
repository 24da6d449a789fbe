"""Over real sockets: a game as a file, out of the server and into it again."""

from __future__ import annotations

from random import Random

from misterx.core import AnyRules, Game, Record, Setup, rules_for
from tests.server.client import Seat
from tests.server.evenings import Evening, awaited, code_of


async def two(evening: Evening, edition: str = "modern-2013") -> tuple[Seat, Seat]:
    ada, ben = await evening.guests("Ada", "Ben")
    at = await evening.table({"X": ada, "H1": ben}, edition=edition)
    return at["X"], at["H1"]


async def record_of(seat: Seat, eye: str | None = None) -> str | dict[str, object]:
    exported: str | dict[str, object] = await seat.guest.get(
        f"/api/tables/{seat.table}/record?seat={eye or seat.seat}"
    )
    return exported


@awaited
async def test_of_a_running_game_a_seat_gets_only_what_it_may_know(url: str) -> None:
    async with Evening(url) as evening:
        x, hunter = await two(evening)
        await x.move(x.moves[0])
        await hunter.until(lambda: bool(hunter.moves))
        for seat, eyes in ((x, "X"), (hunter, "hunters")):
            exported = await record_of(seat)
            assert isinstance(exported, dict)
            assert exported["seen_by"] == eyes
            assert exported["at"] == x.at
            assert seat.game is not None
            assert exported["view"] == seat.game["view"]
        assert await code_of(record_of(hunter, "X")) == "not_seated"
        assert await code_of(hunter.guest.get(f"/api/tables/{x.table}/record")) == "no_spectators"


@awaited
async def test_before_the_start_there_is_nothing_to_export(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
        assert await code_of(ada.get(f"/api/tables/{table}/record?seat=X")) == "not_started"


@awaited
async def test_a_finished_game_is_a_record_that_replays_and_can_be_looked_at_here(
    url: str,
) -> None:
    async with Evening(url) as evening:
        x, hunter = await two(evening)
        await x.play(Random(1), most=1)
        await hunter.until(lambda: bool(hunter.moves))
        await hunter.move(hunter.moves[0])
        await x.ask(do="ask", what="resign")
        text = await record_of(x)
        assert isinstance(text, str)
        assert text == await record_of(hunter)
        stranger = await evening.guest("Zoe")
        assert await stranger.get(f"/api/tables/{x.table}/record") == text
        game = Game.from_record(Record.from_text(text))
        assert game.outcome is not None
        assert (game.outcome.winner, game.outcome.reason) == ("hunters", "resigned")
        eve = await evening.guest("Eve")
        seats = {"X": {"who": "me"}, "H1": {"who": "me"}}
        table = await eve.open_table("modern-2013", 2, record=text, seats=seats, start=True)
        shown = await evening.watch(eve, table, "H1")
        await shown.until(lambda: shown.is_over)
        assert shown.game is not None
        assert shown.game["view"]["outcome"] == ["hunters", "resigned"]
        assert await eve.get(f"/api/tables/{table}/record?seat=H1") == text


@awaited
async def test_the_record_of_a_game_that_was_begun_here_says_who_played(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        seats = {"X": {"who": "me"}, "H1": {"who": "bot", "player": "random"}}
        table = await ada.open_table("modern-2013", 2, seats=seats, start=True)
        x = await evening.watch(ada, table, "X")
        await x.ask(do="ask", what="resign")
        text = await record_of(x)
        assert isinstance(text, str)
        assert Record.from_text(text).header.tags == {"name X": "Ada"}


@awaited
async def test_an_adjourned_game_is_played_on_here(url: str) -> None:
    game = Game.new(_rules(), _setup(), Random(3))
    dice = Random(4)
    for _ in range(9):
        game.play(dice.choice(game.legal))
    async with Evening(url) as evening:
        ada = await evening.guest()
        seats = {"X": {"who": "me"}, "H1": {"who": "bot", "player": "random"}}
        table = await ada.open_table(
            "modern-2013", 2, record=game.record().to_text(), seats=seats, start=True
        )
        assert (await ada.get(f"/api/tables/{table}"))["table"]["from_record"] is True
        x = await evening.watch(ada, table, "X")
        await x.play(dice)
        text = await record_of(x)
        assert isinstance(text, str)
        played = Record.from_text(text)
        assert played.entries[: len(game.record().entries)] == game.record().entries
        assert Game.from_record(played).outcome is not None
        again = await ada.post(f"/api/tables/{table}/rematch", {})
        assert (await ada.get(f"/api/tables/{again['table']}"))["table"]["from_record"] is False


@awaited
async def test_a_damaged_record_or_another_game_is_refused(url: str) -> None:
    text = Game.new(_rules(), _setup(), Random(3)).record().to_text()
    async with Evening(url) as evening:
        ada = await evening.guest()
        for edition, players, record in (
            ("modern-2013", 2, "rubbish"),
            ("modern-2013", 3, text),
            ("modern-24", 2, text),
            ("modern-2013", 2, text.replace("players: 2", "players: 3")),
        ):
            assert await code_of(ada.open_table(edition, players, record=record)) == "bad_setup"


def _rules() -> AnyRules:
    return rules_for("modern-2013")


def _setup() -> Setup:
    return Setup(2)
