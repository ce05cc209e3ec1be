"""Faults of our own, written to the log without what was in them: a card may stand in any message."""

from __future__ import annotations

import logging
import traceback

from upcard.errors import Problem

logger = logging.getLogger("upcard.web")

FAULT: Problem = {
    "code": "error",
    "message": "something went wrong on the server; nothing has changed",
    "clause": None,
    "legal": [],
}


def log_fault(what: str, error: BaseException) -> None:
    """Write the kind of the error and where it arose, and not what it says."""
    places = (
        f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
    )
    logger.error("%s: %s\n  %s", what, type(error).__name__, "\n  ".join(places))
