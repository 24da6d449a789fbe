"""At a real table: what is said aloud is typed in, and the map shows where Mister X can be."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from misterx.chase import Chase
from misterx.chase.tracking import begin, follow, said, sayable, witnessed
from misterx.chase.viewpoints import VIEW_HUNTERS
from misterx.core import Game
from tests.series.oracle import deduce
from tests.series.replays import every_step
from tests.series.tables import TABLES, Table, finished
from tests.web.browsing import PHONE, Person
from tests.web.test_replay import at_replay, is_at, looks_as, opens_game, shown

People = Callable[..., Person]

CHECKED = """count => {
    const at = document.querySelector('main')?.dataset;
    return at?.asking === 'false' && Number(at.checked) === count && Number(at.entries) === count;
}"""
IDLE = "() => document.querySelector('main').dataset.asking === 'false'"
DRAWN = """want => want === JSON.stringify([...document.querySelectorAll('g[data-possible]')]
    .map(one => Number(one.dataset.possible)).sort((a, b) => a - b))"""
CAUGHT = ("D1@29", "D2@50", "D3@53", "X@26", "X:T15", "D1:B15")
"""A very short game of four with the edition of 2000, as Mister X's phone knows it."""


def sets_up(person: Person, table: Table, role: str = "hunters") -> Page:
    """Set a game up by clicking."""
    page = person.page
    page.goto(f"{person.url}/companion")
    for value in (role, table.edition, table.players):
        page.locator("label", has=page.locator(f"input[value='{value}']")).click()
    if table.voluntary_reveal:
        page.locator("input[role=switch]").check()
    is_another_open = page.locator(f"[data-go-on={role}]").count() > 0
    page.click("[data-action=begin]")
    if is_another_open:
        page.click("dialog [data-action=replace]")
    has_checked(page, 0)
    return page


def has_checked(page: Page, count: int) -> None:
    """Wait until the server has seen so many entries, and the page asks for the next."""
    page.wait_for_function(CHECKED, arg=count)


def types(page: Page, station: str) -> None:
    page.fill("[data-digits]", station)
    page.press("[data-digits]", "Enter")


def rides(page: Page, piece: str, way: str) -> None:
    """A ticket and a station; of Mister X everybody hears the ticket first."""
    fare, station = (way[0], way[1:]) if way[0] in "TBUK" else ("none", way)
    ticket = page.locator(f"[data-fare={fare}]:enabled")
    if piece == "X" and not page.locator("[data-covered]").count():
        ticket.click()
        if station != "?":
            types(page, station)
        return
    is_asked = page.locator(f"[data-move='{station}'] svg").count() > 1
    types(page, station)
    if is_asked:
        ticket.click()


def enters(page: Page, words: str) -> None:
    """Do what somebody does who hears this."""
    piece, _, rest = words.partition(":")
    if "@" in words:
        types(page, words.partition("@")[2])
    elif rest in ("show", "hide"):
        page.click(f"[data-say={rest}]:enabled")
    elif rest.startswith("take"):
        page.click(f"[data-fare={rest[-1]}]:enabled")
    elif "+" in rest:
        first, second = rest.split("+")
        page.locator("[data-double] input").click()
        rides(page, piece, first)
        page.wait_for_function(IDLE)
        rides(page, piece, second)
    else:
        if page.locator(f"[data-chip={piece}]").count():
            page.click(f"[data-chip={piece}]:enabled")
        rides(page, piece, rest)


def told(rules: Chase, game: Game) -> list[str]:
    """All that was said aloud in a game."""
    return [
        said(rules, game.state_at(at), rules.parse(entry.text))
        for at, entry in enumerate(game.line)
        if not entry.text.startswith("X@")
    ]


