"""The sequential test: right about as often as it says, and no longer than it takes."""

from __future__ import annotations

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


@pytest.mark.parametrize(("truth", "right"), ((0.5, Decision.LOW), (0.6, Decision.HIGH)))
def test_it_is_wrong_in_one_of_twenty(truth: float, right: Decision) -> None:
    sprt, rng = Sprt(0.5, 0.6), Random(7)
    verdicts = [run(sprt, truth, rng) for _ in range(300)]
    wrong = sum(verdict.decision is not right for verdict in verdicts)
    assert wrong / 300 < 0.08
    # Four times what is expected is the most; most are done long before.
    assert sum(verdict.deals for verdict in verdicts) / 300 < sprt.most_deals(2) / 3


def test_deals_that_tell_nothing_make_no_difference() -> None:
    verdict = Sprt(0.5, 0.53).judge([0.5] * 20)
    assert verdict.decision is Decision.OPEN
    assert verdict.deals == 20


def test_a_few_deals_all_alike_decide_nothing() -> None:
    assert Sprt(0.5, 0.53).judge([1.0] * 5).decision is Decision.OPEN
    assert Sprt(0.5, 0.53).judge([]).ratio == 0


def test_the_ratio_worked_out_by_hand() -> None:
    # Scores 1, 1, 0 and the three besides, 0, ½ and 1: mean 7/12, variance 29/120.
    verdict = Sprt(0.5, 0.6).judge([1.0, 1.0, 0.0])
    assert verdict.ratio == pytest.approx(0.1 * (2 - 0.55 * 3) / (29 / 120))


@pytest.mark.parametrize("text", ("", "50", "53:50", "50:50", "0:50", "50:100", "a:b", "-1:50"))
def test_what_is_no_test_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no test; tests look like 50:53"):
        Sprt.from_text(text)


def test_a_test_has_a_text() -> None:
    assert str(Sprt.from_text("47.5:50")) == "47.5:50"
