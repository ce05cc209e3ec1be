"""A link as a QR code, for a phone that is held before the screen."""

from __future__ import annotations

import segno

from upcard.errors import RoomError
from upcard.web.messages import Qr

MARGIN = 4
"""Light squares around the code, as its standard asks for."""


def draw(text: str) -> Qr:
    """Return the text as the path of the dark squares, each run of a line one rectangle."""
    try:
        code = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError:
        raise RoomError("room/too-long", "that is too long for a QR code") from None
    path = []
    for y, line in enumerate(code.matrix):
        x = 0
        while x < len(line):
            run = x
            while run < len(line) and line[run]:
                run += 1
            if run > x:
                path.append(f"M{x + MARGIN} {y + MARGIN}h{run - x}v1h-{run - x}z")
            x = max(run, x + 1)
    return Qr(len(code.matrix) + 2 * MARGIN, "".join(path))
