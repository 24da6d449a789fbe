"""Everything that is no message: bytes, half JSON, wrong types, depth, length, strange letters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

__all__ = ["NO_MESSAGES", "malformed_frames"]

MOVE = {"do": "move", "id": "abcdefgh", "move": "X:T46", "at": 3}
STRANGE: tuple[object, ...] = (None, [], {}, 1.5, "\ud800")

NO_MESSAGES: tuple[str | bytes, ...] = (
    *(
        "",
        " ",
        "\x00",
        "null",
        "true",
        "0",
        "-",
        "1e999",
        '"',
        '"do"',
        "[]",
        "{}",
        "{",
        "}",
        "[{}]",
    ),
    *("[" * 8_000, "{" * 8_000, '{"do":' * 2_000, "[[]," * 3_000, '{"a":{"b":[' * 1_000),
    *(b"", b"\x00", b"\xff\xfe", b"\xf0\x9f", bytes(range(256)), b"\x80" * 16_000),
    '{"do":"ping","do":',
    '{"do":"ping"}{"do":"ping"}',
    '{"do":"ping",}',
    "{'do':'ping'}",
    '{"do":"PING"}',
    '{"do":["ping"]}',
    '{"do":{"ping":1}}',
    '{"do":null}',
    '{"DO":"ping"}',
    '{"do":"ping","more":1}',
    '{"do":"ping","__proto__":{}}',
    '\ufeff{"do":"ping"}',
    '{"do":"watch"}',
    '{"do":"watch","wire":2}',
    '{"do":"watch","wire":"1","table":"\u0000"}',
    '{"do":"watch","wire":2,"table":"AB"}',
    '{"do":"watch","wire":2,"table":"../etc"}',
    '{"do":"watch","wire":2,"table":"ABCD2345\\n"}',
    '{"do":"watch","wire":2,"table":"ABCD2345","seat":"x"}',
    '{"do":"watch","wire":2,"table":"ABCD2345","since":-1}',
    '{"do":"watch","wire":2,"table":"ABCD2345","since":1e400}',
    '{"do":"watch","wire":2,"table":"ABCD2345","since":NaN}',
    '{"do":"watch","wire":NaN,"table":"ABCD2345"}',
    '{"do":"watch","wire":Infinity,"table":"ABCD2345"}',
    '{"do":"watch","wire":2,"table":"ABCD2345","since":' + "9" * 10_000 + "}",
    '{"do":"chat","id":"abcdefgh","text":"\\ud800"}',
    '{"do":"chat","id":"abcdefgh","text":"\\udc00\\ud800"}',
    '{"do":"chat","id":"abcdefgh","text":"\\u0000"}',
    '{"do":"chat","id":"abcdefgh","text":"\u202e turned around"}',
    '{"do":"chat","id":"abcdefgh","text":"   "}',
    '{"do":"chat","id":"abcdefgh","text":"' + "x" * 501 + '"}',
    '{"do":"chat","id":"abcdefgh","text":"ok","team":"maybe"}',
    '{"do":"chat","id":"short","text":"ok"}',
    '{"do":"chat","id":"' + "x" * 65 + '","text":"ok"}',
    '{"do":"chat","id":"abcdefgh\\n","text":"ok"}',
    '{"do":"note","id":"abcdefgh","about":"<b>","text":"ok"}',
    '{"do":"note","id":"abcdefgh","about":"46","text":"' + "x" * 201 + '"}',
    '{"do":"mark","id":"abcdefgh","stations":[],"sign":"maybe"}',
    '{"do":"mark","id":"abcdefgh","stations":[1.5],"sign":"maybe"}',
    '{"do":"mark","id":"abcdefgh","stations":[-1],"sign":"maybe"}',
    '{"do":"mark","id":"abcdefgh","stations":[46],"sign":"here"}',
    '{"do":"mark","id":"abcdefgh","stations":[46]}',
    '{"do":"mark","id":"abcdefgh","stations":[' + "1," * 500 + '1],"sign":null}',
    '{"do":"ask","id":"abcdefgh","what":"everything"}',
    '{"do":"answer","id":"abcdefgh","yes":2}',
    '{"do":"hand","id":"abcdefgh","seat":"X","player":"../../bin/sh"}',
    '{"do":"hand","id":"abcdefgh","seat":["X"]}',
    '{"do":"look","piece":"' + "D" * 300 + '"}',
    '{"do":"look"}',
    *(json.dumps({**MOVE, key: value}) for key in MOVE for value in STRANGE),
    *(json.dumps({k: v for k, v in MOVE.items() if k != key}) for key in MOVE),
    json.dumps({**MOVE, "move": "X" * 201}),
    json.dumps({**MOVE, "at": 2**31 + 1}),
    json.dumps({**MOVE, "at": "three"}),
    json.dumps({**MOVE, "x" * 10_000: 1}),
    json.dumps({**MOVE, **{f"k{n}": n for n in range(1_000)}}),
)
"""Texts and bytes that no client of ours would send."""


def malformed_frames(dice: Random) -> Iterator[str | bytes]:
    """No messages for ever: those of the list, and broken pieces of them."""
    while True:
        frame = dice.choice(NO_MESSAGES)
        if dice.random() < 0.5 and len(frame) > 2:
            frame = frame[: dice.randrange(1, len(frame))]
        if frame not in {'{"do":"ping"}', b'{"do":"ping"}'}:
            yield frame
