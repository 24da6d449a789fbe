"""Bytes on the wire for each move and screen, with compression and without, and what it costs.

The frames are those of seeded random games, as a server sends them to each seat. Memory is what a
connection's compressor allocates, processor time that of compressing alone.

    python -m bench.wire_bytes      the same for other settings of zlib
"""

from __future__ import annotations

import sys
import tracemalloc
import zlib
from collections.abc import Iterator, Sequence
from time import process_time

from pydantic_core import to_json
from websockets.extensions import Extension
from websockets.frames import Frame, Opcode

from bench.figures import Figure, under
from bench.stored import play
from misterx.core import Seat
from misterx.server.compression import MoveCompression, MoveCompressionFactory
from misterx.server.table.folding import fold, opened
from misterx.server.table.plan import Plan, SeatPlan
from misterx.server.table.showing import frame

__all__ = ["move_frames", "wire_bytes"]

GAMES: dict[tuple[str, int], Sequence[str]] = {
    ("modern-2013", 2): ("X", "H1"),
    ("modern-2013", 6): ("X", "H1", "H2", "H3", "H4", "H5"),
    ("cards-2017", 4): ("P1", "P2", "P3", "P4"),
}
_COMPRESSORS = 100
_ALTERNATIVES = (
    *((15, 8, 6), (14, 5, 6), (13, 4, 6), (12, 5, 6), (12, 4, 6), (12, 3, 6), (12, 2, 6)),
    *((12, 3, 4), (12, 3, 1), (11, 3, 6), (10, 2, 6)),
)
"""Window bits, memLevel and level."""


def wire_bytes(repeats: int) -> Iterator[Figure]:
    """Measure the bytes for each move and screen of whole games."""
    for (edition, players), seats in GAMES.items():
        screens = move_frames(edition, players, seats)
        count = sum(map(len, screens))
        plain = sum(_sent(message, []) for screen in screens for message in screen) / count
        packed, seconds = 0, float("inf")
        for _ in range(repeats):
            began = process_time()
            packed = sum(
                _sent(message, extensions)
                for screen in screens
                for extensions in [[new_compression()]]
                for message in screen
            )
            seconds = min(seconds, process_time() - began)
        name = f"a move's frame, {edition}, {players} players"
        yield Figure(f"{name}, plain", plain, "bytes", note=f"({count:,} frames)")
        share = packed / count / plain
        note = f"({share:.1%} of it)"
        yield Figure(f"{name}, compressed", packed / count, "bytes", under(round(plain / 5)), note)
        yield Figure(f"{name}, compressing it", seconds / count * 1e6, "µs")
    yield Figure("memory of a connection's compressor", _memory() / 1024, "kB", under(40))


def move_frames(edition: str, players: int, seats: Sequence[str]) -> list[list[bytes]]:
    """Return the frames of the moves of a whole game, for each seat."""
    plan = Plan(edition=edition, players=players, seats={s: SeatPlan(who="me") for s in seats})
    log = play(plan, most=None)
    table = opened("T", log[0])
    screens: list[list[bytes]] = [[] for _ in seats]
    for entry in log[1:]:
        now = fold(table, entry)
        if entry.kind == "move":
            for seat, screen in zip(seats, screens, strict=True):
                screen.append(to_json(frame(table, entry, now, Seat(seat))))
        table = now
    return screens


def new_compression() -> MoveCompression:
    """Return the compressor of a connection whose client offers what browsers offer."""
    offer = [("client_max_window_bits", None)]
    _, compression = MoveCompressionFactory().process_request_params(offer, [])
    return compression


def alternatives() -> Iterator[str]:
    """Compare settings of zlib: window bits, memLevel, level, and a window for each message."""
    games = [move_frames(*game, seats) for game, seats in GAMES.items()]
    for bits, memory, level in _ALTERNATIVES:
        for is_kept in (True, False):
            line = f"window {bits}, memory {memory}, level {level}, {'kept' if is_kept else 'new'}:"
            for screens in games:
                began = process_time()
                packed = 0
                for screen in screens:
                    encoder = zlib.compressobj(level, wbits=-bits, memLevel=memory)
                    for message in screen:
                        if not is_kept:
                            encoder = zlib.compressobj(level, wbits=-bits, memLevel=memory)
                        packed += len(encoder.compress(message))
                        packed += len(encoder.flush(zlib.Z_SYNC_FLUSH)) - 4
                count = sum(map(len, screens))
                seconds = process_time() - began
                line += f" {packed / count:4.0f} bytes {seconds / count * 1e6:3.0f} µs;"
            yield f"{line} {_memory_of(bits, memory, level) / 1024:.0f} kB"


def _memory_of(bits: int, memory: int, level: int) -> float:
    tracemalloc.start()
    try:
        made = [zlib.compressobj(level, wbits=-bits, memLevel=memory) for _ in range(_COMPRESSORS)]
        return tracemalloc.get_traced_memory()[0] / len(made)
    finally:
        tracemalloc.stop()


def _sent(message: bytes, extensions: Sequence[Extension]) -> int:
    return len(Frame(Opcode.TEXT, message).serialize(mask=False, extensions=extensions))


def _memory() -> float:
    """Return how many bytes a used compressor has allocated."""
    message = b'{"type":"frame","at":1,"ms":1,"kind":"move","x":"' + b"x" * 2_000 + b'"}'
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        used = [new_compression() for _ in range(_COMPRESSORS)]
        for each in used:
            _sent(message, [each])
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / len(used)


if __name__ == "__main__":
    for line in alternatives():
        sys.stdout.write(f"{line}\n")
