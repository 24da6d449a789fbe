"""The card game in the browser, from the deal to the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from misterx import new_game
from misterx.core import Game
from tests.web.browsing import END, GUARD, PHONE, Person
from tests.web.test_together import tab, tell

People = Callable[..., Person]


def bots(players: int, me: str = "P1") -> dict[str, dict[str, str]]:
    seats = {f"P{n}": {"who": "bot", "player": "random"} for n in range(1, players + 1)}
    return {**seats, me: {"who": "me"}}


@pytest.mark.parametrize("players", (3, 5))
def test_a_whole_game_against_computer_players(people: People, players: int) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("cards-2017", players, bots(players)))
    assert ada.plays(Random(players)) > 0
    ada.sees(END)
    assert ada.page.locator("[data-end] .hands li").count() == players
    # The others' hands are not told here, and nothing says they were.
    assert ada.page.locator("[data-end] .hands .cards").count() == 1
    assert "“Watch the replay” shows everybody’s cards." in ada.page.locator(END).inner_text()


def game_at(players: int, is_wanted: Callable[[dict[str, Any]], bool]) -> Game:
    """A game, played at random to a position that is wanted."""
    for seed in range(400):
        game, dice = new_game("cards-2017", players, seed=seed), Random(seed)
        while game.outcome is None:
            if is_wanted(game.rules.position(game.state)):
                return game
            game.play(dice.choice(game.legal))
    raise AssertionError("no such position")


def seated(person: Person, game: Game, seat: str, **plan: object) -> Person:
    """Somebody at a seat of a game that goes on, computer players at the others."""
    players, record = game.header.players, game.record().to_text()
    return person.goes_to(
        person.opens("cards-2017", players, bots(players, seat), record=record, **plan)
    )


def test_a_card_has_one_place_and_says_which(people: People) -> None:
    game = game_at(3, lambda position: position["phase"] == "play" and position["turn"] == 3)
    ada = seated(people("Ada"), game, game.to_act[0])
    ada.is_asked()
    move = next(move for move in game.legal if move[-1] in "LMR")
    card, pile = move.partition(":")[2].split(">")
    ada.click(f"[data-card='{card}']")
    letter = {"L": "A", "M": "B", "R": "C"}[pile]
    place = ada.page.locator("button.place")
    assert place.inner_text().split() == [letter, "play", card]
    assert ada.page.get_by_text("does not fit").count() == 2
    before = ada.at
    ada.page.keyboard.press(letter.lower())
    ada.sees_entry(before + 1)


@pytest.mark.parametrize("is_x", (True, False), ids=("x", "detective"))
def test_after_a_black_ticket_only_mister_x_has_a_second_answer(people: People, is_x: bool) -> None:
    game = game_at(
        4,
        lambda position: (
            position["phase"] == "action"
            and (position["x"] == position["seat"]) is is_x
            and not position["x_known"]
        ),
    )
    ada = seated(people("Ada"), game, game.to_act[0])
    ada.is_asked()
    buttons = ada.page.locator(".decision [data-action]")
    assert buttons.count() == (2 if is_x else 1)
    if is_x:
        buttons.nth(1).click()
        dialog = ada.page.get_by_role("dialog")
        assert "this shows everybody that you are Mister X" in dialog.inner_text()
        before = ada.at
        dialog.locator("[data-confirm]").click()
        ada.sees_entry(before + 1)


def test_who_is_known_as_mister_x_is_not_asked_whether_to_show_it(people: People) -> None:
    game = game_at(
        4,
        lambda position: (
            position["phase"] == "action"
            and position["x"] == position["seat"]
            and position["x_known"]
        ),
    )
    ada = seated(people("Ada"), game, game.to_act[0])
    ada.is_asked()
    button = ada.page.locator(".decision [data-action]").nth(1)
    assert "shows who you are" not in button.inner_text()
    before = ada.at
    button.click()
    ada.sees_entry(before + 1)


@pytest.mark.parametrize("phase", ("hideout", "give", "interrogate", "search"))
def test_every_decision_can_be_made(people: People, phase: str) -> None:
    game = game_at(4, lambda position: position["phase"] == phase)
    ada = seated(people("Ada"), game, game.to_act[0])
    ada.is_asked()
    if phase == "give":
        assert "3 tickets" in ada.page.locator(".decision h2").inner_text()
    assert ada.plays(Random(phase), most=2) > 0


def test_a_false_trail_is_paid_ticket_by_ticket(people: People) -> None:
    game = game_at(4, lambda position: position["phase"] == "trail")
    ada = people("Ada")
    seats = {f"P{n}": {"who": "device", "name": f"Ada {n}"} for n in range(1, 5)}
    ada.goes_to(ada.opens("cards-2017", 4, seats, record=game.record().to_text()))
    ada.sees(GUARD)
    ada.opens_guard()
    for owed in (8, 7):
        ada.page.get_by_role("heading", name=f"{owed} tickets still owed").wait_for()
        assert ada.moves_once(Random(owed))
    # Another detective may pay the rest: the device goes on behind the guard.
    other = next(seat for seat in game.to_act if seat != ada.seat)
    ada.click("[data-menu]")
    ada.click(f"[data-pass={other}]")
    ada.sees(f"{GUARD}[data-guard={other}]")
    ada.opens_guard()
    ada.page.get_by_role("heading", name="6 tickets still owed").wait_for()
    assert ada.seat == other


def test_cover_takes_the_hand_out_of_the_page(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("cards-2017", 3, bots(3)))
    ada.is_asked()
    ada.page.get_by_role("button", name="Cover", exact=True).click()
    assert not ada.has("[data-card]")
    ada.page.get_by_role("button", name="Uncover").click()
    ada.sees("[data-card]")


def test_on_a_phone_by_touch(people: People) -> None:
    ada = people("Ada", **PHONE)
    ada.goes_to(ada.opens("cards-2017", 5, bots(5)))
    assert ada.plays(Random(1), most=3) == 3 or ada.has(END)
    width = ada.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["viewport"]["width"], "nothing sticks out of the screen"


def test_on_a_phone_the_chosen_card_is_wholly_seen(people: People) -> None:
    ada = people("Ada", **PHONE)
    ada.goes_to(ada.opens("cards-2017", 3, bots(3)))
    ada.is_asked()
    last = ada.page.locator("[data-card]").last
    last.evaluate("it => it.click()")  # as a hint does: nothing is touched or focused
    expect(last).to_be_checked()
    expect(ada.page.locator(".card.chosen")).to_be_in_viewport(ratio=1)


SIZES = {
    "laptop": (1366, 657),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "flat": (844, 390),
    "small": (640, 360),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", (3, 5))
def test_all_of_the_table_is_seen(people: People, players: int, size: str) -> None:
    """The piles, what can be done with them, and what is left to draw, while a card is chosen."""
    game = game_at(players, lambda position: position["phase"] == "play" and position["turn"] == 3)
    width, height = SIZES[size]
    # In Italian what is known of the others takes most lines.
    ada = people("Ada", viewport={"width": width, "height": height}, locale="it")
    seated(ada, game, game.to_act[0], hints=True).is_asked()
    assert ada.page.locator("[data-hint]").is_visible()
    card = next(move for move in game.legal if move[-1] in "LMR").partition(":")[2].split(">")[0]
    ada.click(f"[data-card='{card}']")
    ada.page.locator("button.place").wait_for()
    hidden = ada.page.locator(".board").evaluate("it => it.scrollHeight - it.clientHeight")
    assert hidden == 0


def test_by_keys_the_focus_comes_back_to_what_is_asked(people: People) -> None:
    """After a confirmation it goes to the hand, and from there to the first answer."""
    game = game_at(4, lambda position: position["phase"] == "play" and position["turn"] == 3)
    ada = seated(people("Ada"), game, game.to_act[0])
    for _ in range(3):
        if not ada.is_asked():
            return
        answer = "[data-card]:enabled, .decision [data-name], .decision [data-action]"
        if ada.has("[data-card]:enabled"):
            ada.page.locator("[data-card]:enabled").first.focus()
            ada.page.keyboard.press("Space")
        else:
            ada.page.locator(answer).first.focus()
        before = ada.at
        ada.page.keyboard.press("Enter")
        ada.sees_entry(before + 1)
        if not ada.is_asked():
            return
        ada.page.wait_for_function(
            "answer => document.activeElement?.matches(answer)", arg=answer, timeout=5_000
        )


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", (3, 4, 5))
def test_whole_games_of_every_size(people: People, players: int, seed: int) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("cards-2017", players, bots(players)))
    ada.plays(Random(seed))
    ada.sees(END)


def at_a_table_of_three(ada: Person, ben: Person) -> None:
    seats = {"P1": {"who": "me"}, "P3": {"who": "bot", "player": "random"}}
    table = ada.opens("cards-2017", 3, seats, start=False)
    ben.ask("POST", f"/api/tables/{table}/join", {"seat": "P2"})
    ada.ask("POST", f"/api/tables/{table}/start")
    for person in (ada, ben):
        person.goes_to(table)
        person.sees(".table[data-seat] .piles")


def test_a_phone_counts_what_was_said_at_the_cards_and_opens_with_it(people: People) -> None:
    ada, ben = people("Ada", **PHONE), people("Ben")
    at_a_table_of_three(ada, ben)
    talk = ada.page.get_by_role("button", name="Talk")
    count = ada.page.locator("[data-unread]")
    tell(ben, "table", "I have a hunch")
    expect(count).to_have_text("1")
    expect(talk).to_have_accessible_name("Talk, 1 new message")
    talk.tap()
    expect(ada.page.get_by_role("log")).to_contain_text("I have a hunch")
    expect(count).to_have_count(0)
    # What comes while it is closed is new, whatever was open there last.
    talk.tap()
    tell(ben, "table", "Or two")
    expect(count).to_have_text("1")
    ada.page.reload()
    ada.sees(".table[data-seat] .piles")
    tell(ben, "table", "Or three")
    expect(count).to_have_text("1")


def test_a_half_written_message_outlasts_covered_cards(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    at_a_table_of_three(ada, ben)
    tab(ada, "table")
    field = ada.page.locator("[role=tabpanel] form input")
    field.fill("I have a")
    ada.page.get_by_role("button", name="Cover", exact=True).click()
    expect(field).to_have_count(0)
    ada.page.get_by_role("button", name="Uncover").click()
    tab(ada, "table")
    expect(field).to_have_value("I have a")
