"""The sequential test: right about as often as it says, and no longer than it takes."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from misterx.arena import Decision, Sprt, Verdict


def run(sprt: Sprt, truth: float, rng: Random) -> Verdict:
    """The test over deals of two games each, of which this share is won."""
    scores: list[float] = []
    for _ in range(sprt.most_deals(2)):
        scores.append(((rng.random() < truth) + (rng.random() < truth)) / 2)
        # Asking at every fifth deal only costs a few deals, and saves the test much time.
        if len(scores) % 5 == 0 and sprt.judge(scores).decision is not Decision.OPEN:
            break
    return sprt.judge(scores)


@pytest.mark.parametrize(
    ("text", "games"), (("50:52", 3310), ("50:53", 1470), ("50:55", 530), ("34:38", 760))
)
def test_it_gives_up_after_four_times_the_games_it_expects(text: str, games: int) -> None:
    assert Sprt.from_text(text).most_deals(1) == pytest.approx(4 * games, rel=0.01)


@pytest.mark.parametrize("right", (Decision.LOW, Decision.HIGH))
@pytest.mark.parametrize("text", ("50:60", "5:15", "85:95"))
def test_it_is_wrong_in_one_of_twenty(text: str, right: Decision) -> None:
    sprt, rng = Sprt.from_text(text), Random(7)
    truth = sprt.low if right is Decision.LOW else sprt.high
    verdicts = [run(sprt, truth, rng) for _ in range(300)]
    wrong = sum(verdict.decision is not right for verdict in verdicts)
    assert wrong / 300 < 0.08
    # Four times what is expected is the most; most are done well before.
    assert sum(verdict.deals for verdict in verdicts) / 300 < sprt.most_deals(2) / 2


def test_deals_that_tell_nothing_make_no_difference() -> None:
    verdict = Sprt(0.5, 0.53).judge([0.5] * 20)
    assert verdict.decision is Decision.OPEN
    assert verdict.deals == 20


def test_a_few_deals_all_alike_decide_nothing() -> None:
    assert Sprt(0.5, 0.53).judge([1.0] * 5).decision is Decision.OPEN
    assert Sprt(0.5, 0.53).judge([]).ratio == pytest.approx(0, abs=0.01)


def test_the_ratio_worked_out_by_hand() -> None:
    verdict = Sprt(0.5, 0.6).judge([1.0, 1.0, 0.0])
    assert verdict.ratio == pytest.approx(2 * log(0.6 / 0.5) + log(0.4 / 0.5), abs=0.01)
    # Three kinds of scores, as many of each: a mean of ½ is theirs, and one of ⅔ is likeliest
    # with parts p, q = ⅔ - 2p and r = ⅓ + p, of which the product is largest where p² = 1/27.
    p = 27**-0.5
    q, r = 2 / 3 - 2 * p, 1 / 3 + p
    alike = Sprt(0.5, 2 / 3).judge([0.0, 0.5, 1.0])
    assert alike.ratio == pytest.approx(log(27 * p * q * r), abs=0.01)


@pytest.mark.parametrize("text", ("", "50", "53:50", "50:50", "0:50", "50:100", "a:b", "-1:50"))
def test_what_is_no_test_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no test; tests look like 50:53"):
        Sprt.from_text(text)


def test_a_test_has_a_text() -> None:
    assert str(Sprt.from_text("47.5:50")) == "47.5:50"
