"""WebSockets: what a client may send, however it is cut into frames, and what may wait for it.

uvicorn speaks WebSocket; `LimitedWebSocket` is its protocol with limits of its own. Frames and
bytes are counted as they arrive, those of control frames and of unfinished messages included, for
each connection and for each address. What arrives is parsed in small pieces, and no further than
the application has read, so that nobody makes the event loop parse for long.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame
from websockets.protocol import State
from websockets.server import ServerProtocol

from misterx.server.compression import MoveCompression, MoveCompressionFactory
from misterx.server.connections import CLIENT_FAULTS, Connections, Unread
from misterx.server.limits import Bucket, Buckets, Rate, address_key
from misterx.server.settings import Settings

__all__ = ["LimitedWebSocket", "Traffic", "limited_websocket", "ping_seconds"]

_PIECE: Final = 256
"""Bytes that are parsed before the limits are looked at again: at most some forty frames."""
_MESSAGE_SECONDS: Final = 10.0
"""How long a message may take from its first byte to its last."""
_MOST_FRAGMENTS: Final = 64
_GOODBYE_SECONDS: Final = 1.0
"""How long a client that is closed may take to read why."""

_PINGS: Final = 400
"""Pings a second of all connections together: connections that are only open cost little."""
_LONGEST_PING_SECONDS: Final = 60.0
"""Proxies close connections on which nothing happens for longer."""

_FRAMES: Final = 4
"""Frames for each message that is allowed: fragments, pings and pongs."""
_BURST_SECONDS: Final = 30
"""How many seconds' worth of frames may come at once."""
_BYTES: Final = 0.1
"""Bytes that are allowed for each message, of the longest one's."""
_LONG_MESSAGES: Final = 16
"""How many messages of the greatest length may come at once."""
_ADDRESS: Final = 16
"""So many times as much an address may send for long as one connection, ..."""
_ADDRESS_BURST: Final = 4
"""... and so many times as much at once."""


def ping_seconds(normal: float, connections: int) -> float:
    """Return how many seconds lie between two pings of a connection, where so many are open.

    >>> [ping_seconds(20, connections) for connections in (1, 12_000, 100_000)]
    [20, 30.0, 60.0]
    """
    return max(normal, min(_LONGEST_PING_SECONDS, connections / _PINGS))


class Traffic:
    """What all WebSockets of a server may send: frames and bytes, by connection and by address."""

    def __init__(self, connections: Connections) -> None:
        self._clock = connections.clock
        settings = connections.settings
        self._frame_rate, self._byte_rate = _frames(settings), _bytes(settings)
        is_open = settings.sockets_per_address == 0
        self.frames = Buckets(_of_address(self._frame_rate, is_open=is_open), self._clock)
        self.bytes = Buckets(_of_address(self._byte_rate, is_open=is_open), self._clock)

    def new_buckets(self) -> tuple[Bucket, Bucket]:
        """Return the buckets of a connection, for frames and for bytes."""
        return Bucket(self._frame_rate, self._clock), Bucket(self._byte_rate, self._clock)


def _frames(settings: Settings) -> Rate:
    rate = settings.messages_per_second * _FRAMES
    return Rate(rate, rate * _BURST_SECONDS)


def _bytes(settings: Settings) -> Rate:
    longest = settings.max_message_bytes
    return Rate(settings.messages_per_second * longest * _BYTES, longest * _LONG_MESSAGES)