def enters_shown(page: Page, words: str, sayings: list[str]) -> None:
    """Answer where Mister X is seen, and was before, as far as that is a question."""
    entered, *answers = re.split(r"(?= seen | via )", words)
    for answer in answers:
        asked = entered + answer.rstrip("0123456789")
        entered += answer
        answered = re.compile(rf"{re.escape(entered)}\b")
        if any(one.startswith(asked) and not answered.match(one) for one in sayings):
            types(page, answer.split()[-1])


def follows(person: Person, table: Table, seed: int) -> None:
    """Type a whole recorded game in; at every step the map shows what the law knows."""
    page = sets_up(person, table)
    rules = table.rules
    state = begin(rules, table.setup())
    for number, words in enumerate(told(rules, finished(table, seed)), 1):
        plain, sayings = re.split(" seen | via ", words)[0], sayable(rules, state)
        enters(page, plain)
        if plain not in sayings:
            enters_shown(page, words, sayings)
        elif plain != words:  # that he was caught is said afterwards
            has_checked(page, number)
            page.click(f"[data-amend='{words}']")
        state = follow(rules, state, words)
        has_checked(page, number)
        known = witnessed(state)
        if known.outcome is None and state.to_place is None:
            where = [] if known.x is not None else list(known.possible)
            page.wait_for_function(DRAWN, arg=str(where).replace(" ", ""))
    assert state.outcome is not None
    expect(page.locator("[data-over]")).to_be_visible()


@pytest.mark.parametrize(
    ("table", "seed"),
    ((Table("modern-2013", 4), 11), (Table("beginner", 4), 11), (Table("beginner", 5), 63)),
    ids=str,
)
def test_a_whole_game_typed_in_shows_the_possible_stations_of_the_law(
    people: People, table: Table, seed: int
) -> None:
    follows(people(), table, seed)


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES[::3], ids=str)
def test_long_games_typed_in_show_the_possible_stations_of_the_law(
    people: People, table: Table
) -> None:
    follows(people(**PHONE), table, 1)


@pytest.mark.clause("D7")
def test_the_replay_draws_the_possible_stations_at_every_step(people: People) -> None:
    table = Table("modern-2013", 4)
    page, game = at_replay(people()), finished(table, 11)
    last = opens_game(page, game)
    looks_as(page, "hunters")
    page.locator("#content").focus()
    for at, state in enumerate(every_step(game)[:last]):
        is_at(page, at)
        view: dict[str, object] = table.rules.view(table.rules.observe(state, VIEW_HUNTERS))
        by_hand = deduce(view, table.rules.data)
        assert shown(page, "data-possible") == sorted(map(str, by_hand))
        page.keyboard.press("ArrowRight")


# --- Mister X's own log ---------------------------------------------------------------------------


def holds(page: Page, mark: str) -> None:
    """Hold a cover until it opens."""
    page.locator(f"[data-cover={mark}]").hover()
    page.mouse.down()
    page.wait_for_selector("[data-covered=false]")


def test_mister_x_has_a_log_that_is_covered_checked_and_opened_at_the_end(people: People) -> None:
    person = people(**PHONE)
    page = sets_up(person, Table("classic-2000", 4), "x")
    for number, words in enumerate(CAUGHT[:3], 1):
        enters(page, words)
        has_checked(page, number)
    for number, words in enumerate(CAUGHT[3:5], 4):
        assert not page.locator("[data-digits], [data-move], [data-target]").count()
        holds(page, "enter")
        page.mouse.up()
        if number == 5:
            types(page, "199")
            expect(page.locator("[data-wrong]")).to_contain_text("cannot be at 199")
            expect(page.locator("[data-move='15']")).to_be_attached()
        enters(page, words)
        has_checked(page, number)
        page.wait_for_selector("[data-covered=true]")
    # Others may know the ticket, nothing else is in the page.
    text = page.content()
    assert page.locator("[data-piece=X]").count() == 0
    assert "Move 1, by taxi, hidden." in text
    page.locator("summary").first.click()
    expect(page.locator("[data-entry='4']")).to_contain_text("Mister X moves by taxi.")
    expect(page.locator("[data-entry='3']")).to_contain_text("has drawn his start card")
    assert page.locator("[data-correct='4']").count() == 0
    holds(page, "look")
    expect(page.locator("[data-entry='4']")).to_contain_text("to 15 by taxi")
    page.mouse.up()
    page.wait_for_selector("[data-covered=true]")
    assert "to 15 by taxi" not in page.content()

    page.reload()
    has_checked(page, 5)
    page.wait_for_selector("[data-covered=true]")
    enters(page, CAUGHT[5])
    expect(page.locator("[data-over]")).to_be_visible()
    page.wait_for_selector("[data-covered=true]")
    page.click("[data-action=open-log]")
    page.wait_for_selector("[data-covered=false]")
    page.locator("summary").first.click()
    expect(page.locator("[data-entry='3']")).to_contain_text("starts at 26")
    page.reload()
    page.wait_for_selector("[data-covered=false]")


