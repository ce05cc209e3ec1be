"""Non-interference over the wire: every byte that leaves the server for somebody, and when it does."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Any

import pytest

from tests.secrecy import wire
from tests.secrecy.taint import Taint
from tests.secrecy.wire import Play, Told, swap_for
from tests.web.inside import HandTime
from upcard.dealer import commitment
from upcard.games import GAMES

LEAST = 14
TABLES = [(game, seats) for game in GAMES for seats in (2, 3) if seats in GAMES[game].seat_numbers]
CASES = [(game, seats, viewer) for game, seats in TABLES for viewer in (None, 0, 1)]


def played(data: Path, game: str, seats: int, swap: Any, actions: int, late: int = 8) -> Told:
    """All that is said while a match is played on."""
    with pytest.MonkeyPatch.context() as patch:
        play = Play(data, patch, game, seats, swap)
        try:
            play.gather()
            play.deal()
            play.play(actions, late)
        finally:
            told = play.end()
    return told


@pytest.mark.parametrize(("game", "seats", "viewer"), CASES)
def test_B29_B31_cards_that_a_viewer_has_not_seen_change_no_byte_and_no_moment(
    tmp_path: Path, game: str, seats: int, viewer: int | None
) -> None:
    """Refusals, talk, pongs, clocks, stand-ins, bots, figures and log lines are in it."""
    swap, actions = swap_for(game, seats, viewer, LEAST)
    here = played(tmp_path / "here", game, seats, None, actions)
    there = played(tmp_path / "there", game, seats, swap, actions)
    compare(here, there, viewer, actions)
    texts = [text for _, text in here.sockets["watcher"]]
    for kind in ('"t":"refused"', '"t":"pong"', '"talk":[{'):
        assert any(kind in text for text in texts), f"nothing was {kind}"
    assert '"clocked":[0,0' not in texts[-1] or '"stood_in":[0,0' not in texts[-1]


def compare(here: Told, there: Told, viewer: int | None, actions: int) -> None:
    """Both have told the viewer, all watchers and everybody else the same at the same moments."""
    for name in ["watcher", "late watcher", *([] if viewer is None else [f"seat {viewer}"])]:
        assert here.sockets[name] == there.sockets[name], name
    assert len(here.sockets["watcher"]) > actions
    assert here.closed == there.closed
    assert here.http == there.http
    assert here.figures == there.figures
    assert here.log == there.log


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_B29_nor_do_the_cards_of_a_pile_that_was_shuffled_again(
    tmp_path: Path, viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A watcher comes after the shuffle; what went into it had been seen by everybody."""
    monkeypatch.setitem(wire.OPTIONS, "rack-o", {"target": 500, "refill": "shuffle"})
    first, shuffle = wire.a_reshuffle("rack-o", 2)
    swap, actions = swap_for("rack-o", 2, viewer, 8, shuffle)
    assert actions > first
    late = first + 3
    here = played(tmp_path / "here", "rack-o", 2, None, actions, late)
    there = played(tmp_path / "there", "rack-o", 2, swap, actions, late)
    compare(here, there, viewer, actions)
    assert any('"kind":"refilled"' in text for _, text in here.sockets["watcher"])


def test_two_deals_that_differ_in_what_is_seen_do_change_what_is_said(tmp_path: Path) -> None:
    """The comparison can fail: the last card of the deal is turned up, and everybody sees it."""
    request, size = wire.the_deal("nines", 2)
    swap = (request, 0, size - 1 - 18)
    told = [played(tmp_path / str(number), "nines", 2, one, 3) for number, one in enumerate((None, swap))]
    assert told[0].sockets["watcher"] != told[1].sockets["watcher"]


def secrets_of(secret: bytes) -> list[str]:
    return [secret.hex(), base64.b64encode(secret).decode(), str(int.from_bytes(secret, "big"))]


def test_before_the_deal_nothing_but_the_promise_follows_from_the_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for secret in (bytes(range(32)), bytes(range(1, 33))):
        monkeypatch.setattr(wire, "SECRET", secret)
        with pytest.MonkeyPatch.context() as patch:
            play = Play(tmp_path / secret.hex()[:4], patch, "nines", 2, None)
            play.gather()
            said = play.end()
        everything = repr((said.sockets, said.http, said.log))
        assert not any(text in everything for text in secrets_of(secret))
        assert commitment(secret) in everything
        told.append(everything.replace(commitment(secret), "promise"))
    assert told[0] == told[1]


def test_a_secret_and_words_are_told_to_nobody_before_the_end(tmp_path: Path) -> None:
    told = played(tmp_path / "data", "nines", 3, None, 30)
    everything = repr((told.sockets, told.http, told.log, told.figures))
    hidden = [*secrets_of(wire.SECRET), *(word.hex() for word in wire.WORDS[:2]), "token-0", "token-1"]
    cookies = [headers for _, headers, _ in told.http if b"set-cookie" in headers]
    for headers in cookies:
        everything = everything.replace(repr(headers), "")
    assert len(cookies) == 2, "tokens are given where seats are taken"
    assert not [text for text in hidden if text in everything]


@pytest.mark.parametrize("thinks", [(0.0, 0.25), (0.1, 0.2)])
def test_how_long_a_bot_thinks_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thinks: tuple[float, float]
) -> None:
    """A bot that thinks longer about one deal than about another, within a moment, acts at the same time."""
    told = []
    at_once = HandTime.run_in_executor
    for seconds in thinks:

        def later(self: HandTime, executor: Any, func: Any, *args: Any, seconds: float = seconds) -> Any:
            if getattr(func, "__name__", "") != "_choose":
                return at_once(self, executor, func, *args)
            done: asyncio.Future[Any] = self.create_future()
            self.call_later(seconds, lambda: done.set_result(func(*args)))
            return done

        with monkeypatch.context() as patch:
            patch.setattr(HandTime, "run_in_executor", later)
            told.append(played(tmp_path / f"{seconds}", "nines", 3, None, 24))
    assert told[0].sockets == told[1].sockets
    assert told[0].figures == told[1].figures


@pytest.mark.parametrize("game", GAMES)
def test_B27_B29_no_message_holds_a_card_that_its_reader_may_not_see(tmp_path: Path, game: str) -> None:
    taint_matches(tmp_path, game, 2)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_B27_B29_in_twenty_matches(tmp_path: Path, game: str) -> None:
    taint_matches(tmp_path, game, 20)


def taint_matches(folder: Path, game: str, matches: int) -> None:
    """Play matches to their end, and hold every message beside what its reader may know."""
    compared = 0
    for number in range(matches):
        seats = max(seats for seats in (2, 3) if (game, seats) in TABLES)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(wire, "OPTIONS", {**wire.OPTIONS, game: SHORT[game]})
            patch.setattr(wire, "SECRET", bytes([number + 1] * 32))
            play = Play(folder / f"{game}{number}", patch, game, seats, None)
            try:
                play.gather()
                play.deal()
                compared += Taint(play).follow()
            finally:
                play.end()
    assert compared > 100 * matches


SHORT: dict[str, dict[str, int | str]] = {
    "nines": {"rounds": 2, "turn_limit": 12},
    "rat-race": {"rounds": 2, "turn_limit": 12},
    "rack-o": {"target": 75, "turn_limit": 6},
}
