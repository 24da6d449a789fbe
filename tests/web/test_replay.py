"""Games played through again in the browser: records of every kind, and finished tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

from misterx.core import Game, Viewpoint
from tests.series.replays import every_step
from tests.series.tables import ALL_TABLES, TABLES, finished
from tests.web.browsing import PHONE, Person

People = Callable[..., Person]

BOARD_GAMES = {table.edition: table for table in TABLES}
ALERT = ".banner[role=alert]"
CARD_GAME = next(table for table in ALL_TABLES if str(table) == "cards-2017-4")


def at_replay(person: Person) -> Page:
    person.page.goto(f"{person.url}/replay")
    return person.page


def opens(page: Page, text: str) -> None:
    """Choose a file on the page."""
    file = FilePayload(name="game.txt", mimeType="text/plain", buffer=text.encode())
    page.locator("[data-file]").set_input_files(file)


def opens_game(page: Page, game: Game) -> int:
    """Choose a game's file; the number of its last step."""
    opens(page, game.record().to_text())
    last = len(every_step(game)) - 1
    expect(page.locator(f".replay[data-last='{last}']")).to_be_visible()
    is_at(page, 0)
    return last


def is_at(page: Page, at: int) -> None:
    expect(page.locator(f".replay[data-at='{at}']")).to_be_visible()


def goes_to(page: Page, at: int) -> None:
    """By the list of moves."""
    page.locator(f"button[data-at='{at}']").click()
    expect(page.locator(f"button[data-at='{at}']")).to_have_attribute("aria-current", "step")


def looks_as(page: Page, eyes: str) -> None:
    page.locator("label", has=page.locator(f"[data-eyes='{eyes}']")).click()
    expect(page.locator(f"main[data-eyes-of='{eyes}']")).to_be_visible()


def shown(page: Page, name: str) -> list[str]:
    """All values of a mark on the page, sorted."""
    found: list[str] = page.locator(f"[{name}]").evaluate_all(
        "(all, name) => all.map(one => one.getAttribute(name))", name
    )
    return sorted(found)


def shows_what_the_law_says(page: Page, game: Game, at: int, eyes: str) -> None:
    """Pieces, path and possible stations are those of the step, as these eyes saw it."""
    is_at(page, at)
    # The whole truth of a chase is what Mister X knows.
    who = Viewpoint("X" if eyes == "truth" else eyes)
    view: dict[str, Any] = game.rules.view(game.rules.observe(every_step(game)[at], who))
    assert shown(page, "data-possible") == sorted(map(str, view["possible"]))
    expect(page.locator("[data-overlay=possible] [data-count]")).to_have_text(
        str(len(view["possible"]))
    )
    standing = {**view["hunters"], "X": view["x"]}
    pieces = page.locator("[data-piece]").evaluate_all(
        "all => all.map(one => [one.dataset.piece, Number(one.querySelector('text').textContent)])"
    )
    assert dict(pieces) == {piece: at for piece, at in standing.items() if at is not None}
    way = [view["start_x"], *(window["station"] for window in view["log"])]
    known = [n for n in range(1, len(way)) if None not in (way[n - 1], way[n])]
    assert shown(page, "data-path") == sorted(map(str, known))


def test_records_of_every_edition_are_stepped_through_by_keys(people: People) -> None:
    page = at_replay(people())
    for table in BOARD_GAMES.values():
        game = finished(table, 4)
        last = opens_game(page, game)
        middle = last // 2
        goes_to(page, middle)
        for eyes in ("truth", "X", "hunters"):
            looks_as(page, eyes)
            shows_what_the_law_says(page, game, middle, eyes)
        page.locator("#content").focus()  # the choice of eyes has arrow keys of its own
        page.keyboard.press("ArrowRight")
        shows_what_the_law_says(page, game, middle + 1, eyes)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        shows_what_the_law_says(page, game, middle - 1, eyes)
        page.keyboard.press("Home")
        is_at(page, 0)
        page.keyboard.press("End")
        shows_what_the_law_says(page, game, last, eyes)


def test_a_game_plays_by_itself_and_is_told_to_those_who_listen(people: People) -> None:
    page = at_replay(people())
    game = finished(BOARD_GAMES["modern-2013"], 1)
    opens_game(page, game)
    page.locator("#content").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-step=play]")).to_have_accessible_name("Pause")
    is_at(page, 1)
    expect(page.locator(".replay > [role=status]")).to_contain_text("Mister X moves to")
    expect(page.locator(".replay > [role=status]")).to_contain_text("He could be at")
    page.keyboard.press("Space")
    expect(page.locator("[data-step=play]")).to_have_accessible_name("Play")
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("ArrowRight")
    is_at(page, 2)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Round 1, move 2 of \d+$"))


