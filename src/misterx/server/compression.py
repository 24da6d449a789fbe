"""Compression of what a WebSocket sends: the frames of moves, and nothing else.

A frame repeats nearly all of the frame before, so a compressor that remembers the last few
kilobytes leaves a twentieth of it. Each connection has one of its own: a stream holds only what its
viewpoint may know. What people write (talk, notes, marks, names) is sent as it is: if it were
compressed together with a view, its length would depend on whether a guess matches a secret.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from typing import Final

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

__all__ = ["MoveCompression", "MoveCompressionFactory", "is_compressed"]

_MOVE: Final = re.compile(rb'\{"type":"frame","at":\d+,"ms":\d+,"kind":"move"[,}]')
_WINDOW_BITS: Final = 12
_SETTINGS: Final = {"memLevel": 3, "level": 6}
"""docs/decisions/0017 has the figures."""


def is_compressed(message: bytes) -> bool:
    """Return whether a message is compressed where the client agrees: the frame of a move."""
    return _MOVE.match(message) is not None


class MoveCompression(PerMessageDeflate):
    """Compress frames of moves; forget the compressor of a connection that is sent none."""

    _is_in_use = False
    _has_encoder = True

    def encode(self, frame: Frame) -> Frame:
        """Compress a frame, if it is one of a move."""
        if frame.opcode in CTRL_OPCODES or not is_compressed(bytes(frame.data[:100])):
            return frame
        self._is_in_use = True
        if not self._has_encoder and not self.local_no_context_takeover:
            # The other end needs no notice: a new compressor refers to nothing sent before.
            self.encoder = zlib.compressobj(
                wbits=-self.local_max_window_bits, **(self.compress_settings or {})
            )
        self._has_encoder = True
        return super().encode(frame)

    def rest(self) -> None:
        """Free the compressor's memory, if nothing was compressed since the last call."""
        if not self._is_in_use and self._has_encoder:
            self._has_encoder = False
            if not self.local_no_context_takeover:
                del self.encoder
        self._is_in_use = False


class MoveCompressionFactory(ServerPerMessageDeflateFactory):
    """Agree with a client on compression with little memory.

    Clients remember nothing from message to message, so that a connection that only listens costs
    no memory for what it may say. A message is never longer than allowed when it is unpacked:
    `PerMessageDeflate` stops there.
    """

    def __init__(self) -> None:
        super().__init__(
            server_max_window_bits=_WINDOW_BITS,
            client_no_context_takeover=True,
            client_max_window_bits=_WINDOW_BITS,
            compress_settings=dict(_SETTINGS),
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], MoveCompression]:
        """Return what is agreed upon, and a compressor for it."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, MoveCompression(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )
