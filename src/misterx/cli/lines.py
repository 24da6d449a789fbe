"""Answering programs line by line: one JSON object each way, whatever comes in."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from typing import BinaryIO, TypeAlias

from misterx.core.errors import Malformed
from misterx.core.fields import show, unencodable

__all__ = ["Answer", "answer_lines", "parse_line"]

MOST_NESTED = 64
"""How deep a request may be nested; the deepest that means anything has six levels."""

Answer: TypeAlias = dict[str, object]


def answer_lines(
    answer: Callable[[bytes], Answer | None], requests: BinaryIO, answers: BinaryIO
) -> None:
    """Answer every line that is not empty with one line, until they end or the answer is None."""
    for line in requests:
        if not line.strip():
            continue
        given = answer(line)
        if given is None:
            return
        answers.write(json.dumps(given, allow_nan=False).encode() + b"\n")
        answers.flush()


def parse_line(line: bytes | str) -> object:
    """The JSON on a line; numbers that JSON does not have are none. Raises `Malformed`."""
    too_deep = f"nested more than {MOST_NESTED} deep"
    try:
        text = line.decode("utf-8-sig") if isinstance(line, bytes) else line
        request = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise Malformed("not a line of JSON: its letters are not in UTF-8") from error
    except ValueError as error:
        raise Malformed(f"not a line of JSON: {error}") from error
    except RecursionError as error:
        raise Malformed(too_deep) from error
    level: list[object] = [request]
    for _ in range(MOST_NESTED):
        level = [item for value in level for item in _inside(value)]
        if not level:
            break
    else:
        raise Malformed(too_deep)
    if (found := unencodable(request)) is not None:
        raise Malformed(f"{show(found)} has a lone surrogate, which is not a character")
    return request


def _finite(number: str) -> float:
    if not math.isfinite(found := float(number)):
        raise ValueError(f"{number} is no number of JSON's")
    return found


def _inside(value: object) -> Iterable[object]:
    """What a JSON list or object holds; nothing for anything else."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
