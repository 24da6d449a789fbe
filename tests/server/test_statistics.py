"""What somebody's finished games come to, and that nobody else's are among them."""

from __future__ import annotations

from random import Random
from typing import Any

from misterx.server.entry import Body, Entry
from misterx.server.statistics import statistics
from misterx.server.store.base import TableLine
from misterx.server.table.folding import after
from tests.server.client import Guest
from tests.server.evenings import Evening, awaited, code_of
from tests.server.table.desk import everybody_plays, laid


def played(
    table: str,
    people: dict[str, str | None],
    outcome: tuple[str, str],
    rounds: int = 5,
    edition: str = "modern-2013",
    **plan: object,
) -> TableLine:
    """A finished table; who sits where, None: a computer player."""
    seats = {
        seat: {"who": "bot", "player": "random"}
        if guest is None
        else {"who": "person", "guest": guest}
        for seat, guest in people.items()
    }
    game = "cards" if edition.startswith("cards") else "chase"
    opening: Body = {"game": game, "plan": {"edition": edition, **plan}, "seats": seats}
    end: Body = {"phase": "over", "outcome": list(outcome), "rounds": rounds}
    return TableLine(
        table,
        (Entry(1, 0, 0, "open", "ada", None, opening, {}),),
        Entry(2, 7, 0, "move", "ada", None, {}, end),
    )


def test_games_are_counted_by_edition_and_side() -> None:
    lines = [
        played("A", {"X": "ada", "H1": "ben"}, ("x", "escaped"), rounds=22),
        played("B", {"X": "ada", "H1": None}, ("hunters", "caught"), rounds=9),
        played("C", {"X": "ben", "H1": "ada", "H2": None}, ("hunters", "caught")),
        played("D", {"X": None, "H1": "ada", "H2": "ben"}, ("x", "escaped"), rounds=30),
        played("E", {"P1": "ada", "P2": "ben"}, ("x", "escaped"), rounds=40, edition="cards-2017"),
        played("F", {"X": "ada", "H1": "ada"}, ("x", "escaped"), rounds=23),
        played("G", {"X": "ada", "H1": "ben"}, ("x", "escaped"), record="misterx record 1"),
        played("H", {"X": "cem", "H1": "ben"}, ("x", "escaped")),
    ]
    found = statistics(lines, "ada")
    assert (found.games, found.both, found.catches) == (6, 1, 1)
    assert [(t.edition, t.role, t.played, t.won) for t in found.tallies] == [
        ("modern-2013", "x", 2, 1),
        ("modern-2013", "hunters", 2, 1),
        ("cards-2017", "player", 1, None),
    ]
    assert found.against_people.model_dump() == {"played": 2, "won": 2}
    assert found.against_bots.model_dump() == {"played": 2, "won": 0}
    assert [(game.table, game.rounds) for game in found.escapes] == [("A", 22), ("B", 9)]
    assert [(game.table, game.role, game.won) for game in found.last] == [
        ("A", "x", True),
        ("B", "x", False),
        ("C", "hunters", True),
        ("D", "hunters", False),
        ("E", "player", None),
        ("F", "both", None),
    ]


def test_lists_are_short() -> None:
    lines = [
        played(str(n), {"X": "ada", "H1": None}, ("x", "escaped"), rounds=n) for n in range(30)
    ]
    found = statistics(lines, "ada")
    assert found.games == 30
    assert [game.table for game in found.last] == [str(n) for n in range(10)]
    assert [game.rounds for game in found.escapes] == [29, 28, 27]


def test_the_end_of_a_game_says_how_long_it_took_and_nothing_that_was_hidden() -> None:
    desk = laid()
    assert "rounds" not in after(desk.table)
    desk.play_out()
    end: Any = after(desk.table)
    assert end["rounds"] == desk.table.state.round
    cards = everybody_plays("cards-2017", 3)
    cards.play_out()
    end = after(cards.table)
    assert end["rounds"] > 0
    assert set(end) == {"phase", "to_act", "paused", "outcome", "rounds"}


@awaited
async def test_only_ones_own_games_are_told_and_they_go_with_the_guest(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        seats = {"X": {"who": "me"}, "H1": {"who": "bot", "player": "random"}}
        table = await ada.open_table("modern-2013", 2, seats=seats, start=True)
        running = await ada.open_table("modern-2013", 2, seats=seats, start=True)
        x = await evening.watch(ada, table, "X")
        await x.play(Random(1), most=1)
        await x.ask(do="ask", what="resign")
        found = await ada.get("/api/statistics")
        assert found["games"] == 1
        (last,) = found["last"]
        assert (last["table"], last["won"], last["reason"]) == (table, False, "resigned")
        assert running not in str(found)
        assert (await ben.get("/api/statistics"))["games"] == 0
        stranger = Guest(url)
        assert await code_of(stranger.get("/api/statistics")) == "no_guest"
        await stranger.http.aclose()
        await ada.http.delete("/api/guest")
        assert await code_of(ada.get("/api/statistics")) == "no_guest"