# --- mistakes, and no connection --------------------------------------------------------------

ROUND = ("D1@29", "D2@50", "D3@53", "X:T?", "D1:T17", "D2:T37", "D3:T40", "X:T?", "D1:T7")


def test_a_mistake_is_corrected_and_what_cannot_be_any_more_is_said(people: People) -> None:
    page = sets_up(people(), Table("classic-2000", 4))
    for number, words in enumerate(ROUND, 1):
        enters(page, words)
        has_checked(page, number)
    page.locator("summary").first.click()
    page.click("[data-correct='4']")
    page.wait_for_selector("[data-move='42']")
    enters(page, "D1:T42")
    expect(page.locator("[data-fault]")).to_contain_text("Detective 1 moves to 7 by taxi.")
    has_checked(page, 8)
    page.click("[data-action=put-back]")
    has_checked(page, 9)
    page.click("[data-action=undo]")
    has_checked(page, 8)
    page.click("[data-action=new]")
    page.click("dialog [data-action=replace]")
    page.wait_for_selector("[data-action=begin]")
    assert not page.locator("[data-go-on]").count()


def test_tickets_and_numbers_are_typed_by_keys_alone(people: People) -> None:
    page = sets_up(people(), Table("classic-2000", 4))
    page.locator("#say-title").focus()
    typed = ("29", "50", "53", "t", "17", "37", "40", "mtx")
    for number, keys in enumerate(typed, 1):
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_function(IDLE)
        if keys.isdigit():
            page.keyboard.press("Enter")
        if number < len(typed):
            has_checked(page, number)
    page.wait_for_selector("[data-digits]")
    expect(page.locator("#say-title")).to_have_text("Where is Mister X seen?")
    page.keyboard.press("Escape")
    expect(page.locator("#say-title")).to_have_text("And the second ticket?")


def test_without_a_connection_the_last_known_is_shown_and_entries_wait(people: People) -> None:
    person = people()
    page = sets_up(person, Table("classic-2000", 4))
    for number, words in enumerate(ROUND[:4], 1):
        enters(page, words)
        has_checked(page, number)
    known = page.locator("[data-overlay=possible]").inner_text()
    page.route("**/api/companion", lambda route: route.abort())
    enters(page, ROUND[4])
    expect(page.locator("[data-offline]")).to_contain_text("waits to be checked")
    assert page.locator("[data-overlay=possible]").inner_text() == known
    page.unroute("**/api/companion")
    # The server is gone when the page is opened again: everything is still there, without the map.
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    expect(page.locator("[data-offline]")).to_contain_text("waits to be checked")
    assert page.locator("[data-possible-list]").count() == 1
    page.unroute("**/api/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    has_checked(page, 5)
    assert page.locator("[data-offline]").count() == 0
    page.goto(f"{person.url}/companion")
    page.click("[data-go-on=hunters]")
    has_checked(page, 5)
