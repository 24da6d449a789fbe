"""The lessons, from the list to their ends, by clicks and by touch."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from misterx.server.teaching import lesson_names, load_lesson
from tests.web.browsing import PHONE, Person

LANGUAGES = ("en", "de", "fr", "it", "nl")


def finish(pupil: Person, lesson: str) -> list[str]:
    """Do what the lesson wants until it is over; what was said."""
    said: list[str] = []
    dice = Random(1)
    while True:
        pupil.sees("[data-say]")
        now = pupil.page.get_attribute("[data-lesson]", "data-say") or ""
        said.append(now)
        assert pupil.page.locator(".coach .words").inner_text() not in {"", f"learn.{lesson}.{now}"}
        if pupil.has("[data-over]"):
            return said
        if pupil.has("[data-action=next]"):
            pupil.click("[data-action=next]")
        elif now == "double":
            make_double_move(pupil, 136, 162)
        else:
            pupil.is_asked()
            assert pupil.moves_once(dice)
        pupil.page.wait_for_function(
            "was => document.querySelector('[data-lesson]').dataset.say !== was", arg=now
        )


def make_double_move(pupil: Person, first: int, second: int) -> None:
    pupil.click("[role=switch]:visible")
    for station in (first, second):
        pupil.click(f'[data-move="{station}"]:enabled')
        pupil.click("[data-action=confirm]:enabled")


@pytest.mark.parametrize("lesson", lesson_names())
def test_a_lesson_is_finished_by_clicks(people: Callable[..., Person], lesson: str) -> None:
    pupil = people()
    pupil.page.goto(f"{pupil.url}/learn")
    pupil.click(f"[data-begin={lesson}]")
    assert finish(pupil, lesson) == [step.say for step in load_lesson(lesson).steps]
    pupil.page.goto(f"{pupil.url}/learn")
    pupil.sees("li .done")
    pupil.is_well()


def test_a_lesson_that_tells_something_waits_for_nobody(people: Callable[..., Person]) -> None:
    pupil = people()
    pupil.page.goto(f"{pupil.url}/learn/hunters")
    pupil.sees(".action")
    assert not pupil.has(".action h2"), pupil.page.locator(".action h2").inner_text()
    pupil.click("[data-action=next]")


def test_a_lesson_goes_on_where_it_was_left(people: Callable[..., Person]) -> None:
    pupil = people(**PHONE)
    pupil.page.goto(f"{pupil.url}/learn/hunters")
    for _ in range(3):
        pupil.click("[data-action=next]")
    assert pupil.moves_once(Random(1))
    pupil.page.wait_for_function("document.querySelector('[data-lesson]').dataset.say === 'team'")
    pupil.page.reload()
    pupil.sees("[data-say=team]")
    assert finish(pupil, "hunters")[0] == "team"
    pupil.is_well()


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", lesson_names())
def test_every_lesson_in_every_language(
    people: Callable[..., Person], lesson: str, language: str
) -> None:
    device: dict[str, Any] = {"locale": language}
    pupil = people(**device)
    pupil.page.goto(f"{pupil.url}/learn/{lesson}")
    finish(pupil, lesson)
    assert pupil.page.get_attribute("html", "lang") == language
    pupil.is_well()
