"""What the server writes down: what happened, when and how bad, and nothing that anybody said or holds.

A line of ours has named fields, each of them harmless. Of what a library reports, and of an error, only the
kind and the place are written: anything may stand in the words. A match is named by a hash.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
import threading
import time
from datetime import UTC, datetime
from typing import IO, Any

from upcard.web.faults import log_fault, places_of
from upcard.web.limits import Bucket, Limit

logger = logging.getLogger("upcard.web")

ALIKE: Limit = (0.2, 10)
"""Lines that tell of the same thing: more of them are counted and left out."""
MOST_KINDS = 1000


def tell(event: str, level: int = logging.INFO, **fields: str | float) -> None:
    """Write down what happened; the fields must be harmless."""
    logger.log(level, event, extra={"fields": {"event": event, **fields}})


def alias(match: str) -> str:
    """Return what a match is called in the log: with its name anybody could watch it."""
    return hashlib.sha256(match.encode()).hexdigest()[:8]


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return what may be written of a record: of ours its fields, of a library's the fixed words."""
    known: dict[str, Any] | None = getattr(record, "fields", None)
    if known is not None:
        told = dict(known)
    elif record.name.startswith("upcard.fast"):  # knows of no match
        told = {"event": "note", "text": record.getMessage()}
    else:
        told = {"event": "note", "logger": record.name}
        if record.name.split(".")[0] in ("upcard", "uvicorn") and isinstance(record.msg, str):
            told["text"] = record.msg.strip()  # as it stands in the source, without what is put in
    if record.exc_info and record.exc_info[1] is not None:
        told["kind"] = type(record.exc_info[1]).__name__
        told["places"] = places_of(record.exc_info[1])
    left_out: int = getattr(record, "left_out", 0)
    return {**told, "left_out": left_out} if left_out else told


class JsonLines(logging.Formatter):
    """Every line is a JSON object, in signs that every terminal has."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at.replace("+00:00", "Z"), "level": record.levelname.lower(), **fields_of(record)}
        return json.dumps(line)


class PlainLines(logging.Formatter):
    """The same for a person who reads along."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line, and the places of an error below."""
        told = fields_of(record)
        places = told.pop("places", ())
        event = told.pop("event")
        if event == "note":
            event = told.pop("text", event)
        rest = "".join(f" {name}={value}" for name, value in told.items())
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        return "\n  ".join([f"{at} {record.levelname.lower()}: {event}{rest}", *places])


class Seldom(logging.Filter):
    """Lets few lines pass that tell the same; the next of them says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._buckets: dict[tuple[object, ...], Bucket] = {}
        self._left_out: dict[tuple[object, ...], int] = {}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write the line."""
        if record.levelno < logging.WARNING:
            return True
        fields = getattr(record, "fields", {})
        kind = type(record.exc_info[1]).__name__ if record.exc_info else fields.get("kind")
        told = (fields.get(name) for name in ("event", "what", "code"))
        same = (record.name, str(record.msg)[:200], kind, *told)
        with self._lock:
            if len(self._buckets) > MOST_KINDS:
                self._buckets.clear()
                self._left_out.clear()
            if not self._buckets.setdefault(same, Bucket(ALIKE)).take():
                self._left_out[same] = self._left_out.get(same, 0) + 1
                return False
            record.left_out = self._left_out.pop(same, 0)
        return True


def begin(*, as_json: bool, stream: IO[str] | None = None) -> logging.Handler:
    """Have everything that this program and its libraries report written in our way, and nowhere else."""
    writer = logging.StreamHandler(stream)
    writer.setFormatter(JsonLines() if as_json else PlainLines())
    writer.addFilter(Seldom())
    logging.basicConfig(level=logging.WARNING, handlers=[writer], force=True)
    logging.captureWarnings(capture=True)
    logging.raiseExceptions = False  # it would print the very words that are to be left out
    logger.setLevel(logging.INFO if as_json else logging.WARNING)
    threading.excepthook = _thread_failed
    sys.unraisablehook = _unraisable
    return writer


def watch_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Have what goes wrong in no task of anybody's written down in our way too."""
    loop.set_exception_handler(_loop_failed)


def _loop_failed(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    # Without an error the message is one of asyncio's own fixed sentences; with one anything may stand in it.
    log_fault("the event loop" if error else f"the event loop: {context.get('message')}", error)


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    log_fault("a thread", failed.exc_value)


def _unraisable(failed: sys.UnraisableHookArgs) -> None:
    log_fault("the end of an object", failed.exc_value)
