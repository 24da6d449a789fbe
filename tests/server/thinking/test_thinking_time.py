"""How long is thought about a question, and when it is answered: only numbers count."""

from __future__ import annotations

import pytest

from misterx.server.fair_queue import Payer, Priority
from misterx.server.thinking_time import OpenQuestions, answer_seconds, search_seconds

PLAY, ADVICE, _, UNWATCHED = Priority


def payers(number: int, address: str | None = None) -> list[Payer]:
    return [Payer(address or f"address {n}", f"guest {n}") for n in range(number)]


def shares(asked: list[Payer], priority: Priority = PLAY) -> list[float]:
    questions = OpenQuestions()
    for payer in asked:
        questions.add(priority, payer)
    return [questions.share(priority, payer) for payer in asked]


@pytest.mark.parametrize(
    "asked", (payers(100), payers(100, "home"), payers(1) * 100), ids=("far", "home", "one")
)
@pytest.mark.parametrize("workers", (1, 2, 8))
def test_a_hundred_questions_are_searched_within_their_time(
    asked: list[Payer], workers: int
) -> None:
    found = shares(asked)
    assert sum(found) == pytest.approx(1)
    assert sum(search_seconds(1.0, workers, share) for share in found) <= workers


def test_a_question_with_a_worker_of_its_own_has_nearly_all_its_time() -> None:
    assert search_seconds(1.0, 1, 1) == 0.9
    assert search_seconds(1.0, 4, 1 / 4) == 0.9
    assert search_seconds(1.0, 4, 1 / 5) < 0.9


def test_who_asks_for_much_takes_nothing_from_others() -> None:
    many, one = payers(1) * 200, Payer("another", "guest")
    assert shares([*many, one])[-1] == 1 / 2
    assert shares([*many, one])[0] == 1 / 400
    assert answer_seconds(1.0, 1, 1 / 2, 0.005) == 1.0
    assert answer_seconds(1.0, 1, 1 / 400, 0.005) > 4


def test_what_nobody_watches_takes_nothing_from_what_somebody_watches() -> None:
    questions, payer = OpenQuestions(), Payer("home", "guest")
    for _ in range(99):
        questions.add(UNWATCHED, payer)
    questions.add(PLAY, payer)
    assert questions.share(PLAY, payer) == 1
    assert questions.share(UNWATCHED, payer) == 1 / 100
    questions.add(ADVICE, payer)
    assert questions.share(PLAY, payer) == 1 / 2
    questions.remove(ADVICE, payer)
    assert questions.share(PLAY, payer) == 1


@pytest.mark.parametrize("seconds", (0.25, 1.0, 10.0))
def test_the_answer_time_grows_only_when_searching_less_does_not_do(seconds: float) -> None:
    times = [answer_seconds(seconds, 2, 1 / number, 0.002 * seconds) for number in range(1, 2_000)]
    assert times[:100] == [seconds] * 100
    assert times == sorted(times)
    assert times[-1] > 2 * seconds
    assert all(2 * time / seconds == int(2 * time / seconds) for time in times)


def test_the_answer_time_is_bounded() -> None:
    assert answer_seconds(1.0, 1, 1e-9, 0.01) == 60
