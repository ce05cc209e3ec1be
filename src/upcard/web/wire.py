"""The WebSocket protocol as uvicorn speaks it: cheap for thousands that say little, deaf to those that flood.

A page sends whole messages and hardly anything else. Whoever sends frames that make no message, pings and
endless pieces, or more than anybody reads, costs this link's own time and not the other tables'. A few
messages may wait here: to stop reading after every one until it is heard costs more than to hear it. What a
page sends beyond that waits in its own buffers. And once it is let in, how it asked is forgotten, which is
most of what an open link would keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from upcard.web.limits import Bucket, Limit

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

AT_ONCE = 1024
"""Bytes that are taken apart in one go: at most 170 frames."""
MOST_WAITING = 4
"""Messages that wait to be heard before no more is read."""
FRAMES: Limit = (20.0, 100)
"""Frames that make no message: pings, pongs, pieces of what is not whole yet."""
GOODBYE = 1.0
"""Seconds in which the other side may still read why the link ends."""


class Wire(WebSocketsSansIOProtocol):
    """One link: bytes are taken apart piece by piece, and no further while many messages wait to be heard."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._rest = b""
        self._frames = Bucket(FRAMES)

    def data_received(self, data: bytes) -> None:
        """Take apart what came, as far as somebody listens."""
        self._rest += data
        self._go_on()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message; then what came with it is taken apart."""
        message = await super().receive()
        self._go_on()
        return message

    def _go_on(self) -> None:
        while self._rest and not self.read_paused:
            if self.transport.is_closing():
                self._rest = b""
                return
            piece, self._rest = self._rest[:AT_ONCE], self._rest[AT_ONCE:]
            super().data_received(piece)

    # --- frames that make no message ---------------------------------------------------------------

    def handle_ping(self) -> None:
        """Answer a ping, if they are not too many."""
        if self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take note that the other side is there."""
        if self._allowed():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message or its first piece."""
        if event.fin or self._allowed():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message or its first piece, though nobody will understand it."""
        if event.fin or self._allowed():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further piece of a message."""
        if event.fin or self._allowed():
            super().handle_cont(event)

    def _allowed(self) -> bool:
        if self.close_sent:
            return False
        if self._frames.take():
            return True
        self._end(CloseCode.POLICY_VIOLATION, "too many frames that say nothing")
        return False

    # --- the handshake -----------------------------------------------------------------------------

    async def send(self, message: ASGISendEvent) -> None:
        """Say something to the page, let it in, or refuse it, which answers its handshake too."""
        ended = self.close_sent and message["type"] == "websocket.send"
        if ended or (not self.handshake_complete and self.transport.is_closing()):
            raise ClientDisconnected  # the link ended of itself; who speaks has not heard of it yet
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()
            self.response.headers.clear()
        elif message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    # --- messages ----------------------------------------------------------------------------------

    def send_receive_event_to_app(self) -> None:
        """Let a message wait to be heard, and stop reading if many do.

        What is no text ends the link, and nothing of it is logged.
        """
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self._end(CloseCode.INVALID_DATA, "")
                return
        stopped, self.read_paused = self.read_paused, True  # what is inherited stops at once otherwise
        super().send_receive_event_to_app()
        self.read_paused = stopped
        if not stopped and self.queue.qsize() > MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    # --- ends --------------------------------------------------------------------------------------

    def keepalive_timeout(self) -> None:
        """End a link whose other side does not answer, also if it has not read what was sent before."""
        super().keepalive_timeout()
        self.loop.call_later(GOODBYE, self.transport.abort)

    def _end(self, code: CloseCode, reason: str) -> None:
        """Say why, and go, whether or not it is read."""
        if self.close_sent:
            return
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": int(code), "reason": reason})
        self.transport.close()
        self.loop.call_later(GOODBYE, self.transport.abort)
