"""``check_game``: everything that must hold in every game, looked at after every action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from upcard.chance import SeededChance, Xoshiro
from upcard.errors import IllegalAction, MatchOver, NotYourTurn, OptionError, UpcardError
from upcard.game import Game, answer_all, imagine, legal_codes, limited, observe, seen_by, wants_chance
from upcard.options import AnyOptions, build, described
from upcard.record import Record
from upcard.state import Phase, copy_state, widths
from upcard.table import Table
from upcard.testing.guard import check_fits, guarded
from upcard.testing.mirror import Mirror
from upcard.testing.play import Policy, at_random, mixed
from upcard.values import Action, Event, Outcome, View

MOST_CODES = 62
"""A mask of legal actions fits in a signed number of 64 bits."""
MOVES = {"", "pile>hand", "discard>hand", "hand>cell", "cell>discard", "hand>discard"}
MOVES |= {"turn", "turn-down", "row>burn", "deal", "refill"}


def check_game(
    game: Game,
    policy: Policy = at_random,
    *,
    matches: int = 1,
    options: Iterable[AnyOptions | None] = (None,),
    seed: int = 0,
    most: int = 2_000,
) -> Counter[str]:
    """AssertionError, or the error of a rule, unless the game keeps the contract of ``upcard.game``.

    For every number of seats and each of the ``options`` that such a table may have, ``matches`` are played:
    the first at random, the others with ``policy`` made careless. At most ``most`` actions of each are looked
    at. Return how often each kind of event occurred.
    """
    check_contract(game)
    seen: Counter[str] = Counter()
    for number, choice in enumerate(options):
        for seats in game.seat_numbers:
            try:
                settled = limited(game, choice, seats)
            except OptionError:
                continue
            for match in range(matches):
                chosen = mixed(policy, match) if match else at_random
                course = CheckedMatch(game, settled, seats, seed + number, match, most)
                course.play(chosen)
                seen += course.kinds
    return seen


def check_contract(game: Game) -> None:
    """AssertionError unless what a game declares is sound before anything is played."""
    assert len(game.actions) <= MOST_CODES, f"{len(game.actions)} actions do not fit in a mask"
    assert len(set(game.actions)) == len(game.actions), "two codes mean the same action"
    for action in game.actions:
        assert Action.parse(str(action)) == action, f"{action} does not parse back"
    for kind in game.kinds:
        assert kind.key, "a kind of event has no key"
        assert kind.clause, f"{kind.key} has no clause"
        assert kind.move in MOVES, f"{kind.key} moves {kind.move!r}"
    assert len({kind.key for kind in game.kinds}) == len(game.kinds), "two kinds of events share a key"
    shapes = widths(game.state)
    assert {"phase", "seat", "notes", "pile"} <= set(shapes), "the state lacks what all states have"
    options: Any = game.options
    for entry in described(options):
        assert entry.title, f"{entry.name} has no title"
        assert entry.help, f"{entry.name} has no help"
        assert entry.default is None or entry.check(entry.default) == entry.default
        assert entry.name in shapes, f"the state does not hold the option {entry.name}"
    for seats in game.seat_numbers:
        deck = game.deck(seats)
        assert list(deck) == sorted(deck), "the deck is not sorted"
        assert len(deck) <= shapes["pile"][1][0], f"the pile has no room for {len(deck)} cards"
        assert all(0 < card < len(game.faces.texts) for card in deck), "a card has no face"
        settled = game.settle(None, seats)
        assert game.settle(settled, seats) == settled, "settled options settle into others"
        check_fits(game.start(None, seats))
    for preset in game.presets:
        tables = 0
        for seats in game.seat_numbers:
            try:
                game.settle(build(game.options, preset.values), seats)
            except OptionError:
                continue
            tables += 1
        assert tables, f"no table can have the preset {preset.name}"


class CheckedMatch:
    """One match, played at a table and, action by action, on a guarded state beside it."""

    def __init__(
        self, game: Game, options: AnyOptions, seats: int, seed: int, match: int, most: int = 2_000
    ) -> None:
        self.game = game
        self.chance = SeededChance(seed, match)
        self.stream = Xoshiro(seed, match, 2)
        self.table = Table(game, options, seats, self.chance)
        self.state: Any = guarded(game.start(options, seats))
        self.deck = Counter(game.deck(seats))
        self.most = most
        self.kinds: Counter[str] = Counter()
        self.points = [0] * seats
        self._count(self.table.events)
        answer_all(game, self.state, self.chance)
        self.views = self._look()

    def play(self, policy: Policy) -> None:
        """Play and check until the match ends, or until the bound, where the table agrees to stop (AL6)."""
        self.check_position()
        for _ in range(self.most):
            if self.table.outcome is not None:
                break
            self.step(policy(self.game, self.state, self.stream))
            self.check_position()
        if self.table.outcome is None:
            self.table.stop()
        self.check_end()

    def step(self, code: int) -> None:
        """Carry out one action and check that no card is lost and that events explain every view."""
        before = self.views
        events = self._act(code)
        check_fits(self.state)
        held = Counter(holding.card(self.state) for holding in self.game.holdings(self.state))
        assert held == self.deck, f"cards lost: {self.deck - held}; out of nowhere: {held - self.deck}"
        self.views = self._look()
        for view, now in zip(before, self.views, strict=True):
            mirror = Mirror(view)
            for event in events:
                mirror.learn(seen_by(event, view.seat))
            mirror.compare(now)

    def _look(self) -> list[View]:
        return [self.table.view(viewer) for viewer in (None, *range(self.table.seats))]

    def _any_view(self) -> View:
        return self.views[self.stream.below(len(self.views))]

    def _act(self, code: int) -> list[Event]:
        first = len(self.table.events)
        events = self.table.act(self.state.seat, self.game.actions[code])
        assert [event.number for event in events] == list(range(first, len(self.table.events)))
        self._count(events)
        self._advance(code)
        return events

    def _advance(self, code: int) -> None:
        self.game.apply(self.state, code)
        if wants_chance(self.state):
            assert self.game.legal(self.state) == 0, "something is legal while chance is asked"
        answer_all(self.game, self.state, self.chance)

    def _count(self, events: Iterable[Event]) -> None:
        for event in events:
            self.kinds[event.key] += 1
            if event.key == "scored":
                assert event.seat is not None
                assert event.value is not None
                self.points[event.seat] += event.value

    def check_position(self) -> None:
        """Check what one of the viewers sees and imagines, and what the seat to move may do."""
        view = self._any_view()
        assert _plain(view) == observe(self.game, self.state, view.seat, view.step), "table and rules differ"
        imagined = imagine(self.game, view, self.stream)
        again = observe(self.game, imagined, view.seat, view.step)
        assert again == _plain(view), "a state imagined from a view looks different"
        if self.table.outcome is None:
            self.check_choices()

    def check_choices(self) -> None:
        """Check what is legal, that all else is refused, and that it rests on what the seat knows."""
        game, table, state = self.game, self.table, self.state
        codes = legal_codes(game, state)
        assert codes, "nothing is legal"
        actions = tuple(game.actions[code] for code in codes)
        for view in self.views:
            assert view.actions == (actions if view.seat == state.seat else ()), "a view lists other actions"
        other = (state.seat + 1) % table.seats
        assert table.legal(other) == (), "a seat may act out of turn"
        _refused(table, other, str(actions[0]), NotYourTurn)
        for action in game.actions:
            if action not in actions:
                _refused(table, state.seat, str(action), IllegalAction)
        assert table.view(None) == self.views[0], "a refusal changed something"
        assert table.step == self.views[0].step, "a refusal changed something"
        known = self.views[1 + state.seat].table_state
        assert game.legal(known) == game.legal(state), "what is legal rests on a card the seat cannot see"
        assert game.default(state) in codes, "the default move is not legal"
        assert game.default(known) == game.default(state), "the default rests on a card the seat cannot see"
        for code in codes:
            game.apply(copy_state(known), code)
        game.apply(guarded(self._any_view().table_state), codes[self.stream.below(len(codes))])

    def check_end(self) -> None:
        """Check the end of the match, and that its record leads to the same end."""
        game, table = self.game, self.table
        outcome = table.outcome
        assert outcome is not None
        if outcome.how == "played":
            assert self.state.phase == Phase.OVER
            assert legal_codes(game, self.state) == []
            self.check_scores(outcome)
        for seat in range(table.seats):
            _refused(table, seat, "draw", MatchOver)
        self.check_record()

    def check_scores(self, outcome: Outcome) -> None:
        """Check that the outcome is that of the rounds, and the rounds that of the events."""
        game, table = self.game, self.table
        sums = [sum(points) for points in zip(*outcome.rounds, strict=True)]
        assert sums == self.points, "the scores told are not those of the rounds"
        sheet = table.sheet
        assert sheet.rounds == outcome.rounds
        assert sheet.totals == outcome.finals
        for seat, final in enumerate(outcome.finals):
            side = next((team for team in table.view(None).teams if seat in team), (seat,))
            banked = sheet.bonuses[seat] * sheet.bonus_worth
            assert final == sum(sums[mate] for mate in side) - banked, "the outcome is not that of the rounds"
        best = (min if game.low_wins else max)(outcome.finals)
        firsts = tuple(seat for seat, final in enumerate(outcome.finals) if final == best)
        assert outcome.winners == firsts, "the winners are not those with the best final score"
        assert all((outcome.ranking[seat] == 1) == (seat in firsts) for seat in range(table.seats))

    def check_record(self) -> None:
        """Check that the record reads back, and that playing it again leads to the same end."""
        table = self.table
        record = table.record()
        assert Record.parse(record.text()) == record, "the record's text does not parse back"
        again = Table.replay(record)
        for viewer in (None, *range(table.seats)):
            assert again.view(viewer) == table.view(viewer), "the record leads to another end"
        assert again.events == table.events
        assert again.record().text() == record.text()


def _plain(view: View) -> View:
    """Return the view without what the table adds to it."""
    return replace(view, sheet=None, last_round=None, outcome=None)


def _refused(table: Table, seat: int, action: str, error: type[UpcardError]) -> None:
    """AssertionError unless the table refuses with this error and changes nothing (AL4)."""
    caught: UpcardError | None = None
    try:
        table.act(seat, action)
    except error as refusal:
        caught = refusal
    assert caught is not None, f"{action} of seat {seat} was not refused"
    assert caught.message, f"{action} is refused without a reason"
    assert caught.clause or error is not IllegalAction, f"{action} is refused without a clause"
