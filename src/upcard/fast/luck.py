"""The luck of a match: what chance did to it, by the measure of an appraiser, so that it can be taken off.

Whenever chance settles something (a card is drawn, turned up or left by a swap; who deals is picked), its
*luck* is what the position is worth afterwards less what it was worth on average over all that could have
come. It is 0 on average whatever is played and however good the appraiser is, so a result less its luck is
right on average as well, and varies the less the better the appraiser (Burch, Schmid, Moravčík and Bowling,
*AIVAT*, 2016, arXiv 1612.06915).

What a card could have been is tried out by the rules themselves: the action is carried out in a copy of what
the accountant knew, once for each card. Where one action brings several cards to light they are taken one by
one. Racks that are dealt to all seats at once are compared with the same racks dealt to other seats.

One text serves both ways of playing: ``accounting`` binds it to states or to the rows of an array.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from upcard.fast.accounts import ACCOUNTS, PILE
from upcard.fast.appraiser import Appraiser, one_by_one
from upcard.game import Game
from upcard.state import Phase

LIVE = 0
BEFORE, KNOWN, TRIAL = 3, 4, 5
ROWS = 6
"""Where the match is played, and where it is kept as it was, as the accountant knew it, and tried out."""
SHUFFLE, PICK, OVER = Phase.SHUFFLE, Phase.PICK, Phase.OVER
RESUME = -1
"""Stands for no action but what follows an answer of chance."""
SUITS = "cdhs"


def classes_of(game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return for each card its class, and for each class one of its cards: suits make no difference."""
    return _classes(game.faces.texts)


