"""One match: the only place that says what is legal, keeps the history and lets anyone see anything.

A table is driven by ``act`` and looked at through ``view``; a seat never learns from it what it may not
know. What was answered by chance and done by the seats is kept, so that a match can be taken back, put
on record once it is over, and played again from that record.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from upcard import options as option_values
from upcard.cards import Seat
from upcard.chance import Answer, Chance, SeededChance
from upcard.dealer import FairChance
from upcard.errors import (
    BadRecord,
    IllegalAction,
    MatchOver,
    NotYourTurn,
    OptionError,
    RecordError,
    RulesError,
    WrongVersion,
)
from upcard.game import Game, answer_one, legal_codes, observe, read_events, seen_by, wants_chance
from upcard.games import find_game
from upcard.options import AnyOptions, Values
from upcard.record import (
    ContinuedChance,
    Ending,
    FiledChance,
    Move,
    Proof,
    Record,
    RoundScore,
    expect_all_used,
    expect_ending,
    expect_score,
    one_line,
)
from upcard.state import Phase, copy_state, share_paper
from upcard.values import Action, Event, Kind, Outcome, RoundResult, Sheet, View, ranks

Teams = tuple[tuple[Seat, ...], ...]

STOPPED = Kind("stopped", "AL6")
"""AL6: the event of a table that has agreed to stop."""


class Table:
    """A match of one game between its seats.

    ``options`` may be the game's options or a mapping of values; whatever is left open is settled for the
    table. Without ``chance`` the match gets a fresh one that nobody can foresee. ``match`` tells matches of
    one seed apart. OptionError if nobody could play so.
    """

    def __init__(
        self,
        game: Game,
        options: AnyOptions | Values | None = None,
        seats: int | None = None,
        chance: Chance | None = None,
        *,
        names: Sequence[str] = (),
        match: int = 0,
    ) -> None:
        self.game = game
        self.seats = game.least_seats if seats is None else seats
        values = option_values.build(game.options, options) if isinstance(options, Mapping) else options
        self.options: Any = game.settle(values, self.seats)
        if len(names) > self.seats:
            raise OptionError(f"{len(names)} names for {self.seats} seats")
        self.names = tuple(one_line(name) for name in names) + ("",) * (self.seats - len(names))
        self.chance: Chance = SeededChance(secrets.randbits(64), match) if chance is None else chance
        self.events: list[Event]
        self.moves: list[Move]
        self.answers: list[Answer]
        self.results: list[RoundResult]
        self.last_round: RoundResult | None
        self.outcome: Outcome | None
        self._state: Any
        self._sheet: Sheet | None
        self._file: Record | None = None
        self._begin()

    def __repr__(self) -> str:
        over = f", {self.outcome.how}" if self.outcome is not None else ""
        return f"<Table {self.game.name}, {self.seats} seats, round {self.round}, step {self.step}{over}>"

    # --- looking ---------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """How many actions have been made."""
        return len(self.moves)

    @property
    def round(self) -> int:
        """The round that is played, counted from 1; the last one when the match is over."""
        return int(self._state.round)

    @property
    def turn(self) -> Seat | None:
        """The seat to move, None when the match is over."""
        return Seat(self._state.seat) if self.outcome is None else None

    @property
    def sheet(self) -> Sheet:
        """The score sheet so far."""
        if self._sheet is None:
            shown = self.game.show(self._state)
            self._sheet = Sheet(
                rounds=tuple(result.points for result in self.results),
                bonuses=shown.bonuses or (0,) * self.seats,
                bonus_worth=shown.bonus_worth,
                totals=shown.totals,
                winners=tuple(
                    _first(ranks(_side_scores(result.points, shown.teams), self.game.low_wins))
                    for result in self.results
                ),
            )
        return self._sheet

    def view(self, seat: int | None, *, tags: bool = True) -> View:
        """Return what the seat knows, or what a watcher knows where ``seat`` is None (AL3).

        Without ``tags`` the legal actions do not say what they would set off: that is for people.
        """
        if seat is not None and seat not in range(self.seats):
            raise RulesError(f"there is no seat {seat} at this table")
        return observe(
            self.game,
            self._state,
            seat,
            self.step,
            tags=tags,
            sheet=self.sheet,
            last_round=self.last_round,
            outcome=self.outcome,
        )

    def events_for(self, seat: int | None, since: int = 0) -> list[Event]:
        """Return the events from number ``since`` on, as the seat or a watcher learns them (AL3)."""
        return [seen_by(event, seat) for event in self.events[max(since, 0) :]]

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return what the seat may do, in the order of the codes; nothing while it is not its turn."""
        if self.turn != seat:
            return ()
        return tuple(self.game.actions[code] for code in legal_codes(self.game, self._state))

    def default_action(self) -> Action:
        """Return the move that is made for a seat that makes none (AL5)."""
        if self.outcome is not None:
            raise MatchOver("the match is over")
        return self.game.actions[self.game.default(self._state)]

    def why_not(self, action: Action | str) -> IllegalAction | None:
        """Return why the seat to move may not do this, None if it may (AL4)."""
        if self.outcome is not None:
            raise MatchOver("the match is over")
        refusal = self._code(action)
        return refusal if isinstance(refusal, IllegalAction) else None

    # --- playing ---------------------------------------------------------------------------------

    def act(self, seat: int, action: Action | str) -> list[Event]:
        """Carry out the seat's action, answer chance, and return what happened, open to all eyes.

        NotYourTurn, MatchOver or IllegalAction, and nothing has changed (AL4).
        """
        if self.outcome is not None:
            raise MatchOver("the match is over")
        if seat != self._state.seat:
            if seat not in range(self.seats):
                raise NotYourTurn(f"there is no seat {seat} at this table")
            raise NotYourTurn(f"seat {self._state.seat} is to move, not seat {seat}")
        code = self._code(action)
        if isinstance(code, IllegalAction):
            raise code
        return self._carry_out(code)

    def stop(self) -> list[Event]:
        """End the match by agreement: nobody has won, scored rounds stay on the sheet (AL6)."""
        if self.outcome is not None:
            raise MatchOver("the match is over")
        self.outcome = self._outcome("stopped")
        event = Event(len(self.events), self.round, STOPPED, None, None, None, None)
        self.events.append(event)
        return [event]

    def undo(self, actions: int = 1) -> None:
        """Take back that many actions, and a stop: the match is played again from its start up to there."""
        if not 0 <= actions <= self.step:
            raise RulesError(f"{self.step} actions have been made, {actions} cannot be taken back")
        codes = [self.game.codes[move.action] for move in self.moves[: self.step - actions]]
        chance = self.chance
        self.chance = ContinuedChance(self.answers, chance)
        self._begin()
        for code in codes:
            self._carry_out(code)
        self.chance = chance

    def _begin(self) -> None:
        """Leave the match at its first decision, everything else forgotten."""
        self._state = self.game.new(self.options, self.seats)
        self.events = []
        self.moves = []
        self.answers = []
        self.results = []
        self.last_round = None
        self.outcome = None
        self._sheet = None
        self._go_on(self.round)

    def _code(self, action: Action | str) -> int | IllegalAction:
        """Return the code of a legal action, or the refusal."""
        mask = self.game.legal(self._state)
        try:
            wanted = Action.parse(action) if isinstance(action, str) else action
        except ValueError as problem:
            return self._refusal(str(action), "AL4", str(problem))
        code = self.game.codes.get(wanted)
        if code is None:
            return self._refusal(str(wanted), "AL4", f"{self.game.title} has no action {str(wanted)!r}")
        if mask >> code & 1:
            return code
        known = copy_state(self._state)
        self.game.hide(known, known.seat)
        clause, reason = self.game.why_not(known, code)
        return self._refusal(str(wanted), clause, reason)

    def _refusal(self, action: str, clause: str, reason: str) -> IllegalAction:
        legal = [str(self.game.actions[code]) for code in legal_codes(self.game, self._state)]
        return IllegalAction(action, legal, clause, reason)

    def _carry_out(self, code: int) -> list[Event]:
        """Do what the rules do for a legal action, and everything up to the next decision."""
        state = self._state
        if state.phase != Phase.REVEAL:
            self.last_round = None
        self.moves.append(Move(state.round, Seat(state.seat), self.game.actions[code]))
        self._sheet = None
        before = state.round
        share_paper(state)
        self.game.apply(state, code)
        return self._go_on(before)

    def _go_on(self, before: int) -> list[Event]:
        """Answer chance, keep the results of a round that has ended since round ``before``."""
        state = self._state
        self._note_round(before)
        while wants_chance(state):
            before = state.round
            self.answers.append(answer_one(self.game, state, self.chance))
            self._note_round(before)
        new = read_events(self.game, state, len(self.events))
        share_paper(state)
        self.events.extend(new)
        return new

    def _note_round(self, before: int) -> None:
        over = self._state.phase == Phase.OVER
        if over or self._state.round != before:
            self.last_round = self.game.round_result(self._state)
            self.results.append(self.last_round)
            if over:
                self.outcome = self._outcome("played")

    def _outcome(self, how: Literal["played", "stopped"]) -> Outcome:
        shown = self.game.show(self._state)
        played = tuple(result.points for result in self.results)
        if how == "stopped":
            return Outcome(how, played, shown.totals, (0,) * self.seats, (), "stopped")
        teams = shown.teams
        ranking = ranks(shown.totals, self.game.low_wins)
        winners = _first(ranking)
        shared = set(winners) != set(_side(winners[0], teams))
        why = "tie" if shared else "target" if shown.rounds is None else "rounds"
        return Outcome(how, played, shown.totals, ranking, winners, why)

    # --- records ---------------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the match as a record; RecordError while it runs, since a record shows hidden cards."""
        outcome = self.outcome
        if outcome is None:
            raise RecordError("the match is still running: its record would show hidden cards")
        record = Record(
            game=self.game.name,
            rules=self.game.version,
            options=option_values.values_of(self.options),
            seats=self.seats,
            names=self.names,
            answers=tuple(self.answers),
            moves=tuple(self.moves),
            scores=tuple(_score(result) for result in self.results),
            ending=_ending(outcome),
            proof=_proof(self.chance),
        )
        if self._file is not None and self._file == replace(
            record, notes=self._file.notes, proof=self._file.proof, headers=self._file.headers
        ):
            return self._file
        return record

    @classmethod
    def replay(cls, record: Record, upto: int | None = None, *, then: Chance | None = None) -> Table:
        """Return the table after the first ``upto`` actions of a record, or after all of them.

        Once all are made the results have been compared. BadRecord names the line where the rules
        disagree. ``then`` answers what chance is asked beyond what is on file.
        """
        game = find_game(record.game)
        if record.rules != game.version:
            raise WrongVersion(
                f"the match was played by version {record.rules} of the rules of {game.title}, "
                f"these are version {game.version}"
            )
        if upto is not None and not 0 <= upto <= len(record.moves):
            raise RecordError(f"the record has {len(record.moves)} actions, not {upto}")
        filed = FiledChance(record)
        try:
            table = cls(game, record.options, record.seats, filed, names=record.names)
        except OptionError as problem:
            raise BadRecord(problem.message) from problem
        for index, move in enumerate(record.moves[:upto]):
            scored = len(table.results)
            table._repeat(move, record.lines.of_move(index))
            if len(table.results) > scored:
                expect_score(record, len(table.results) - 1, _score(table.results[-1]))
        if upto is None:
            table._finish(record)
        fresh = SeededChance(secrets.randbits(64)) if then is None else then
        table.chance = ContinuedChance(record.answers, fresh)
        return table

    def _finish(self, record: Record) -> None:
        """Stop where the record was stopped, and compare everything with it; BadRecord if it differs."""
        expect_all_used(record, len(self.results), self.answers)
        if record.ending.how == "stopped" and self.outcome is None:
            self.stop()
        if self.outcome is None:
            raise BadRecord("the match is not over after its last action", record.lines.ending)
        expect_ending(record, _ending(self.outcome))
        self._file = record

    def _repeat(self, move: Move, line: int) -> None:
        """Make a move that is on file; BadRecord, with the clause, if it cannot be made."""
        place = f"round {self.round}, seat {move.seat}, {str(move.action)!r}"
        if self.outcome is None and move.round != self.round:
            raise BadRecord(f"{place}: stands in round {move.round}", line)
        try:
            self.act(move.seat, move.action)
        except RulesError as problem:
            clause = f" ({problem.clause})" if problem.clause else ""
            refusal = BadRecord(f"{place}: {problem.message}{clause}", line)
            refusal.clause = problem.clause
            raise refusal from problem
        except BadRecord as problem:
            raise problem if problem.line else BadRecord(f"{place}: {problem.message}", line) from problem


def _score(result: RoundResult) -> RoundScore:
    return RoundScore(result.points, result.totals, result.ended_by, result.how)


def _ending(outcome: Outcome) -> Ending:
    return Ending(outcome.how, outcome.why, outcome.finals, outcome.ranking, outcome.winners)


def _proof(chance: Chance) -> Proof | None:
    if isinstance(chance, FairChance):
        return Proof(chance.commitment, chance.secret, chance.words, chance.match)
    return None


def _side(seat: int, teams: Teams) -> tuple[Seat, ...]:
    """Return the seats that win and lose together with this one, itself included."""
    return next((team for team in teams if seat in team), (Seat(seat),))


def _side_scores(scores: Sequence[int], teams: Teams) -> tuple[int, ...]:
    """Return for each seat what its side scores together (RO5.2)."""
    return tuple(sum(scores[mate] for mate in _side(seat, teams)) for seat in range(len(scores)))


def _first(ranking: Sequence[int]) -> tuple[Seat, ...]:
    """Return every seat of rank 1, ties included."""
    return tuple(Seat(seat) for seat, rank in enumerate(ranking) if rank == 1)
