"""What is sent of a match is the same whether it was kept as it was sent or is made again."""

import json
import random

from upcard.dealer import new_secret
from upcard.game import seen_by
from upcard.games import find_game
from upcard.options import values_of
from upcard.web import protocol
from upcard.web.journal import Acted, Created, SeatEntry
from upcard.web.match import Match
from upcard.web.showing import MOST_EVENTS, MOST_KEPT, Showing

VIEWERS = (0, 1, None)


def begun() -> Match:
    game = find_game("nines")
    seats = (SeatEntry("Ann", token_hash="a"), SeatEntry("Ben", token_hash="b"))
    options = values_of(game.settle(None, 2))
    return Match(Created(1, 0.0, game.name, game.version, options, seats, new_secret()))


def act(match: Match, chance: random.Random) -> None:
    match.waiting.clear()
    turn = match.table.turn
    assert turn is not None
    match.apply([Acted(turn, str(chance.choice(match.table.legal(turn))))])


def told(match: Match, seat: int | None, acked: int) -> list[object]:
    """The events as they are, made for the viewer from the table alone."""
    events = match.table.events
    seen = [seen_by(event, seat) for event in events[max(acked, len(events) - MOST_EVENTS) :]]
    return [json.loads(protocol.to_json(protocol.show_event(event, match.game.faces))) for event in seen]


def test_every_page_is_told_what_it_has_not_acknowledged_however_old() -> None:
    chance = random.Random(4)
    match = begun()
    showing = Showing(match)
    while len(match.table.events) < MOST_EVENTS + 3 * MOST_KEPT:
        for _ in range(chance.randrange(1, 9)):
            act(match, chance)
        for seat in VIEWERS:
            newest = len(match.table.events)
            for acked in (0, newest - MOST_KEPT - 1, newest - MOST_KEPT, newest - 2, newest, newest + 5):
                shown = [json.loads(event) for event in showing.events(seat, max(acked, 0))]
                assert shown == told(match, seat, max(acked, 0))


def test_what_is_kept_does_not_grow_with_the_match() -> None:
    chance = random.Random(5)
    match = begun()
    showing = Showing(match)
    sizes = set()
    for _ in range(200):
        act(match, chance)
        showing.events(0, len(match.table.events))
        sizes.add(len(showing._told))
    assert max(sizes) == MOST_KEPT
