"""Sockets that are cheap to have and to hear: thousands are open, and most say nothing for long.

They read on while few messages wait: to stop after every message until it is taken costs more than to take
it. What one page may have waiting here stays small; what it sends beyond that waits in its own buffers. And
once a page is let in they forget how it asked, which is most of what they would keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

MOST_WAITING = 4


class ReadingOn(WebSocketsSansIOProtocol):
    """A socket of the server."""

    async def send(self, message: ASGISendEvent) -> None:
        """Say something to the page; with the first thing it is let in."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()
            self.response.headers.clear()

    def send_receive_event_to_app(self) -> None:
        """Let a message wait for whoever takes it, and stop reading if many do."""
        stopped, self.read_paused = self.read_paused, True  # what is inherited stops at once otherwise
        super().send_receive_event_to_app()
        self.read_paused = stopped
        if not stopped and self.queue.qsize() > MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()