def test_the_game_and_its_end_are_told_whole_on_a_phone(people: People) -> None:
    page = at_replay(people(locale="de", **PHONE))
    opens_game(page, finished(BOARD_GAMES["modern-2013"], 1))
    heading = page.locator("header h1")
    expect(heading).to_have_text(re.compile(r"^Modern 2013 · .+ gewonnen$"))
    assert heading.evaluate(
        "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    )


def test_a_card_game_is_seen_as_each_seat_saw_it_by_touch(people: People) -> None:
    page = at_replay(people(**PHONE))
    game = finished(CARD_GAME, 2)
    last = opens_game(page, game)
    page.locator("[data-step=next]").tap()
    is_at(page, 1)
    page.locator("[data-step=back]").tap()
    is_at(page, 0)
    line = page.locator("[data-timeline]").bounding_box()
    assert line is not None
    page.touchscreen.tap(line["x"] + line["width"] / 2, line["y"] + line["height"] / 2)
    expect(page.locator(".replay")).not_to_have_attribute("data-at", "0")
    at = int(page.locator(".replay").get_attribute("data-at") or 0)
    assert abs(at - last / 2) <= 1
    truth: dict[str, Any] = game.rules.position(every_step(game)[at])
    for eyes in ("truth", *game.rules.seats(game.state)):
        page.locator("label", has=page.locator(f"[data-eyes='{eyes}']")).tap()
        expect(page.locator(f"main[data-eyes-of='{eyes}']")).to_be_visible()
        is_at(page, at)
        for seat, hand in truth["hands"].items():
            cards = page.locator(f"[data-hand={seat}] [data-card-of]")
            seen = cards.evaluate_all("all => all.map(one => one.dataset.cardOf)")
            assert sorted(seen) == (sorted(map(str, hand)) if eyes in ("truth", seat) else [])


def test_a_damaged_file_names_the_line_in_the_readers_language(people: People) -> None:
    page = at_replay(people(locale="de-DE"))
    game = finished(BOARD_GAMES["classic-1983"], 2)
    lines = game.record().to_text().splitlines()
    at = next(number for number, line in enumerate(lines, 1) if line.startswith("D2:"))
    opens(page, "\n".join([*lines[: at - 1], "D2:T1", *lines[at:]]))
    alert = page.locator(ALERT)
    expect(alert).to_contain_text(f"Zeile {at}")
    expect(alert).to_contain_text("D2:T1")
    opens(page, "nothing of the kind")
    expect(alert).to_contain_text("Zeile 1")
    opens_game(page, game)
    expect(alert).to_have_count(0)
    opens(page, "\n".join(lines[:-1]))
    expect(alert).to_contain_text(f"Zeile {len(lines) - 1}")


def test_a_finished_table_is_handed_on_as_a_link_and_as_a_file(people: People) -> None:
    of = BOARD_GAMES["beginner"]
    game = finished(of, 1)
    ada, ben = people("Ada"), people()
    seats = {str(seat): {"who": "me"} for seat in game.rules.seats(game.state)}
    table = ada.opens(of.edition, of.players, seats, record=game.record().to_text())
    ada.goes_to(table)
    ada.page.locator("[data-end] [data-replay]").click()
    ada.page.wait_for_url(f"**/replay/{table}")
    ada.page.locator("[data-share]").click()
    link = ada.page.get_by_role("dialog").get_by_role("textbox").input_value()
    assert link.endswith(f"/replay/{table}")
    with ada.page.expect_download() as download:
        ada.page.locator("[data-save]").click()
    text = download.value.path().read_text()
    assert text == game.record().to_text()

    ben.page.goto(f"{ben.url}/replay/{table}")
    last = len(every_step(game)) - 1
    is_at(ben.page, 0)
    ben.page.keyboard.press("End")
    shows_what_the_law_says(ben.page, game, last, "truth")
    expect(ben.page.get_by_role("complementary")).to_contain_text("Ada")
    # What is dropped onto the page takes the place of the game.
    ben.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'dropped.txt'));
            for (const kind of ['dragover', 'drop'])
                document.body.dispatchEvent(
                    new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        finished(CARD_GAME, 2).record().to_text(),
    )
    ben.page.wait_for_url("**/replay")
    expect(ben.page.locator("[data-hand=P1]")).to_be_visible()


def test_a_table_that_is_not_over_cannot_be_looked_back_at(people: People) -> None:
    ada = people("Ada")
    seats = {"X": {"who": "me"}, "H1": {"who": "me"}, "H2": {"who": "me"}, "H3": {"who": "me"}}
    table = ada.opens("modern-2013", 4, seats)
    ada.page.goto(f"{ada.url}/replay/{table}")
    expect(ada.page.locator(ALERT)).to_contain_text("not over")
    ada.page.get_by_role("link", name="To the table").click()
    ada.page.wait_for_url(f"**/t/{table}")
    ada.page.goto(f"{ada.url}/replay/ZZZZZZZZ")
    expect(ada.page.locator(ALERT)).to_be_visible()


def test_a_file_shows_who_played_and_the_keys_are_listed(people: People) -> None:
    game = finished(BOARD_GAMES["modern-2013"], 1)
    page = at_replay(people())
    opens(page, game.record({"name X": "Ada", "name H1": "Benedetta"}).to_text())
    expect(page.get_by_text("Benedetta").first).to_be_visible()
    page.keyboard.press("?")
    keys = page.locator("[data-keys]")
    expect(keys).to_contain_text("To the beginning")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    is_at(page, 0)
    page.keyboard.press("ArrowRight")
    is_at(page, 1)


def test_the_sign_of_a_double_move_has_room_in_the_log(people: People) -> None:
    page = at_replay(people())
    game = BOARD_GAMES["modern-2013"].new_game(3)
    game.play(next(move for move in game.legal if "+" in move))
    opens_game(page, game)
    goes_to(page, 1)
    edges = "one => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom]"
    top, bottom = page.locator(".twice").evaluate(edges)
    assert top >= page.locator(".window.isDouble").evaluate(edges)[1]
    perforation = 5
    assert bottom <= page.locator(".film").evaluate(edges)[1] - perforation
