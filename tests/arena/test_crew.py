"""Work that is shared out to processes: every answer, every error, and an end whatever happens."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from contextlib import closing
from functools import partial

import pytest

from misterx.arena import ProcessLost
from misterx.arena.crew import shared_out
from tests.groups import press_ctrl_c, started


class OfTwoWords(Exception):
    """It cannot be made anew from what it says, so it cannot come from another process."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


class Unsendable:
    def __reduce__(self) -> str:
        raise TypeError("it stays here")


def unread() -> object:
    raise OfTwoWords("no", "way")


class Unreadable:
    def __reduce__(self) -> tuple[object, ...]:
        return unread, ()


def double(number: int) -> int:
    return 2 * number


def fail_at_three(error: type[Exception], number: int) -> int:
    if number == 3:
        raise error("no", "way")
    return number


def unsendable(number: int) -> object:
    return Unsendable()


def refuse() -> None:
    raise ValueError("there is no such board")


def die_at_two(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("workers", (1, 3))
@pytest.mark.parametrize("tasks", (0, 1, 2, 20))
def test_every_task_is_done_once(workers: int, tasks: int) -> None:
    found = list(shared_out(double, ((number,) for number in range(tasks)), workers))
    assert sorted(found) == [((number,), 2 * number) for number in range(tasks)]
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(
    ("error", "raised", "words"),
    (
        (ValueError, ValueError, r"\('no', 'way'\)"),
        (OSError, OSError, "way"),
        (OfTwoWords, RuntimeError, "OfTwoWords: no way"),
    ),
)
def test_what_a_task_raises_is_raised_here(
    error: type[Exception], raised: type[Exception], words: str
) -> None:
    with pytest.raises(raised, match=words) as told:
        list(shared_out(partial(fail_at_three, error), ((n,) for n in range(9)), 2))
    assert "in fail_at_three" in told.value.__notes__[0]  # where it was
    assert not multiprocessing.active_children()


def test_an_answer_that_cannot_be_sent_is_an_error() -> None:
    with pytest.raises(TypeError, match="it stays here"):
        list(shared_out(unsendable, [(1,)], 1))


def test_a_task_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="OfTwoWords: no way"):
        list(shared_out(repr, [(Unreadable(),)], 1))


def test_what_cannot_be_prepared_is_told_as_it_is() -> None:
    with pytest.raises(ValueError, match="there is no such board"):
        list(shared_out(double, [(1,)], 2, refuse))


def test_a_process_that_dies_is_missed() -> None:
    answers = shared_out(die_at_two, ((number,) for number in range(50)), 1)
    assert [next(answers), next(answers)] == [((0,), 0), ((1,), 1)]
    with pytest.raises(ProcessLost, match="was killed"):
        next(answers)
    assert not multiprocessing.active_children()


def test_whoever_has_enough_ends_all_processes() -> None:
    tasks = ((number,) for number in range(1_000_000))
    with closing(shared_out(double, tasks, 2)) as answers:
        next(answers)
        assert len(multiprocessing.active_children()) == 2
    assert not multiprocessing.active_children()


STARTING = """
import time
from misterx.arena.crew import shared_out

if __name__ == "__main__":
    print("starting", flush=True)
    try:
        list(shared_out(time.sleep, ((60,) for _ in range(9)), 6))
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


@pytest.mark.parametrize("after", (0.1, 0.3, 0.6, 1.0))
def test_ctrl_c_while_processes_start_is_heard_by_one_alone(after: float) -> None:
    with started("-c", STARTING) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "starting\n"
        time.sleep(after)
        told, wrong = press_ctrl_c(program)
    assert (program.returncode, told, wrong) == (0, "stopped\n", "")
