"""Ten thousand lines that are malformed or out of turn: the protocol goes on, nothing changes."""

import json
import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

from misterx.cli.referee import Referee

LINES = 10_000
CODES = {
    "malformed",
    "unknown_edition",
    "bad_setup",
    "game_over",
    "not_allowed",
    "not_your_turn",
    "already_moved",
    "no_double",
    "log_full",
    "no_connection",
    "no_ticket",
    "occupied",
}
OPENINGS: list[dict[str, object]] = [
    {"do": "new", "seed": seed, **game}
    for seed, game in enumerate(
        (
            {"edition": "modern-2013", "players": 4},
            {"edition": "classic-1983", "players": 3, "options": {"voluntary_reveal": True}},
            {"edition": "beginner", "players": 5},
            {"rules": {"base": "research-2011", "log": 9, "rounds": 6}, "players": 6},
        )
    )
]


class Vandal:
    """Makes lines that look like requests and mostly are none."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.once_legal: list[str] = []
        """Moves that could be played at some time: most cannot now."""

    def line(self, position: dict[str, Any], record: str) -> bytes:
        kinds = [
            self.noise,
            self.torn,
            self.odd_request,
            self.odd_move,
            self.odd_set,
            self.odd_load,
        ]
        return self.rng.choice(kinds)(position, record)

    def noise(self, position: dict[str, Any], record: str) -> bytes:
        line = self.rng.randbytes(self.rng.randrange(1, 60)).replace(b"\n", b"\r").strip()
        return line or b"?"

    def torn(self, position: dict[str, Any], record: str) -> bytes:
        whole = json.dumps({"do": "set", "position": position}).encode()
        return whole[: self.rng.randrange(1, len(whole))]

    def odd_request(self, position: dict[str, Any], record: str) -> bytes:
        request = dict(self.rng.choice(OPENINGS)) | {"as": "X", "depth": -1, "move": "X:"}
        request["do"] = self.rng.choice(["new", "set", "play", "view", "perft", "load", "", None])
        for _ in range(self.rng.randrange(1, 4)):
            request[self.rng.choice(list(request))] = self.junk()
        return json.dumps(request).encode()

    def odd_move(self, position: dict[str, Any], record: str) -> bytes:
        rng = self.rng
        piece = rng.choice(["X", "D1", "D2", "D5", "B1", "B2", "D9", "Q"])
        leg = rng.choice(["T", "B", "U", "K", ""]) + str(rng.choice([0, 1, 13, 67, 115, 199, 300]))
        text = rng.choice(
            [f"{piece}:{leg}", f"{piece}:{leg}+{leg}", f"{piece}@{leg}", "X:show", "X:hide",
             f"X:take {piece}=T", f" {piece}:{leg}", f"{piece}:{leg}+", leg]
        )  # fmt: skip
        if self.once_legal and rng.random() < 0.6:
            text = rng.choice(self.once_legal)
        request: dict[str, object] = {"do": "play", "move": text}
        if rng.random() < 0.5:
            request["as"] = rng.choice(["X", "H1", "H2", "H9", "hunters", ""])
        return json.dumps(request).encode()

    def odd_set(self, position: dict[str, Any], record: str) -> bytes:
        broken = json.loads(json.dumps(position))
        for _ in range(self.rng.randrange(1, 3)):
            inside = broken
            while isinstance(inside, dict) and inside:
                key = self.rng.choice(list(inside))
                if isinstance(inside[key], dict) and self.rng.random() < 0.7:
                    inside = inside[key]
                    continue
                if self.rng.random() < 0.3:
                    del inside[key]
                else:
                    inside[key] = self.junk()
                break
        return json.dumps({"do": "set", "position": broken}).encode()

    def odd_load(self, position: dict[str, Any], record: str) -> bytes:
        lines = record.splitlines()
        at = self.rng.randrange(len(lines))
        lines[at : at + self.rng.randrange(2)] = self.rng.choice([[], ["X:T1"], [": :"], ["D1@@"]])
        return json.dumps({"do": "load", "record": "\n".join(lines)}).encode()

    def junk(self) -> object:
        return self.rng.choice(
            [
                None,
                True,
                -1,
                0,
                10**30,
                1.5,
                "",
                "X",
                "é\ud800",
                [],
                [[]],
                {},
                {"": None},
                "T" * 999,
            ]
        )


@pytest.mark.timeout(300)
def test_the_referee_survives_nonsense_and_changes_nothing_on_a_refusal() -> None:
    rng, vandal, referee = Random(5), Vandal(6), Referee()
    codes: Counter[object] = Counter()
    lines: list[bytes] = []
    while codes.total() < LINES:
        opening = json.dumps(rng.choice(OPENINGS)).encode()
        lines.append(opening)
        assert referee.answer(opening) == {"ok": True}
        vandal.once_legal.clear()
        for _ in range(rng.randrange(60)):
            moves: Any = referee.answer('{"do": "legal"}')["moves"]
            if moves:
                vandal.once_legal += moves[::3]
                lines.append(json.dumps({"do": "play", "move": rng.choice(moves)}).encode())
                assert referee.answer(lines[-1])["ok"] is True
        position: Any = referee.answer('{"do": "get"}')["position"]
        record: Any = referee.answer('{"do": "record"}')["record"]
        for _ in range(200):
            lines.append(vandal.line(position, record))
            answer = referee.answer(lines[-1])
            if answer["ok"]:  # a broken request may happen to be a whole one
                position = referee.answer('{"do": "get"}')["position"]
                record = referee.answer('{"do": "record"}')["record"]
                continue
            codes[answer["code"]] += 1
            assert isinstance(answer["error"], str)
            assert referee.answer('{"do": "get"}')["position"] == position
            assert referee.answer('{"do": "record"}')["record"] == record
    assert set(codes) <= CODES
    assert len(codes) > len(CODES) / 2, "the nonsense should be of many kinds"
    command = [sys.executable, "-m", "misterx", "referee"]
    done = subprocess.run(
        command, input=b"\n".join(lines), capture_output=True, check=True, timeout=200
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == sum(1 for line in b"\n".join(lines).split(b"\n") if line.strip())
    assert sum(not answer["ok"] for answer in answers) >= LINES
    assert done.stderr == b""
