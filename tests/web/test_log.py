"""What is written down: fields that are harmless, kinds and places of errors, and never anybody's words."""

import asyncio
import io
import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from upcard.web import log
from upcard.web.faults import log_fault

SECRET = "the queen of hearts"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged from now on, as JSON; afterwards everything is as it was."""
    root, ours = logging.getLogger(), logging.getLogger("upcard.web")
    before = root.handlers[:], root.level, ours.level, logging.raiseExceptions
    hooks = threading.excepthook, sys.unraisablehook
    stream = io.StringIO()
    log.begin(as_json=True, stream=stream)
    yield stream
    logging.captureWarnings(capture=False)
    root.handlers[:], root.level, ours.level, logging.raiseExceptions = before
    threading.excepthook, sys.unraisablehook = hooks


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def fail() -> None:
    raise ValueError(SECRET)


def failed() -> ValueError:
    try:
        fail()
    except ValueError as error:
        return error
    raise AssertionError


def test_a_line_is_an_object_with_time_level_and_event(written: io.StringIO) -> None:
    log.tell("match-made", match=log.alias("0123456789"), seats=2)
    (line,) = lines(written)
    assert line.pop("time").endswith("Z")
    assert line == {"level": "info", "event": "match-made", "match": log.alias("0123456789"), "seats": 2}
    assert "0123456789" not in written.getvalue()


def test_a_fault_is_its_kind_and_place(written: io.StringIO) -> None:
    log_fault("a message", failed())
    (line,) = lines(written)
    assert (line["event"], line["what"], line["kind"]) == ("fault", "a message", "ValueError")
    assert line["places"][-1].endswith(" fail")
    assert all("/" in place and not place.startswith("/") for place in line["places"])
    assert SECRET not in written.getvalue()


def test_of_a_library_only_the_words_of_its_source_are_written(written: io.StringIO) -> None:
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.warning("Returned '%s'.", SECRET)
    uvicorn.error("Exception in ASGI application\n", exc_info=failed())
    uvicorn.error(failed())
    formatted = f"Task exception was never retrieved: {SECRET}"
    logging.getLogger("asyncio").error(formatted)
    logging.getLogger("websockets").error("%s", SECRET, exc_info=failed())
    logging.getLogger("upcard.somewhere").error("nobody named the fields of %s", SECRET)
    told = lines(written)
    assert [line.get("text") for line in told[:2]] == ["Returned '%s'.", "Exception in ASGI application"]
    assert told[1]["kind"] == "ValueError"
    assert len(told) == 6
    assert SECRET not in written.getvalue()


def test_what_a_thread_a_loop_or_an_object_fails_with_is_not_told(
    written: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    async def within() -> None:
        log.watch_loop(asyncio.get_running_loop())
        asyncio.get_running_loop().call_soon(fail)
        await asyncio.sleep(0.01)

    class Fails:
        def __del__(self) -> None:
            fail()

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    asyncio.run(within())
    Fails()
    assert [line["what"] for line in lines(written)] == ["a thread", "the event loop", "the end of an object"]
    assert {line["kind"] for line in lines(written)} == {"ValueError"}
    assert SECRET not in written.getvalue()
    assert capsys.readouterr() == ("", "")


def test_a_warning_and_a_line_that_cannot_be_formatted_tell_nothing(
    written: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(SECRET, stacklevel=1)
    logging.getLogger("upcard.fast").warning("%d", SECRET)
    assert SECRET not in written.getvalue()
    assert capsys.readouterr() == ("", "")


def test_what_repeats_itself_is_counted_and_left_out(written: io.StringIO) -> None:
    for _ in range(100):
        log.tell("not-kept", logging.WARNING, code="room/not-kept")
        log.tell("match-made")
    log_fault("a message", failed())
    told = lines(written)
    assert sum(line["event"] == "not-kept" for line in told) == log.ALIKE[1]
    assert sum(line["event"] == "match-made" for line in told) == 100, "news are no noise"
    assert told[-1]["event"] == "fault", "something else is not left out"
    (seldom,) = logging.getLogger().handlers[0].filters
    seldom._buckets.clear()  # a minute passes
    log.tell("not-kept", logging.WARNING, code="room/not-kept")
    assert lines(written)[-1]["left_out"] == 100 - log.ALIKE[1]


def test_for_a_person_a_line_is_plain() -> None:
    record = logging.LogRecord("upcard.web", logging.ERROR, "", 0, "%s: %s", ("a", SECRET), None)
    record.fields = {"event": "fault", "what": "a view", "kind": "KeyError", "places": ["web/room.py:1 f"]}
    text = log.PlainLines().format(record)
    assert text.partition(" ")[2] == "error: fault what=a view kind=KeyError\n  web/room.py:1 f"


def test_the_table_at_home_tells_of_trouble_only() -> None:
    root, ours = logging.getLogger(), logging.getLogger("upcard.web")
    before = root.handlers[:], root.level, ours.level, logging.raiseExceptions
    hooks = threading.excepthook, sys.unraisablehook
    stream = io.StringIO()
    try:
        log.begin(as_json=False, stream=stream)
        log.tell("match-made")
        log.tell("not-kept", logging.WARNING)
    finally:
        logging.captureWarnings(capture=False)
        root.handlers[:], root.level, ours.level, logging.raiseExceptions = before
        threading.excepthook, sys.unraisablehook = hooks
    assert stream.getvalue().endswith("warning: not-kept\n")
    assert "match-made" not in stream.getvalue()