def _of_address(rate: Rate, *, is_open: bool) -> Rate:
    if is_open:
        return Rate(0, 0)
    return Rate(rate.per_second * _ADDRESS, rate.burst * _ADDRESS_BURST)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with limits for what comes in and what waits to go out."""

    limits: ClassVar[Connections]
    traffic: ClassVar[Traffic]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = CLIENT_FAULTS
        self.conn = ServerProtocol(
            extensions=[MoveCompressionFactory()],
            max_size=config.ws_max_size,
            logger=CLIENT_FAULTS,
        )
        self._frames, self._bytes = self.traffic.new_buckets()
        self._received = bytearray()
        """What has come and is not parsed yet."""
        self._message_timer: asyncio.TimerHandle | None = None
        self._unread: Unread | None = None
        self._pong = b""
        """The last pong that waits until the client has read what was sent before."""
        self._heard_at = self.loop.time()

    @property
    def _address(self) -> str:
        """Where the client is: behind a trusted proxy as that says, once it has asked."""
        client = self.scope["client"]
        return address_key(client[0]) if client else "?"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection over from HTTP."""
        super().connection_made(transport)
        self._unread = Unread(self.transport, self._close_unread)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        assert self._unread is not None
        self._unread.end()
        self._stop_waiting()
        self._received.clear()
        self.limits.leave(self.transport)
        super().connection_lost(exc)

    # --- what comes in --------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Count what has come, and parse as much as may be parsed now."""
        self._heard_at = self.loop.time()
        if not self.handshake_initiated:
            self._take_request(data)
        elif self.transport.is_closing():
            return
        elif not self.handshake_complete:  # no client may speak before it is answered
            self._close("too_early")
        elif self._bytes.take(len(data)) > 0:
            self._close("too_many_bytes")
        elif self.traffic.bytes.take(self._address, len(data)) > 0:
            self._close("too_many_bytes_of_address")
        else:
            self._received += data
            self._parse()

    def _take_request(self, request: bytes) -> None:
        """Answer the request for a WebSocket, which HTTP has read to its end."""
        super().data_received(request)
        if not self.handshake_initiated or self.response.status_code != 101:
            self.limits.invalid_request(self.transport)
            self.transport.close()

    async def receive(self) -> Any:  # noqa: ANN401 - one of uvicorn's messages
        """Return the next message, and parse what waited for the application to ask."""
        message = await super().receive()
        if self._received:
            self._parse()
        return message

    def _parse(self) -> None:
        while self._received and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._received[:_PIECE])
            del self._received[:_PIECE]
            super().data_received(piece)
        if self.transport.is_closing() or self.close_sent:
            self._received.clear()
            self._stop_waiting()
        elif self._received:
            return
        elif not self.frames and not self.conn.reader.buffer:
            self._stop_waiting()
        elif self._message_timer is None:
            self._message_timer = self.loop.call_later(_MESSAGE_SECONDS, self._close_slow)

    def handle_events(self) -> None:
        """Count the frames that have been parsed."""
        count = len(self.conn.events)
        super().handle_events()
        if not self.handshake_complete or self.transport.is_closing() or not count:
            return
        if self._frames.take(count) > 0:
            self._close("too_many_frames")
        elif self.traffic.frames.take(self._address, count) > 0:
            self._close("too_many_frames_of_address")

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message."""
        super().handle_cont(event)
        if len(self.frames) > _MOST_FRAGMENTS:
            self._close("too_many_fragments")

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, if its text is text."""
        self._stop_waiting()
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._close("invalid_message", CloseCode.INVALID_DATA)
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Close a connection that does not follow the protocol."""
        self.limits.count("invalid_message", self.transport, self._address)
        super().handle_parser_exception()

    def _stop_waiting(self) -> None:
        if self._message_timer is not None:
            self._message_timer.cancel()
            self._message_timer = None

    def _close_slow(self) -> None:
        self._message_timer = None
        if not self.transport.is_closing():
            self._close("slow_message")

    # --- what goes out --------------------------------------------------------------------

    def handle_ping(self) -> None:
        """Answer a ping; while the client reads nothing, only the last one is kept."""
        pongs = self.conn.data_to_send()  # of all pings that were parsed together
        if self.writable.is_set():
            self.transport.write(b"".join(pongs))
        elif pongs:
            self._pong = pongs[-1]

    def send_keepalive_ping(self) -> None:
        """Ask whether a client that was quiet is still there, and tidy up."""
        for extension in self.conn.extensions:
            if isinstance(extension, MoveCompression):
                extension.rest()
        normal = self.config.ws_ping_interval
        assert normal is not None, "only called where there is an interval"
        interval = ping_seconds(normal, self.limits.open)
        wait = self._heard_at + interval - self.loop.time()
        if wait > 0:
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        if self._unread is not None:
            self._unread.begin()

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.end()
        if self._pong and not self.close_sent:
            self.transport.write(self._pong)
        self._pong = b""

    def _close_unread(self) -> None:
        self.limits.count("unread", self.transport, self._address)
        self.transport.abort()

    # --- the end --------------------------------------------------------------------------

    def _close(self, reason: str, code: CloseCode = CloseCode.POLICY_VIOLATION) -> None:
        """Close a connection that has gone beyond a limit, and hear nothing more of it."""
        if self.transport.is_closing():
            return
        self.limits.count(reason, self.transport, self._address)
        self._stop_waiting()
        self._received.clear()
        self.frames = []
        can_read_why = (
            self.handshake_complete
            and not self.close_sent
            and self.writable.is_set()
            and self.conn.state is State.OPEN
        )
        if not can_read_why:
            self.transport.abort()
            return
        self.conn.fail(code, reason.replace("_", " "))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.close_sent = True
        # The rest of what it sends stays unread, or the reset that answers it would overtake this.
        self.read_paused = False
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(_GOODBYE_SECONDS, self.transport.abort)


def limited_websocket(connections: Connections) -> type[LimitedWebSocket]:
    """Return the protocol class of a server with these connections."""

    class WebSocket(LimitedWebSocket):
        limits = connections
        traffic = Traffic(connections)

    return WebSocket
