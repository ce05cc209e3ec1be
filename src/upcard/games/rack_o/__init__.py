"""Rack-O: ten numbers a seat in a rack; whoever first has them rise from front to back goes out.

``rack_o.md`` is the rule book in words; ``rules`` and ``scoring`` carry it out.
"""

from __future__ import annotations

from upcard.game import Game, Preset
from upcard.games.rack_o import rules, scoring, show
from upcard.games.rack_o.state import ACTIONS, KINDS, Options, State
from upcard.options import write_to_state


def new(options: Options, seats: int) -> State:
    """Return a match that waits for chance: cards to find the first dealer by, or a pick."""
    state = State(seats=seats)
    write_to_state(options, state)
    rules.begin_match(state)
    return state


GAME = Game(
    name="rack-o",
    title="Rack-O",
    line="Two to four. Put your rack in rising order, card by card; the highest total wins.",
    minutes=30,
    version=1,
    least_seats=2,
    most_seats=4,
    faces=show.FACES,
    actions=ACTIONS,
    kinds=KINDS,
    low_wins=False,
    state=State,
    options=Options,
    presets=(
        Preset(
            "classic",
            "Classic",
            "A rack that did not go out scores its run from the front.",
            {"loser_score": "front-run"},
        ),
        Preset(
            "as-printed",
            "As printed",
            "It scores every card that is higher than the one in front of it.",
            {"loser_score": "every-rise"},
        ),
        Preset(
            "partners",
            "Partners",
            "Two against two; runs of consecutive numbers earn a bonus.",
            {"partners": "on"},
        ),
    ),
    new=new,
    resolve=show.resolve,
    deck=show.deck,
    legal=rules.legal,
    apply=rules.apply,
    resume=rules.resume,
    hide=rules.hide,
    default=rules.default,
    final=scoring.side_total,
    show=show.show,
    layouts=show.layouts,
    explain=show.explain,
    why_not=show.why_not,
    holdings=show.holdings,
    read_layout=show.read_layout,
    round_result=show.round_result,
)
