"""Faults of our own, written to the log without what was in them: a card may stand in any message."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

from upcard.errors import Problem

logger = logging.getLogger("upcard.web")

MOST_PLACES = 20
FAULT: Problem = {
    "code": "error",
    "message": "something went wrong on the server; nothing has changed",
    "clause": None,
    "legal": [],
}


def log_fault(what: str, error: BaseException | None) -> None:
    """Write the kind of the error and where it arose, and not what it says."""
    kind, places = type(error).__name__, places_of(error)
    fields = {"event": "fault", "what": what, "kind": kind, "places": places}
    logger.error("%s: %s\n  %s", what, kind, "\n  ".join(places), extra={"fields": fields})


def places_of(error: BaseException | None) -> list[str]:
    """Return where an error arose, the innermost place last."""
    frames = traceback.extract_tb(error.__traceback__ if error else None)[-MOST_PLACES:]
    return [f"{'/'.join(Path(frame.filename).parts[-3:])}:{frame.lineno} {frame.name}" for frame in frames]
