"""The board game in the browser, on both sides, in every edition."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from misterx.chase import rules_for
from tests.series.tables import TABLES, Table
from tests.web.browsing import END, PHONE, Person
from tests.web.test_home import begins_at_once

People = Callable[..., Person]
X = "X"
SHORT = (
    "classic-1983-4-voluntary-reveal",
    "classic-2000-3",
    "modern-24-3",
    "beginner-4",
    "research-2011-6",
)
"""A table of each edition but `modern-2013`, which is played to the end."""


def table_of(name: str) -> Table:
    return next(table for table in TABLES if str(table) == name)


def seats_of(table: Table, as_x: bool) -> dict[str, Any]:
    """Mister X or all hunters for the one who opens the table, computer players for the others."""
    seats = table.rules.seats(table.rules.new_game(table.setup()))
    return {
        seat: {"who": "device", "name": f"Ada {seat}"}
        if (seat == X) == as_x
        else {"who": "bot", "player": "random"}
        for seat in seats
    }


def opened(person: Person, table: Table, *, as_x: bool, **plan: object) -> Person:
    code = person.opens(
        table.edition, table.players, seats_of(table, as_x), options=table.options, **plan
    )
    return person.goes_to(code)


def gives_up(person: Person) -> None:
    person.click("[data-menu]")
    person.click("[data-do=give-up]")
    person.click("[data-do=resign]")
    person.sees(END)


def ended(person: Person) -> tuple[str | None, str | None]:
    end = person.page.locator(END)
    return end.get_attribute("data-winner"), end.get_attribute("data-end")


class Listener(Random, ABC):
    """Dice that know what the page was told, and choose stations by it."""

    def __init__(self, person: Person, seed: int) -> None:
        super().__init__(seed)
        self._view: dict[str, Any] = {}
        self._distances = rules_for("modern-2013").data.board.distances()
        person.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, data: str | bytes) -> None:
        told = json.loads(data).get("game")
        if told:
            self._view = told["view"]

    def choice(self, seq: Any) -> Any:  # noqa: ANN401 - of whatever it is
        if not all("data-move" in one for one in seq):
            return super().choice(seq)
        return max(seq, key=lambda one: self._worth(int(one.split('"')[1])))

    @abstractmethod
    def _worth(self, station: int) -> int: ...


class Wary(Listener):
    """Of the stations on offer it takes the one that is farthest from all hunters."""

    def _worth(self, station: int) -> int:
        away = self._distances.from_(station)
        return min(away[hunter] for hunter in self._view["hunters"].values())


class Keen(Listener):
    """It takes the one that is nearest to all where he can be, so that games are short."""

    def _worth(self, station: int) -> int:
        away = self._distances.from_(station)
        return -sum(away[possible] for possible in self._view["possible"])


WHOLE = pytest.mark.timeout(400)
"""A whole game by clicks takes its time where the machine has others to serve."""


@WHOLE
def test_a_whole_game_as_mister_x(people: People) -> None:
    ada = people()
    dice = Wary(ada, 1)
    begins_at_once(ada, "As Mister X")
    ada.sees("[data-move]")
    assert ada.page.title().startswith("● Your move (1)")
    assert ada.plays(dice) > 1
    winner, reason = ended(ada)
    assert winner in ("x", "hunters")
    assert reason in ("caught", "trapped", "survived", "no_moves")
    assert ada.page.locator("[data-end] .way li").count() > 1, "his way lies open"


@WHOLE
def test_a_whole_game_as_the_detectives(people: People) -> None:
    ada = people()
    dice = Keen(ada, 2)
    begins_at_once(ada, "As the detectives")
    assert ada.plays(dice) > 0
    assert ended(ada)[1] in ("caught", "trapped", "survived", "no_moves")


@pytest.mark.parametrize("as_x", (True, False), ids=("x", "hunters"))
@pytest.mark.parametrize("name", SHORT)
def test_a_few_moves_of_every_edition(people: People, name: str, as_x: bool) -> None:
    ada = opened(people("Ada"), table_of(name), as_x=as_x)
    ada.plays(Random(name), most=5)
    if ada.is_asked():
        gives_up(ada)
        assert ended(ada) == ("hunters" if as_x else "x", "resigned")


def test_on_a_phone_by_touch(people: People) -> None:
    ada = opened(people("Ada", **PHONE), table_of("modern-2013-4"), as_x=True)
    assert ada.plays(Random(4), most=3) == 3 or ada.has(END)
    width = ada.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["viewport"]["width"], "nothing sticks out of the screen"


def test_mister_x_shows_himself_and_takes_tickets(people: People) -> None:
    table = table_of("classic-1983-3-voluntary-reveal")
    ada = opened(people("Ada"), table, as_x=True)
    ada.sees("[data-move]")
    for _ in range(30):
        if ada.has("[data-action=show]:enabled"):
            break
        ada.moves_once(Random(1))
        ada.is_asked()
    before = ada.at
    ada.click("[data-action=show]:enabled")
    ada.sees_entry(before + 2)
    # His station and what he took lie open: the log says so to everybody.
    shown = ada.page.locator("[role=tabpanel]").inner_text()
    assert "shows" in shown.lower() or "takes" in shown.lower()


@pytest.mark.soak
@pytest.mark.parametrize("as_x", (True, False), ids=("x", "hunters"))
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whole_games_of_every_table(people: People, table: Table, as_x: bool) -> None:
    ada = opened(people("Ada"), table, as_x=as_x)
    assert ada.plays(Random(str(table))) > 0
    ada.sees(END)
