"""Several people around one screen: the guard stands between them, and behind it is nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from misterx import new_game
from misterx.core import Game
from tests.series.cards_tables import CARD_TABLES
from tests.series.cards_twins import Twin
from tests.series.tables import TABLES, Table
from tests.series.test_cards_secrecy import twins
from tests.web.browsing import CHOICES, GUARD, HOLD_MS, PASS_ON, Person, looks_on

People = Callable[..., Person]
NEXT = "P2"
NAMES = ("Ann", "Ben", "Cy")
ALL_HERE = {
    seat: {"who": "device", "name": name}
    for seat, name in (("X", "Ada"), ("H1", "Ben"), ("H2", "Cleo"))
}


def record_of(game: Game) -> str:
    return game.record().to_text()


def started(name: str = "classic-2000-3", seed: int = 1) -> Game:
    """A game whose cards are drawn, before its first move."""
    table: Table = next(table for table in TABLES if str(table) == name)
    return table.new_game(seed)


def opened(person: Person, game: Game, **plan: Any) -> str:  # noqa: ANN401 - a plan is JSON
    head = game.header
    table = person.opens(str(head.edition), head.players, ALL_HERE, record=record_of(game), **plan)
    person.goes_to(table)
    return table


def test_the_guard_stands_between_mister_x_and_the_detectives_only(people: People) -> None:
    ada = people("Ada")
    opened(ada, started())
    ada.sees(f"{GUARD}[data-guard=X]")
    ada.opens_guard()
    ada.sees(".table[data-seat=X] [data-move]")
    ada.moves_once(Random(1))
    ada.sees(f"{GUARD}[data-guard=H1]")
    ada.opens_guard()
    ada.sees(".table[data-seat=H1] [data-move]")
    # From one detective to the other there is nothing to hide.
    dice, seats = Random(1), set()
    while not ada.has(GUARD):
        ada.sees(f"{CHOICES[0]}, {GUARD}")
        seats.add(ada.seat)
        ada.moves_once(dice)
    assert seats - {None} == {"H1", "H2"}
    assert ada.page.locator(GUARD).get_attribute("data-guard") == "X"


def test_another_detective_at_the_same_device_goes_first(people: People) -> None:
    ada = people("Ada")
    opened(ada, started("modern-2013-3"))
    ada.sees(f"{GUARD}[data-guard=X]")
    ada.opens_guard()
    ada.sees("[data-move]")
    ada.moves_once(Random(1))
    ada.sees(f"{GUARD}[data-guard=H1]")
    ada.opens_guard()
    ada.sees(".table[data-seat=H1] [data-chip=D2]:enabled")
    ada.click("[data-chip=D2]")
    ada.sees(".table[data-seat=H2] [data-chip=D2][aria-pressed=true]")
    ada.sees("[data-move]:enabled")


def test_keys_reach_the_pieces_of_other_detectives_at_the_same_device(people: People) -> None:
    ada = people("Ada")
    opened(ada, started("modern-2013-3"))
    ada.opens_guard()
    ada.sees("[data-move]")
    ada.moves_once(Random(1))
    ada.sees(f"{GUARD}[data-guard=H1]")
    ada.opens_guard()
    chips = ada.page.locator("[data-chip]:enabled")
    expect(chips).to_have_count(4)
    focus = "() => document.activeElement.dataset.chip ?? document.activeElement.tagName"
    for seat, piece in (("H1", "D1"), ("H2", "D2"), ("H1", "D1")):
        ada.page.locator(f"[data-chip={piece}]").press("Enter")
        ada.sees(f".table[data-seat={seat}] [data-chip={piece}][aria-pressed=true]")
        assert ada.page.evaluate(focus) == piece, "the focus stays with what was pressed"
    # By digit, from there and from the board.
    ada.page.keyboard.press("Shift+Digit2")
    ada.sees(".table[data-seat=H2] [data-chip=D2][aria-pressed=true]")
    assert ada.page.evaluate(focus) == "D2"
    board = ada.page.get_by_role("application")
    board.focus()
    ada.page.keyboard.press("Shift+Digit1")
    ada.sees(".table[data-seat=H1] [data-chip=D1][aria-pressed=true]")
    expect(board).to_be_focused()


def test_the_opened_guard_hands_the_focus_to_the_board(people: People) -> None:
    ada = people("Ada")
    opened(ada, started())
    ada.page.locator(GUARD).press("Space", delay=HOLD_MS)
    expect(ada.page.get_by_role("application")).to_be_focused()


def test_the_guard_opens_only_when_it_is_held(people: People) -> None:
    ada = people("Ada")
    opened(ada, started())
    ada.sees(GUARD)
    ada.page.locator(GUARD).click()
    ada.page.wait_for_timeout(HOLD_MS)
    assert ada.has(GUARD), "a click is not enough"
    ada.page.keyboard.down("Space")
    ada.page.wait_for_timeout(HOLD_MS)
    ada.page.keyboard.up("Space")
    ada.sees(".table[data-seat=X] [data-move]")
    ada.page.keyboard.press("h")
    ada.sees(GUARD)
    assert not ada.has("svg text"), "no map, no station"


def test_it_stops_the_clock_where_all_sit_at_one_device(people: People) -> None:
    ada = people("Ada")
    table = opened(ada, started(), clock={"kind": "bank", "seconds": 600})
    # Behind the first one, too.
    for _ in range(2):
        ada.sees(GUARD)
        ada.page.wait_for_function(
            """async table => (await (await fetch(`/api/tables/${table}`)).json()).table.paused""",
            arg=table,
        )
        ada.page.get_by_text("Clock stopped").wait_for()
        ada.opens_guard()
        ada.sees("[data-move]:enabled")
        assert ada.ask("GET", f"/api/tables/{table}")["table"]["paused"] is False
        ada.moves_once(Random(1))


def test_the_clock_stands_while_one_keeps_the_device_and_another_is_to_act(people: People) -> None:
    game = next(game for seed in range(200) if (game := questioning(seed)))
    ada = people("Ada")
    seats = {str(seat): {"who": "device", "name": f"Ada {seat}"} for seat in game.seats}
    clock = {"kind": "bank", "seconds": 600}
    record = record_of(game)
    table = ada.opens("cards-2017", game.header.players, seats, record=record, clock=clock)
    ada.goes_to(table)

    def is_paused() -> bool:
        return ada.ask("GET", f"/api/tables/{table}")["table"]["paused"] is True

    ada.sees(GUARD)
    ada.opens_guard()
    ada.sees("[data-name]:enabled")
    assert not is_paused()
    # What he has learned is his to read; the next one loses no time by it.
    ada.click("[data-name] >> nth=0")
    ada.sees(f"{PASS_ON}, [data-card]:enabled")
    assert ada.has(PASS_ON)
    ada.sees("[data-stopped]")
    assert is_paused()
    assert not ada.has("[data-resume]")
    ada.click(PASS_ON)
    ada.opens_guard()
    ada.sees("[data-card]:enabled")
    assert not is_paused()


def hidden_ways(game: Game) -> tuple[str, str]:
    """Two stations that Mister X can reach by taxi."""
    taxi = sorted(move.removeprefix("X:T") for move in game.legal if re.fullmatch(r"X:T\d+", move))
    return taxi[0], taxi[1]


def behind_the_guard(person: Person, game: Game, station: str) -> list[str]:
    """All that the page holds once Mister X has gone somewhere, until the detectives have moved."""
    table = opened(person, game)
    person.sees(GUARD)
    person.opens_guard()
    person.click(f"[data-move='{station}']")
    if person.has("input[type=radio]:enabled"):
        person.page.locator("label", has_text="Taxi").first.click()
    person.click("[data-action=confirm]:enabled")
    person.sees(f"{GUARD}[data-guard=H1]")
    held = [person.settled(), person.kept()]
    person.opens_guard()
    person.sees("[data-move]")
    held += [person.settled(), person.kept()]
    return [looks_on(text, table) for text in held]


def test_nothing_of_the_seat_before_is_left(people: People) -> None:
    game = started(seed=5)
    one, other = hidden_ways(game)
    first = behind_the_guard(people("Ada"), game, one)
    second = behind_the_guard(people("Ada"), game, other)
    for here, there in zip(first, second, strict=True):
        assert here == there


def behind_the_guard_of_cards(person: Person, game: Game) -> list[str]:
    """All that the page holds once a hand was looked at and the device handed to the next."""
    seats = {str(seat): {"who": "device", "name": f"Ada {seat}"} for seat in game.seats}
    record = record_of(game)
    table = person.opens("cards-2017", game.header.players, seats, record=record)
    person.goes_to(table)
    person.sees(GUARD)
    held = [person.settled(), person.kept()]
    person.opens_guard()
    person.sees("[data-card]")
    person.click("[data-menu]")
    person.click(f"[data-pass={NEXT}]")
    person.sees(f"{GUARD}[data-guard={NEXT}]")
    held += [person.settled(), person.kept()]
    return [looks_on(text, table) for text in held]


def pair_of_hands() -> Twin:
    """Two games in which others hold other cards, and another one is Mister X."""
    pair = next(
        pair
        for seed in range(30)
        for who, pair in twins(CARD_TABLES[0], seed, 1)
        if who == NEXT and pair.has_another_holder and NEXT not in pair.one.to_act
    )
    assert pair.one.state.hand(pair.one.to_act[0]) != pair.other.state.hand(pair.one.to_act[0])
    return pair


def test_nothing_of_the_hand_before_is_left(people: People) -> None:
    pair = pair_of_hands()
    first = behind_the_guard_of_cards(people("Ada"), pair.one)
    second = behind_the_guard_of_cards(people("Ada"), pair.other)
    for here, there in zip(first, second, strict=True):
        assert here == there


def test_somebody_else_may_have_the_device_first(people: People) -> None:
    """He keeps it until he hands it on, whoever is to play."""
    ada = people("Ada")
    seats = {f"P{n}": {"who": "device", "name": name} for n, name in enumerate(NAMES, start=1)}
    ada.goes_to(ada.opens("cards-2017", 3, seats))
    ada.sees(GUARD)
    first = str(ada.page.locator(GUARD).get_attribute("data-guard"))
    other, name = next((seat, str(seats[seat]["name"])) for seat in seats if seat != first)
    ada.page.locator(".others").get_by_role("button", name=name).click()
    ada.opens_guard()
    ada.sees(f".table[data-seat={other}] {PASS_ON}")
    ada.settled()
    assert ada.seat == other
    assert ada.page.title() == f"{seats[first]['name']} moves – Mister X", "nobody is called to it"
    ada.click(PASS_ON)
    ada.sees(f"{GUARD}[data-guard={first}]")
    ada.opens_guard()
    ada.sees(f".table[data-seat={first}] [data-card]:enabled")
    assert not ada.has(PASS_ON)
    # The same from the menu.
    ada.click("[data-menu]")
    ada.click(f"[data-pass={other}]")
    ada.opens_guard()
    ada.sees(f".table[data-seat={other}] {PASS_ON}")


def test_a_questioned_hand_is_seen_before_the_device_goes_on(people: People) -> None:
    game = next(game for seed in range(200) if (game := questioning(seed)))
    ada = people("Ada")
    seats = {str(seat): {"who": "device", "name": f"Ada {seat}"} for seat in game.seats}
    ada.goes_to(ada.opens("cards-2017", game.header.players, seats, record=record_of(game)))
    ada.sees(GUARD)
    ada.opens_guard()
    ada.click("[data-name] >> nth=0")
    ada.sees(f"{PASS_ON}, [data-card]:enabled")
    assert ada.page.locator(".seen li").count() > 0
    ada.settled()
    assert not ada.has(GUARD)
    ada.click(PASS_ON)
    ada.sees(GUARD)
    assert not ada.has(".seen")


def questioning(seed: int) -> Game | None:
    """A game at which somebody chooses whom to question, and another is to play after it."""
    game, dice = new_game("cards-2017", 4, seed=seed), Random(seed)
    while game.outcome is None:
        if game.rules.position(game.state)["phase"] == "interrogate":
            asks, holder = game.to_act[0], game.rules.position(game.state)["x"]
            # Who is found gives up tickets; who is not leaves the turn to the next.
            return game if holder == asks else None
        game.play(dice.choice(game.legal))
    return None


def covered(person: Person, game: Game) -> list[str]:
    """All that the page holds while whoever is to play has his cards covered."""
    seats = {str(seat): {"who": "device", "name": f"Ada {seat}"} for seat in game.seats}
    record = record_of(game)
    table = person.opens("cards-2017", game.header.players, seats, record=record)
    person.goes_to(table)
    person.sees(GUARD)
    person.opens_guard()
    person.sees("[data-card]")
    person.page.get_by_role("button", name="Cover", exact=True).click()
    return [looks_on(text, table) for text in (person.settled(), person.kept())]


def test_covered_cards_betray_nothing(people: People) -> None:
    """Neither by what one knows of the others nor by what could be done with the hand."""
    pair = pair_of_hands()
    assert covered(people("Ada"), pair.one) == covered(people("Ada"), pair.other)


def test_a_card_game_around_one_screen(people: People) -> None:
    ada = people("Ada")
    seats = {
        "P1": {"who": "device", "name": "Ada"},
        "P2": {"who": "device", "name": "Ben"},
        "P3": {"who": "bot", "player": "random"},
    }
    ada.goes_to(ada.opens("cards-2017", 3, seats))
    ada.sees(GUARD)
    assert not ada.has("[data-card]")
    assert ada.plays(Random(6), most=6) > 0
    ada.is_asked()


@pytest.mark.parametrize("key", ("Enter", "Space"))
def test_cover_hides_a_seat_at_any_time(people: People, key: str) -> None:
    ada = people("Ada")
    bots = {seat: {"who": "bot", "player": "random"} for seat in ("H1", "H2")}
    ada.goes_to(ada.opens("classic-2000", 3, {"X": {"who": "me"}, **bots}))
    ada.sees("[data-move]")
    ada.click("[data-menu]")
    ada.click("[data-do=cover]")
    ada.sees(GUARD)
    assert not ada.has(".table")
    assert ada.page.title() == "Mister X"
    ada.page.keyboard.down(key)
    ada.page.wait_for_timeout(HOLD_MS)
    ada.page.keyboard.up(key)
    ada.sees("[data-move]")
