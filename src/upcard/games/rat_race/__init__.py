"""Rat Race: a duel over nine cards a seat; equal rows walk out, equal cards in a column count nothing.

``rat_race.md`` is the rule book in words; ``opening``, ``turns``, ``rules`` and ``scoring`` carry it out.
"""

from __future__ import annotations

from upcard.game import Game, Preset
from upcard.games.rat_race import opening, rules, show, turns
from upcard.games.rat_race.state import ACTIONS, KINDS, Options, State
from upcard.options import write_to_state


def new(options: Options, seats: int) -> State:
    """Return a match that waits for chance to shuffle the whole deck."""
    state = State(seats=seats)
    write_to_state(options, state)
    opening.begin_match(state)
    return state


GAME = Game(
    name="rat-race",
    title="Rat Race",
    line="A duel. Pairs in a column count nothing, equal rows walk out; low total wins.",
    minutes=15,
    version=1,
    least_seats=2,
    most_seats=2,
    faces=show.FACES,
    actions=ACTIONS,
    kinds=KINDS,
    low_wins=True,
    state=State,
    options=Options,
    presets=(
        Preset("as-printed", "As printed", "Five rounds, an equal row walks out at once.", {}),
        Preset(
            "free-will",
            "Free will",
            "A seat may keep a row that could walk out.",
            {"walkout": "optional"},
        ),
        Preset("short", "Short", "Three rounds.", {"rounds": 3}),
    ),
    new=new,
    resolve=show.resolve,
    deck=show.deck,
    legal=rules.legal,
    apply=rules.apply,
    resume=rules.resume,
    hide=rules.hide,
    default=rules.default,
    final=turns.final_score,
    show=show.show,
    layouts=show.layouts,
    explain=show.explain,
    why_not=show.why_not,
    holdings=show.holdings,
    read_layout=show.read_layout,
    round_result=show.round_result,
)
