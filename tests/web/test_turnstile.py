"""Watchers are told a few at a time, and whoever plays does not wait for them."""

import asyncio

from upcard.web.turnstile import AT_ONCE, Turnstile

WATCHERS = 5 * AT_ONCE


def test_a_few_pass_each_time_that_the_loop_goes_round() -> None:
    async def run() -> list[int]:
        turnstile, passed, rounds = Turnstile(), [0], []

        async def watch() -> None:
            await turnstile.through()
            passed[0] += 1

        waiting = [asyncio.create_task(watch()) for _ in range(WATCHERS)]
        while passed[0] < WATCHERS:
            before = passed[0]
            await asyncio.sleep(0)
            rounds.append(passed[0] - before)
        await asyncio.gather(*waiting)
        return rounds

    rounds = asyncio.run(run())
    assert sum(rounds) == WATCHERS
    assert max(rounds) <= AT_ONCE


def test_who_is_cancelled_while_waiting_holds_up_nobody() -> None:
    async def run() -> None:
        turnstile = Turnstile()
        gone = [asyncio.create_task(turnstile.through()) for _ in range(WATCHERS)]
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        async with asyncio.timeout(5):
            await asyncio.gather(*(turnstile.through() for _ in range(WATCHERS)))

    asyncio.run(run())
