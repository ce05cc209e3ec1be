"""Sockets that read on while few messages wait.

Otherwise reading stops after every message until it is taken, which costs more than to take it. What one
page may have waiting here stays small; what it sends beyond that waits in its own buffers as before.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_WAITING = 4


class ReadingOn(WebSocketsSansIOProtocol):
    """A socket of the server."""

    def send_receive_event_to_app(self) -> None:
        """Let a message wait for whoever takes it, and stop reading if many do."""
        stopped, self.read_paused = self.read_paused, True  # what is inherited stops at once otherwise
        super().send_receive_event_to_app()
        self.read_paused = stopped
        if not stopped and self.queue.qsize() > MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()
