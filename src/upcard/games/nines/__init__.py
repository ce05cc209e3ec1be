"""Nines: nine cards a seat, three of a rank in a column count nothing, the lowest total wins.

``nines.md`` is the rule book in words; ``rules`` and ``scoring`` carry it out.
"""

from __future__ import annotations

from upcard.game import Game, Preset
from upcard.games.nines import rules, show
from upcard.games.nines.state import ACTIONS, KINDS, Options, State
from upcard.options import write_to_state


def new(options: Options, seats: int) -> State:
    """Return a match that waits for chance to pick the first dealer."""
    state = State(seats=seats)
    write_to_state(options, state)
    rules.begin_match(state)
    return state


GAME = Game(
    name="nines",
    title="Nines",
    line="Two to eight. Three of a kind in a column counts nothing; low total wins.",
    minutes=25,
    version=1,
    least_seats=2,
    most_seats=8,
    faces=show.FACES,
    actions=ACTIONS,
    kinds=KINDS,
    low_wins=True,
    state=State,
    options=Options,
    presets=(
        Preset("as-printed", "As printed", "Nine rounds, two opening flips.", {}),
        Preset(
            "squares",
            "With squares",
            "Four of a rank in a square take 25 off.",
            {"square_bonus": 25},
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
    final=rules.final_score,
    show=show.show,
    layouts=show.layouts,
    explain=show.explain,
    why_not=show.why_not,
    holdings=show.holdings,
    read_layout=show.read_layout,
    round_result=show.round_result,
)
