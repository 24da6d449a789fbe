"""What the computer advises: hints at the table, likelihoods on the map, judged replays."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

import misterx
from tests.server.test_advising import finished
from tests.web.browsing import PHONE, Person
from tests.web.test_cards import game_at, seated
from tests.web.test_hot_seat import started
from tests.web.test_map import lies_free, targets
from tests.web.test_replay import at_replay, is_at, looks_as, opens_game

People = Callable[..., Person]

ALONE = {"X": {"who": "bot", "player": "novice"}, "H1": {"who": "me"}}


def test_a_hint_is_chosen_on_the_board_and_played_when_it_is_confirmed(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("modern-2013", 2, ALONE))
    ada.sees("[data-hint]")
    ada.click("[data-hint]")
    said = ada.page.locator("[data-hinted]")
    expect(said).to_be_visible()
    move = said.get_attribute("data-hinted")
    assert move is not None
    piece, where = move.split(":")
    expect(ada.page.locator(f"[data-target='{where.lstrip('TBU')}'] .isChosen")).to_be_visible()
    # Something else is chosen, and the hint can be had again.
    ada.page.keyboard.press("Escape")
    expect(said).to_have_count(0)
    ada.click("[data-hint]")
    expect(said).to_have_attribute("data-hinted", move)
    before = ada.at
    ada.click("[data-action=confirm]")
    ada.sees_entry(before + 1)
    expect(said).to_have_count(0)
    assert piece in {"D1", "D2", "B1", "B2"}
    ada.is_well()


def test_a_hint_for_another_piece_is_brought_into_sight(people: People) -> None:
    ada = people("Ada", **PHONE)
    game = started("modern-2013-3", seed=2)
    game.play(game.legal[0])
    seats = {"X": {"who": "bot", "player": "random"}, "H1": {"who": "me"}, "H2": {"who": "me"}}
    # Of the stations in reach of this bobby, the one for which the screen has no room.
    hint = {"move": "B1:63", "why": {"code": "nearer", "numbers": {"station": 63}}}
    ada.page.route("**/hint", lambda route: route.fulfill(json=hint))
    ada.goes_to(ada.opens("modern-2013", 3, seats, record=game.record().to_text()))
    ada.click("[data-chip=D1]")
    targets(ada)
    ada.click("[data-hint]")
    expect(ada.page.locator("[data-target='63'] .isChosen")).to_be_attached()
    ada.page.wait_for_timeout(300)
    assert lies_free(ada, targets(ada)["63"])


def test_a_hint_for_the_cards_is_chosen_in_the_hand_or_marked(people: People) -> None:
    game = game_at(3, lambda position: position["phase"] == "play" and position["turn"] == 3)
    ada = seated(people("Ada"), game, game.to_act[0])
    ada.click("[data-hint]")
    said = ada.page.locator("[data-hinted]")
    expect(said).to_be_visible()
    move = said.get_attribute("data-hinted")
    assert move is not None
    card = move.partition(":")[2].partition(">")[0]
    expect(ada.page.locator(f"[data-card='{card}']")).to_be_checked()
    # Whoever looks at a covered hand is not told either.
    ada.page.get_by_role("button", name="Cover", exact=True).click()
    expect(said).to_have_count(0)
    ada.page.get_by_role("button", name="Uncover").click()
    expect(said).to_have_attribute("data-hinted", move)
    # Something else is chosen, and the hint can be had again.
    ada.page.keyboard.press("Escape")
    expect(said).to_have_count(0)
    ada.click("[data-hint]")
    expect(said).to_have_attribute("data-hinted", move)
    before = ada.at
    ada.click("[data-action=confirm]")
    ada.sees_entry(before + 1)
    expect(said).to_have_count(0)


def test_whom_to_name_is_marked_by_a_hint(people: People) -> None:
    game = game_at(4, lambda position: position["phase"] == "search")
    ada = seated(people("Ada", **PHONE), game, game.to_act[0])
    ada.click("[data-hint]")
    said = ada.page.locator("[data-hinted]")
    move = said.get_attribute("data-hinted")
    assert move in game.legal
    other = move.partition("?")[2]
    marked = ada.page.locator("[data-name].advised")
    expect(marked).to_have_attribute("data-name", other)
    expect(marked).to_have_count(1)
    expect(said).to_be_in_viewport()
    before = ada.at
    marked.click()
    ada.sees_entry(before + 1)
    expect(said).to_have_count(0)


def test_the_map_tells_how_likely_he_is_where(people: People) -> None:
    ada = people("Ada", **PHONE)
    table = ada.opens("modern-2013", 2, ALONE)
    ada.goes_to(table)
    ada.sees("[data-hint]")
    ada.sees("[data-possible]")
    told = ada.ask("GET", f"/api/tables/{table}/where?seat=H1")["where"]
    discs = ada.page.locator("[data-possible]")
    shown = discs.evaluate_all("all => all.map(one => one.dataset.possible)")
    assert sorted(shown) == sorted(told)
    sizes = "all => new Set(all.map(one => one.firstElementChild.getAttribute('r'))).size"
    assert discs.evaluate_all(sizes) == 1, "nothing is asked before it is wanted"
    ada.click("[data-overlay=likely]")
    if len(set(told.values())) > 1:
        most = max(told, key=lambda one: told[one])
        least = min(told, key=lambda one: told[one])
        wide = ada.page.locator(f"[data-possible='{most}'] .disc[r='48']")
        expect(wide).to_be_attached()
        expect(ada.page.locator(f"[data-possible='{least}'] .disc[r='48']")).to_have_count(0)
    ada.is_well()


def test_the_moves_of_a_replay_are_judged_and_gone_to_in_the_graph(people: People) -> None:
    page = at_replay(people())
    game = finished()
    last = opens_game(page, game)
    page.locator("[data-analyse]").click()
    graph = page.locator(f"[data-graph='{last}']")
    expect(graph).to_be_visible()
    expect(page.locator("[data-analyse]")).to_have_count(0)
    box = graph.bounding_box()
    assert box is not None
    assert box["height"] >= 96
    for words in ("Mister X ahead", "Detectives ahead", "50"):
        expect(graph).to_contain_text(words)
    # The log is folded for it, and can be had.
    expect(page.locator(".film")).to_have_count(0)
    page.locator("[data-log]").click()
    expect(page.locator(".film")).to_be_visible()
    page.locator("[data-log]").click()
    expect(page.locator(".film")).to_have_count(0)
    graph.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
    is_at(page, last)
    # The game is over: nothing is said of chances any more.
    expect(page.locator("aside header")).not_to_contain_text("chance")
    page.keyboard.press("ArrowLeft")
    is_at(page, last - 1)
    expect(page.locator("[data-thought]")).to_be_visible()


def test_a_side_that_moved_once_is_a_dot_in_the_graph(people: People) -> None:
    page = at_replay(people())
    game = misterx.new_game("modern-24", 3, seed=33)
    for _ in range(2):
        game.play(game.legal[0])
    game.concede("x")
    opens_game(page, game)
    page.locator("[data-analyse]").click()
    for side in ("x", "hunters"):
        expect(page.locator(f"[data-alone={side}]")).to_be_visible()
    expect(page.locator(".legend span")).to_have_count(2)
    # The detectives do not see what he could see, and are not told of a line for it.
    looks_as(page, "hunters")
    expect(page.locator("[data-alone]")).to_have_count(1)
    expect(page.locator(".legend span")).to_have_count(1)


def test_who_has_moves_judged_by_keys_goes_on_from_there(people: People) -> None:
    page = at_replay(people())
    opens_game(page, finished())
    page.locator("[data-analyse]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-analyse]")).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('.judged') !== null")