@cache
def _classes(texts: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    faces = [text.rstrip(SUITS) for text in texts[1:]]
    order = {face: number for number, face in enumerate(dict.fromkeys(faces))}
    return (0, *(order[face] for face in faces)), tuple(faces.index(face) + 1 for face in order)


def shares_of(seats: int, swapped: int) -> list[float]:
    """Return by what each seat's score counts in the difference between the first bot's seats and the others.

    The first bot has the even seats, the odd ones where the match is the swapped one of its pair.
    """
    first = [(seat + swapped) % 2 == 0 for seat in range(seats)]
    return [1 / sum(first) if mine else -1 / (seats - sum(first)) for mine in first]


def accounting(
    game: Game,
    appraiser: Appraiser,
    copy: Callable[[Any, int, int], None],
    make: Callable[[Any], Any],
) -> tuple[Callable[..., float], Callable[..., float]]:
    """Return ``act(states, code, *desk)`` and ``go_on(states, *desk)``; both return the luck of what they do.

    ``act`` carries an action out in row LIVE, ``go_on`` resumes it once chance has answered. Luck is in
    points a round, as ``shares`` count them. ``copy(states, to, source)`` makes one row another's twin;
    ``make`` is what becomes of each function. The *desk* is the appraiser's table, the shares, and room to
    reckon in: ``points`` for the seats and behind them the classes, ``counts`` for the classes, ``places``.
    """
    apply, resume, appraise = game.apply, game.resume, appraiser.appraise
    spread = appraiser.spread or one_by_one
    account = ACCOUNTS[game.name]
    blank, came_to_light, length = account.blank, account.came_to_light, account.length
    card_at, put, count_unknown = account.card_at, account.put, account.count_unknown
    dealt_open = account.dealt_open
    classes, faces = classes_of(game)
    kinds = len(faces)

    @make
    def carry_out(state: Any, code: int) -> None:
        if code == RESUME:
            resume(state)
        else:
            apply(state, code)

    @make
    def worth(state: Any, table: Sequence[int], shares: Any, points: Any) -> Any:
        appraise(state, table, points)
        total = 0.0
        for seat in range(state.seats):
            total += shares[seat] * points[seat]
        return total

    @make
    def tell_unseen(trial: Any, counts: Any, less: int) -> None:
        # a round is over: its piles are gone, from which an appraiser would see what is left
        for face in range(len(trial.tally)):
            trial.tally[face] = 0
        for kind in range(kinds):
            trial.tally[faces[kind]] = counts[kind]
        trial.tally[faces[less]] = counts[less] - 1

    @make
    def of_card(
        states: Any, where: int, card: int, code: int, at_once: bool,
        table: Any, shares: Any, points: Any, counts: Any,
    ) -> Any:  # fmt: skip
        # what the accountant knows has this card in it afterwards, and the counts one less of its class; what
        # the card is worth may stand behind the points already
        known = states[KNOWN]
        came = classes[card]
        luck = 0.0
        many = 0
        for kind in range(kinds):
            many += counts[kind]
        if counts[came] < many:
            expected = 0.0
            for kind in range(kinds):
                if counts[kind] > 0:
                    if at_once:
                        value = shares[known.seat] * points[known.seats + kind]
                    else:
                        copy(states, TRIAL, KNOWN)
                        trial = states[TRIAL]
                        put(trial, where, faces[kind])
                        carry_out(trial, code)
                        if trial.phase == SHUFFLE or trial.phase == OVER:
                            tell_unseen(trial, counts, kind)
                        value = worth(trial, table, shares, points)
                    expected += counts[kind] * value
                    if kind == came:
                        luck = value
            luck -= expected / many
        counts[came] -= 1
        put(known, where, card)
        return luck

    @make
    def act(states: Any, code: int, table: Any, shares: Any, points: Any, counts: Any, places: Any) -> Any:
        copy(states, BEFORE, LIVE)
        carry_out(states[LIVE], code)
        before = states[BEFORE]
        found = came_to_light(before, states[LIVE], code, places)
        if found == 0:
            return 0.0
        copy(states, KNOWN, BEFORE)
        blank(states[KNOWN])
        for kind in range(kinds):
            counts[kind] = 0
        count_unknown(before, places[0] >= PILE, classes, counts)
        at_once = False
        if found == 1:
            at_once = spread(states[KNOWN], code, table, points)
        luck = 0.0
        for number in range(found):
            where = places[number]
            card = card_at(before, where)
            luck += of_card(states, where, card, code, at_once, table, shares, points, counts)
        return luck / length(before)

    @make
    def of_pick(states: Any, table: Any, shares: Any, points: Any) -> Any:
        before = states[BEFORE]
        luck = 0.0
        expected = 0.0
        for number in range(before.pick_of):
            copy(states, TRIAL, BEFORE)
            trial = states[TRIAL]
            blank(trial)
            trial.picked = number
            carry_out(trial, RESUME)
            value = worth(trial, table, shares, points)
            expected += value
            if number == before.picked:
                luck = value
        return luck - expected / before.pick_of

    @make
    def of_deal(states: Any, each: int, table: Any, shares: Any, points: Any) -> Any:
        # the cards that the seats get open: any seat might as well have got those of the next one, and so on
        before = states[BEFORE]
        seats = before.seats
        luck = 0.0
        expected = 0.0
        for turn in range(seats):
            copy(states, TRIAL, KNOWN)
            trial = states[TRIAL]
            top = before.pile_size - 1
            for _ in range(each):
                for seat in range(seats):
                    trial.pile[top - seat] = before.pile[top - (seat + turn) % seats]
                top -= seats
            carry_out(trial, RESUME)
            value = worth(trial, table, shares, points)
            expected += value
            if turn == 0:
                luck = value
        return luck - expected / seats

    @make
    def go_on(states: Any, table: Any, shares: Any, points: Any, counts: Any, places: Any) -> Any:
        copy(states, BEFORE, LIVE)
        carry_out(states[LIVE], RESUME)
        before, after = states[BEFORE], states[LIVE]
        rounds = length(before)
        if before.phase == PICK:
            return of_pick(states, table, shares, points) / rounds
        each = dealt_open(before)
        copy(states, KNOWN, BEFORE)
        known = states[KNOWN]
        blank(known)
        for place in range(before.pile_size - each * before.seats, before.pile_size):
            known.pile[place] = before.pile[place]
        luck = 0.0
        if each > 0:
            luck += of_deal(states, each, table, shares, points)
        if after.phase != SHUFFLE:  # a card was turned up or drawn, the next one that is left
            where = PILE + after.pile_size
            for kind in range(kinds):
                counts[kind] = 0
            count_unknown(before, True, classes, counts)  # noqa: FBT003 - from the pile
            card = before.pile[after.pile_size]
            at_once = False  # a card that follows a shuffle is no seat's doing
            luck += of_card(states, where, card, RESUME, at_once, table, shares, points, counts)
        return luck / rounds

    return act, go_on
