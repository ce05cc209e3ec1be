"""Work in chunks that last a moment each, on as many threads as are wanted, told of in order.

Between chunks Python can act: show how far the work is, and stop at Ctrl-C. What a chunk is made of depends
on how quick the machine is, so results must not depend on where one ends; they are returned in the order
of the work, whatever thread was first.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

MOMENT = 0.05
"""How long a chunk should last, in seconds."""
MOST_GROWTH = 4
AHEAD = 2
"""How many chunks a thread has waiting."""

_Room = TypeVar("_Room")
_Result = TypeVar("_Result")


def in_chunks(
    make_room: Callable[[], _Room],
    work: Callable[[_Room, int, int], _Result],
    amount: int,
    threads: int = 1,
) -> Iterator[_Result]:
    """Yield ``work(room, start, count)`` for chunks that cover 0 to ``amount``, in order.

    Each chunk has a room for itself while it is worked on. KeyboardInterrupt comes through within a few
    chunks' time.
    """
    if threads < 1:
        raise ValueError(f"{threads} threads can do nothing")
    if threads == 1:
        yield from _alone(make_room(), work, amount)
    else:
        yield from _together(make_room, work, amount, threads)


def _alone(room: _Room, work: Callable[[_Room, int, int], _Result], amount: int) -> Iterator[_Result]:
    start, size = 0, 1
    while start < amount:
        size = min(size, amount - start)
        begun = time.perf_counter()
        yield work(room, start, size)
        start += size
        size = _next_size(size, time.perf_counter() - begun)


def _next_size(size: int, lasted: float) -> int:
    wanted = size * MOST_GROWTH if lasted <= 0 else int(size * MOMENT / lasted)
    return max(1, min(wanted, size * MOST_GROWTH))


def _together(
    make_room: Callable[[], _Room],
    work: Callable[[_Room, int, int], _Result],
    amount: int,
    threads: int,
) -> Iterator[_Result]:
    free = deque(make_room() for _ in range(threads))

    def chunk(start: int, size: int) -> tuple[_Result, float]:
        room = free.popleft()  # there are as many as threads
        begun = time.perf_counter()
        result = work(room, start, size)
        lasted = time.perf_counter() - begun
        free.append(room)
        return result, lasted

    start, size = 0, 1
    waiting: deque[tuple[int, Future[tuple[_Result, float]]]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="upcard")
    try:
        while start < amount or waiting:
            while start < amount and len(waiting) < threads * AHEAD:
                size = min(size, amount - start)
                waiting.append((size, pool.submit(chunk, start, size)))
                start += size
            done, future = waiting.popleft()
            result, lasted = future.result()
            size = _next_size(done, lasted)
            yield result
    finally:
        for _, future in waiting:
            future.cancel()
        pool.shutdown(wait=True, cancel_futures=True)
