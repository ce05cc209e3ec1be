"""What a match does by itself: bots and stand-ins act, clocks run out, people who are gone are not asked.

One task a room does one thing after the other, and ends when there is nothing to do; a timer wakes it.
Bots decide elsewhere (``minds``), at a pace that no card changes (``moments``).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from upcard.values import Action, View
from upcard.web.faults import log_fault
from upcard.web.journal import Dealt
from upcard.web.log import alias, tell
from upcard.web.match import By, Overtaken
from upcard.web.minds import BotFailed, Minds
from upcard.web.moments import moment
from upcard.web.store import NotKept

if TYPE_CHECKING:
    from upcard.web.room import Room

SECOND_TRY = 1.0
LONG = 2.0
"""Seconds after which the table says that a bot still thinks."""
Step = Callable[[], Awaitable[None]]

logger = logging.getLogger("upcard.web")


class Unattended:
    """Keeps one room going while it is awake."""

    def __init__(self, room: Room, minds: Minds | None = None) -> None:
        self._room = room
        self._minds = minds or Minds()
        self._waits: asyncio.Future[None] | None = None
        """The moment that a bot takes now."""
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._impatient_at: float | None = None
        self._closed = False

    def go_on(self) -> None:
        """Do what is due now, and have oneself woken when something else will be."""
        if self._closed:
            return
        self._look_at_patience()
        self._set_timer()
        if self._task is None and self._next_step() is not None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def hurry(self) -> None:
        """Another moment is wanted: the one that is being taken is over."""
        if self._waits is not None:
            _end(self._waits)

    async def close(self) -> None:
        """Do nothing any more."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- when ------------------------------------------------------------------------------------

    def _look_at_patience(self) -> None:
        waits = bool(self._room.match.waiting) and self._room.awake
        if not waits:
            self._impatient_at = None
        elif self._impatient_at is None:
            self._impatient_at = asyncio.get_running_loop().time() + self._room.settings.patience

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        room = self._room
        dues = [self._impatient_at]
        if room.match.stage == "playing":
            dues += [room.presence.next_due, room.clock.due]
        times = [due for due in dues if due is not None]
        if times:
            loop = asyncio.get_running_loop()
            # Not twice in the same instant: what is overdue may wait for the task that is running.
            self._timer = loop.call_at(max(min(times), loop.time() + 0.01), self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._room.refresh()

    # --- what ------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while (step := self._next_step()) is not None:
                try:
                    await step()
                except Overtaken:
                    continue  # what another program wrote is taken over
                except NotKept as error:
                    tell("not-kept", logging.WARNING, code=error.code, match=alias(self._room.match.name))
                    await asyncio.sleep(SECOND_TRY)
                except Exception as error:  # a fault of ours must not end what the match does by itself
                    log_fault("a match by itself", error)
                    await asyncio.sleep(SECOND_TRY)
        finally:
            self._task = None

    def _next_step(self) -> Step | None:
        """Return the next thing that the room does by itself, None if there is nothing."""
        room = self._room
        match = room.match
        if not room.awake or match.finished:
            return None
        if match.stage == "gathering":
            return self._deal if match.seating.complete else None
        if room.agreed_to_stop:
            return self._stop
        if match.waiting:
            if match.waiting & room.presence.gone or self._is_impatient():
                return self._stop_waiting
            return None
        turn = match.turn
        if turn is None:
            return None
        if self._plays_for(turn) is not None:
            return self._let_bot_act
        return self._run_out if room.clock.is_up(asyncio.get_running_loop().time()) else None

    def _plays_for(self, seat: int) -> By | None:
        """Return on whose behalf a bot plays a seat now, None where its person does."""
        held = self._room.match.seating.seats[seat]
        if held.bot is not None:
            return ""
        return "stand-in" if held.free or seat in self._room.presence.standing else None

    def _is_impatient(self) -> bool:
        return self._impatient_at is not None and self._impatient_at <= asyncio.get_running_loop().time()

    async def _deal(self) -> None:
        async with self._room.lock:
            if self._room.match.stage == "gathering":
                await self._room.keep([Dealt()])

    async def _stop(self) -> None:
        async with self._room.lock:
            if self._room.agreed_to_stop:
                await self._room.keep(self._room.match.decide_stop())

    async def _stop_waiting(self) -> None:
        room = self._room
        async with room.lock:
            match = room.match
            if self._is_impatient():
                await room.keep(match.decide_continue(None, match.ended))
                return
            for seat in sorted(match.waiting & room.presence.gone):
                await room.keep(match.decide_continue(seat, match.ended))

    async def _run_out(self) -> None:
        """Make the default move for the seat whose time is up (AL5)."""
        room = self._room
        async with room.lock:
            match = room.match
            turn = match.turn
            if turn is not None and room.clock.is_up(asyncio.get_running_loop().time()):
                action = str(match.table.default_action())
                await room.keep(match.decide_act(turn, match.version, action, "", "clock"))

    async def _let_bot_act(self) -> None:
        room = self._room
        match = room.match
        seat, version = match.turn, match.version
        if seat is None:
            return
        wanted = await self._at_pace(seat, match.table.view(seat))
        async with room.lock:
            by = self._plays_for(seat)
            if match.version == version and match.turn == seat and by is not None and room.awake:
                action = match.table.default_action() if wanted is None else wanted
                await room.keep(match.decide_act(seat, version, str(action), "", by))

    async def _at_pace(self, seat: int, view: View) -> Action | None:
        """Return what a bot chooses after its moment, or as many as it thinks for; None if it fails.

        Whole moments only: how long it thought, which may depend on its cards, is not told.
        """
        counts = self._room.counts
        choosing = asyncio.ensure_future(self._choose(seat, view))
        counts.deciding += 1
        began = asyncio.get_running_loop().time()
        try:
            await self._take_a_moment(view)
            while not choosing.done():
                if self._room.settings.pace:
                    await self._take_a_moment(view)
                else:
                    await asyncio.wait([choosing], timeout=LONG)
                if asyncio.get_running_loop().time() >= began + LONG:
                    self._room.think(longer=not choosing.done())
            return await choosing
        finally:
            choosing.cancel()
            counts.deciding -= 1
            self._room.thinks = False  # told with what it does

    async def _take_a_moment(self, view: View) -> None:
        """Wait, unless nobody wants that; of the view only what stands in everybody's is looked at."""
        room, name = self._room, self._room.match.name
        last_turn = view.finisher is not None
        seconds = moment(room.settings.pace, room.moment, view.phase, last_turn, name, view.step)
        loop = asyncio.get_running_loop()
        self._waits = loop.create_future()
        timer = loop.call_later(seconds, _end, self._waits)
        try:
            await self._waits
        finally:
            timer.cancel()

    async def _choose(self, seat: int, view: View) -> Action | None:
        """Ask the bot; None if it fails, and the default move is made instead (AL5)."""
        try:
            action = await self._minds.decide(self._room.match.player(seat), view)
        except BotFailed as error:
            tell("bot-failed", logging.ERROR, what=error.message)
        except Exception as error:  # whatever a bot does, the match goes on
            log_fault("the bot of a seat failed", error)
        else:
            if action in view.actions:
                return action
            logger.error("the bot of a seat wants what is not legal")
        self._room.failed[seat] += 1
        self._room.counts.failed += 1
        return None


def _end(moment: asyncio.Future[None]) -> None:
    if not moment.done():
        moment.set_result(None)
