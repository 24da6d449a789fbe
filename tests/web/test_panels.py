"""What stands beside the map: the move and what it risks, talk, the layers, and the log."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import expect

from misterx.chase import Chase
from misterx.core import Game
from tests.web.browsing import PHONE, Person
from tests.web.test_chase import gives_up
from tests.web.test_hot_seat import record_of, started
from tests.web.test_robust import X_AGAINST_BOTS
from tests.web.test_screens import chase_at
from tests.web.test_together import tell

People = Callable[..., Person]
CONFIRM = "[data-action=confirm]"
THREAT = f"{CONFIRM} [data-threat]"
HUNTERS: dict[str, Any] = {
    "X": {"who": "bot", "player": "random"},
    "H1": {"who": "me"},
    "H2": {"who": "me"},
}


def threats_of(game: Game) -> dict[int, int]:
    rules = game.rules
    assert isinstance(rules, Chase)
    return rules.threats(game.state)


def beside_hunters() -> Game:
    """Mister X to move, some of whose ways, but not all, end where hunters can get."""
    for seed in range(100):
        game = started("modern-2013-3", seed)
        near = threats_of(game)
        ends = {int(move.lstrip("X:TBUK")) for move in game.legal if "+" not in move}
        if ends & set(near) and ends - set(near):
            return game
    raise AssertionError("no such deal")


def stations(person: Person) -> list[str]:
    found: list[str] = person.page.locator("[data-move]").evaluate_all(
        "all => all.map(one => one.dataset.move)"
    )
    return found


def tells_of(person: Person, station: str, hunters: int) -> None:
    """Choose a station, read who can get there, and go back."""
    person.click(f"[data-move='{station}']")
    said = person.page.locator(THREAT)
    if hunters:
        expect(said).to_contain_text(f"{hunters} pursuer")
        expect(said).to_contain_text(f"can reach {station}")
    else:
        expect(said).to_have_count(0)
    person.page.keyboard.press("Escape")
    person.sees("[data-move]")


def test_mister_x_reads_who_can_get_to_where_his_move_ends(people: People) -> None:
    ada = people("Ada")
    game = beside_hunters()
    near = threats_of(game)
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS, record=record_of(game)))
    ada.is_asked()
    for station in stations(ada):
        tells_of(ada, station, near.get(int(station), 0))
    # Of a double move only its last station counts.
    ada.page.get_by_role("switch").check()
    first = next(station for station in stations(ada) if int(station) in near)
    ada.click(f"[data-move='{first}']")
    expect(ada.page.locator(CONFIRM)).to_be_enabled()
    assert not ada.has(THREAT)
    ada.click(CONFIRM)
    ada.sees("[data-move]")
    for station in stations(ada):
        tells_of(ada, station, near.get(int(station), 0))


def test_the_second_half_counts_what_the_first_has_spent(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    black = ada.page.locator("fieldset label", has_text="Black ticket")
    ada.page.get_by_role("switch").check()
    ada.page.locator("[data-move]").first.click()
    before = int(black.locator(".meta").inner_text().split()[0])
    black.click()
    ada.click(CONFIRM)
    ada.sees("[data-move]")
    ada.page.locator("[data-move]").first.click()
    expect(black.locator(".meta")).to_have_text(f"{before - 1} left")


def test_the_button_stays_in_sight_on_a_phone_on_its_side(people: People) -> None:
    ada = people("Ada", **{**PHONE, "viewport": {"width": 844, "height": 390}})
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    ada.page.get_by_role("switch").check()
    for half in range(2):
        expect(ada.page.locator(CONFIRM)).to_be_in_viewport(ratio=1)
        ada.page.locator("[data-move]").first.click()
        expect(ada.page.locator(CONFIRM)).to_be_in_viewport(ratio=1)
        if half == 0:
            ada.click(CONFIRM)


def asked_to_show_himself() -> Game:
    """Mister X has moved, and may show himself."""
    game, dice = started("classic-1983-5-voluntary-reveal"), Random(1)
    while "X:hide" not in game.legal:
        game.play(dice.choice(game.legal))
    return game


def test_both_answers_and_the_names_are_seen_on_a_phone_on_its_side(people: People) -> None:
    ada = people("Ada", **{**PHONE, "viewport": {"width": 844, "height": 390}})
    game = asked_to_show_himself()
    bots = {str(seat): {"who": "bot", "player": "random"} for seat in game.seats}
    plan = {"record": record_of(game), "options": {"voluntary_reveal": True}}
    ada.goes_to(ada.opens("classic-1983", 5, {**bots, "X": {"who": "me"}}, **plan))
    for answer in ("show", "hide"):
        expect(ada.page.locator(f"[data-action={answer}]")).to_be_in_viewport(ratio=1)
    for row in ada.page.locator(".reveal fieldset").all():
        name, ticket = (
            row.locator(".name").bounding_box(),
            row.locator("label").first.bounding_box(),
        )
        assert name is not None
        assert ticket is not None
        assert 0 < name["x"] + name["width"] <= ticket["x"]


def test_the_panel_has_its_margin_on_a_small_phone_on_its_side(people: People) -> None:
    ada = people("Ada", **{**PHONE, "viewport": {"width": 667, "height": 375}})
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    edge = ada.page.locator("aside").evaluate("it => it.getBoundingClientRect().left")
    title = ada.page.locator("#action-title").evaluate("it => it.getBoundingClientRect().left")
    assert title >= edge + 12


def test_a_phone_counts_what_was_said_and_opens_with_it(people: People) -> None:
    ada, ben = people("Ada", **PHONE), people("Ben")
    seats = {"X": {"who": "bot", "player": "random"}, "H1": {"who": "me"}}
    table = ada.opens("modern-2013", 3, seats, start=False)
    ben.ask("POST", f"/api/tables/{table}/join", {"seat": "H2"})
    ada.ask("POST", f"/api/tables/{table}/start")
    for person in (ada, ben):
        person.goes_to(table)
        person.sees(".table[data-seat] [data-overlay]")
    talk = ada.page.get_by_role("button", name="Talk")
    count = ada.page.locator("[data-unread]")
    assert not ada.has("[data-unread]")
    tell(ben, "team", "I take 133")
    expect(count).to_have_text("1")
    expect(talk).to_have_accessible_name("Talk 1 new message")
    expect(ada.page.get_by_role("status").filter(has_text="1 new message")).to_have_count(1)
    talk.tap()
    expect(ada.page.get_by_role("log")).to_contain_text("I take 133")
    expect(count).to_have_count(0)
    ada.page.get_by_role("button", name="Move", exact=True).tap()
    ada.sees("#action-title")
    assert not ada.has("[data-unread]"), "it stays read"
    tell(ben, "table", "Good luck")
    expect(count).to_have_text("1")


def sighted() -> Game:
    """The detectives to move, right after Mister X was seen."""
    game = chase_at("modern-2013-3", "H1", 3)
    assert game.view("hunters")["log"][-1]["seen"]  # type: ignore[index]
    return game


def test_in_a_low_window_the_last_moves_are_read_beside_what_is_asked(people: People) -> None:
    ada = people("Ada", viewport={"width": 1280, "height": 720})
    record = record_of(chase_at("modern-2013-3", "X", 4))
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS, record=record, hints=True))
    ada.is_asked()
    ada.page.get_by_role("switch").check()
    confirm, talk = ada.page.locator(CONFIRM), ada.page.locator("aside .talk")
    for step in range(2):
        expect(ada.page.locator(".history li").first).to_be_in_viewport(ratio=1)
        expect(confirm).to_be_in_viewport(ratio=1)
        top = talk.evaluate("it => it.getBoundingClientRect().top")
        assert confirm.evaluate("it => it.getBoundingClientRect().bottom") <= top
        if step == 0:
            ada.page.locator("[data-move]").first.click()


def test_where_he_is_seen_stands_in_the_panel(people: People) -> None:
    ada, ben = people("Ada"), people("Ben", **PHONE)
    game = sighted()
    station = game.state.x
    for person in (ada, ben):
        person.goes_to(person.opens("modern-2013", 3, HUNTERS, record=record_of(game)))
        said = person.page.locator("[data-sighting]")
        expect(said).to_contain_text(f"Seen at {station}. Move 3, by ")
        expect(said).to_contain_text("Next at 8.")
        expect(said).to_be_in_viewport(ratio=1)
        # It is no question where he can be, but it will be one again.
        expect(person.page.locator("[data-overlay=possible]")).to_be_disabled()
        expect(person.page.locator("[data-overlay=likely]")).to_be_disabled()


def test_the_switches_of_the_layers_keep_their_places(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("modern-2013", 3, HUNTERS))
    ada.is_asked()

    def places() -> list[float]:
        found: list[float] = ada.page.locator(".bar > button").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().x)"
        )
        return found

    before = places()
    for layer in ("likely", "likely", "possible", "possible"):
        ada.click(f"[data-overlay={layer}]")
        assert places() == before


def test_the_box_of_the_layers_goes_when_something_else_is_done(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    more, station = ada.page.locator("[data-overlay=more]"), ada.page.locator("[data-move]").first
    box = ada.page.locator(".bar .more").first
    ways: tuple[Callable[[], object], ...] = (
        station.click,
        station.focus,
        lambda: ada.page.mouse.click(300, 400),
        lambda: ada.page.keyboard.press("Escape"),
    )
    for leave in ways:
        more.click()
        box.get_by_role("switch").first.click()
        expect(box).to_be_visible()
        leave()
        expect(box).to_be_hidden()
        ada.page.keyboard.press("Escape")


def test_what_is_chosen_is_marked_without_colours_of_its_own(people: People) -> None:
    ada = people("Ada", forced_colors="active")
    ada.goes_to(ada.opens("modern-2013", 3, HUNTERS))
    ada.is_asked()
    ada.click("[data-chip=B1]")
    style = "(one, name) => getComputedStyle(one)[name]"

    def looks(selector: str, name: str) -> str:
        return str(ada.page.locator(selector).first.evaluate(style, name))

    tab = "[role=tab][aria-selected={}]"
    ground = looks("aside", "backgroundColor")
    assert looks(tab.format("false"), "borderBottomColor") == ground
    assert looks(tab.format("true"), "borderBottomColor") != ground
    assert looks(".film .current", "borderTopWidth") != looks(
        ".film .window:not(.current)", "borderTopWidth"
    )
    assert looks("[data-row=B1]", "outlineStyle") == "solid"
    assert looks("[data-row=D1]", "outlineStyle") == "none"
    helmet, number = "[data-row=B1] .token path", "[data-row=B1] .token text"
    assert looks(helmet, "fill") != looks(number, "fill")


def test_a_row_of_stations_shows_that_it_goes_on(people: People) -> None:
    ada = people("Ada", **PHONE)
    game = beside_hunters()
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS, record=record_of(game)))
    ada.is_asked()
    row = ada.page.locator("ul:has(> li > [data-move])")
    assert row.evaluate("one => one.scrollWidth > one.clientWidth")
    expect(row).to_have_attribute("data-more", "end")
    row.evaluate("one => one.scrollTo({ left: one.scrollWidth })")
    expect(row).to_have_attribute("data-more", "start")


def test_mister_x_reads_of_his_own_tickets_and_his_own_way(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    head = ada.page.locator(".film header")
    expect(head.locator("[data-left]")).to_contain_text("5 black tickets left")
    expect(head).to_contain_text("next seen: 3")
    gives_up(ada)
    expect(ada.page.locator("[data-end] h3")).to_have_text("Your way")
    expect(head).not_to_contain_text("seen")


def test_a_stranger_reads_that_a_game_is_played_without_onlookers(people: People) -> None:
    ada, zoe = people("Ada"), people("Zoe")
    zoe.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    gone = zoe.page.locator("[data-bye=no_spectators]")
    expect(gone.locator("h1")).to_have_text("This game has begun")
    expect(gone).to_contain_text("without spectators")
    expect(gone.get_by_role("button")).to_have_count(1)
    gone.get_by_role("button").click()
    zoe.page.wait_for_url(zoe.url + "/")


def test_the_log_shows_all_its_windows_or_that_it_goes_on(people: People) -> None:
    ada = people("Ada", viewport={"width": 1280, "height": 720})
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    strip = ada.page.locator(".film ol")
    for window in (strip.locator("li").first, strip.locator("li").last):
        expect(window).to_be_in_viewport(ratio=1)
    ada.page.set_viewport_size({"width": 820, "height": 1180})
    expect(strip).to_have_attribute("data-more", "end")
