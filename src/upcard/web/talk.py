"""What is said at a table. It is heard by everybody who is there, and nothing of it is kept."""

from __future__ import annotations

from collections import deque

from upcard.errors import RoomError
from upcard.web.messages import PHRASES, Said, Say
from upcard.web.seating import JOINERS

MOST_LINES = 60
"""How many lines somebody who comes later still hears."""


class Talk:
    """The last lines that were said; ``n`` counts them from 1."""

    def __init__(self, chat: bool) -> None:
        self._chat = chat
        self._lines: deque[Said] = deque(maxlen=MOST_LINES)
        self.said = 0

    def say(self, seat: int, wanted: Say) -> None:
        """Say it; RoomError if it is no phrase, or free talk is not allowed here."""
        if wanted.phrase:
            if wanted.text not in PHRASES:
                raise RoomError("room/no-phrase", "there is no such phrase")
            text = wanted.text
        else:
            if not self._chat:
                raise RoomError("room/no-chat", "this table has phrases only")
            text = readable(wanted.text)
            if not text:
                raise RoomError("room/no-phrase", "there is nothing to say in that")
        self.said += 1
        self._lines.append(Said(self.said, seat, text, wanted.phrase))

    def since(self, heard: int) -> tuple[Said, ...]:
        """Return what was said after line number ``heard``, as far as it is still remembered."""
        if heard >= self.said:
            return ()
        return tuple(line for line in self._lines if line.n > heard)


def readable(text: str) -> str:
    """Return one line of text without what cannot be seen."""
    line = " ".join(text.split())
    return "".join(letter for letter in line if letter.isprintable() or letter in JOINERS).strip(
        JOINERS + " "
    )
