"""Lessons: each can be finished by the moves that it wants, and by no others."""

from __future__ import annotations

import pytest

from misterx.core import IllegalMove, rules_for
from misterx.server.bodies import Lesson as LessonBody
from misterx.server.teaching import lesson_names, load_lesson, teach
from tests.server.evenings import Evening, awaited, code_of


@pytest.mark.parametrize("name", lesson_names())
@pytest.mark.parametrize("choice", (0, -1))
def test_a_lesson_is_finished_by_moves_that_it_wants(name: str, choice: int) -> None:
    lesson = load_lesson(name)
    moves: list[str] = []
    said: list[str] = []
    while True:
        taught = teach(lesson, moves)
        assert taught.number == len(said), "every step is told once"
        said += [told.say for told in taught.told]
        if not taught.moves:
            break
        moves.append(taught.moves[choice])
    assert said == [step.say for step in lesson.steps]
    assert len(set(said)) == len(said), "every step has a text of its own"
    assert len(moves) >= 4
    with pytest.raises(IllegalMove, match="over"):
        teach(lesson, [*moves, moves[-1]])


@pytest.mark.parametrize("name", lesson_names())
def test_the_pupil_sees_with_his_own_eyes_only(name: str) -> None:
    lesson = load_lesson(name)
    eyes = rules_for(lesson.edition).viewpoint(lesson.seat)
    for told in teach(lesson, []).told:
        if eyes == "hunters":
            assert told.view["x"] is None
            assert "X:T134" not in str(told.events)
        elif eyes == "P1":
            hands = told.view["hands"]
            assert isinstance(hands, dict)
            assert [seat for seat, hand in hands.items() if isinstance(hand, list)] == ["P1"]


@pytest.mark.parametrize("name", lesson_names())
def test_another_legal_move_is_not_what_the_lesson_wants(name: str) -> None:
    lesson = load_lesson(name)
    wanted = teach(lesson, []).moves
    with pytest.raises(IllegalMove, match="wants another move"):
        teach(lesson, ["D1:T105" if wanted != ["D1:T105"] else "D1:T106"])


def test_the_detectives_lesson_ends_with_a_catch_and_the_cards_with_a_find() -> None:
    for name, moves, reason in (
        ("hunters", ["D1:T107", "D1:B105", "D1:B108", "D1:B135"], "caught"),
        ("cards", ["P1:35>L", "P1:61>M", "P1:?P3", "P1:88>R", "P1:?P3"], "found"),
    ):
        (last,) = teach(load_lesson(name), moves).told
        over = next(event for event in last.events if event["kind"] == "over")
        assert (over["winner"], over["reason"]) == ("hunters", reason)


def test_there_is_no_other_lesson() -> None:
    with pytest.raises(KeyError):
        load_lesson("../secret")


@awaited
async def test_lessons_over_http(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        names = (await ada.get("/api/lessons"))["lessons"]
        assert names == list(lesson_names())
        for name in names:
            told = await ada.post(f"/api/lessons/{name}", {"moves": []})
            LessonBody.model_validate(told)
            assert told["number"] == 0
            more = await ada.post(f"/api/lessons/{name}", {"moves": told["moves"][:1]})
            assert more["number"] == len(told["told"])
            assert await code_of(ada.post(f"/api/lessons/{name}", {"moves": ["X:T1"]}))
        assert await code_of(ada.post("/api/lessons/magic", {"moves": []})) == "unknown_lesson"
