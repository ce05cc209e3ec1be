"""Tables of Rack-O with racks, pile and discard laid out by a test."""

from collections import Counter
from collections.abc import Sequence

from upcard.chance import Chance, SeededChance
from upcard.game import answer_all, legal_codes, read_events, wants_chance
from upcard.games.rack_o import GAME
from upcard.games.rack_o.state import State
from upcard.piles import clear_piles
from upcard.state import Phase
from upcard.values import Action, Event

CHANCE = SeededChance(7)
OUT = "1 3 5 7 9 11 13 15 17 20"
"""In order, without any run."""
OUT_BY_RUN = "1 3 5 7 9 10 11 15 17 20"
"""In order, with a run of three."""
BROKEN = "2 4 6 8 12 14 18 19 22 21"
"""Nine rise from the front; a 23 or more in cell 10 mends it. Shares no card with the other two."""
REVERSED = "40 39 38 37 36 35 34 33 32 31"


def numbers(text: str) -> list[int]:
    """Return the numbers of a line."""
    return [int(word) for word in text.split()]


def table(
    *racks: str,
    discard: str = "",
    pile: str | None = None,
    under: str = "pile",
    turn: int = 0,
    **options: int | str,
) -> State:
    """Return a table at which seat ``turn`` begins its turn.

    Racks are front first, ``discard`` is oldest first, ``pile`` top first; the cards that are named nowhere
    lie below the pile, or with ``under="discard"`` below the discard, the lowest number first.
    """
    seats = len(racks)
    state: State = GAME.start(GAME.options(**options), seats)
    clear_piles(state)
    state.round = 1
    state.dealer = (turn - 1) % seats
    state.seat = turn
    state.phase = Phase.CHOOSE
    laid = [numbers(rack) for rack in racks]
    top_first = numbers(pile or "")
    used = Counter([*(card for rack in laid for card in rack), *top_first, *numbers(discard)])
    assert max(used.values()) == 1, "a card was laid twice"
    rest = [card for card in GAME.deck(seats) if card not in used]
    down = [*(rest if under == "pile" else ()), *reversed(top_first)]
    up = [*(rest if under == "discard" else ()), *numbers(discard)]
    if not up:
        up.append(down.pop(0))
    for seat, rack in enumerate(laid):
        for cell, card in enumerate(rack):
            state.rack[seat][cell] = card
    for place, card in enumerate(down):
        state.pile[place] = card
    for place, card in enumerate(up):
        state.discard[place] = card
    state.pile_size = len(down)
    state.discard_size = len(up)
    assert_conserved(state)
    return state


def assert_conserved(state: State) -> None:
    """Every number lies exactly once among pile, discard, hand and racks."""
    lying = Counter(holding.card(state) for holding in GAME.holdings(state))
    assert lying == Counter(GAME.deck(state.seats))


def open_to(state: State) -> list[str]:
    """Return the texts of the legal actions."""
    return [str(GAME.actions[code]) for code in legal_codes(GAME, state)]


def play(state: State, *actions: str, chance: Chance = CHANCE) -> list[Event]:
    """Carry the actions out, one after the other, chance included; return all their events."""
    events: list[Event] = []
    for text in actions:
        assert text in open_to(state), f"{text} is not legal: {open_to(state)}"
        GAME.apply(state, GAME.codes[Action.parse(text)])
        answer_all(GAME, state, chance)
        events += read_events(GAME, state, len(events))
        assert_conserved(state)
    return events


def play_until_chance(state: State, *actions: str) -> list[Event]:
    """As ``play``, but leave the last action's chance request open: the old racks still lie there."""
    events = play(state, *actions[:-1])
    assert actions[-1] in open_to(state)
    GAME.apply(state, GAME.codes[Action.parse(actions[-1])])
    assert wants_chance(state) or state.phase == Phase.OVER
    return events + read_events(GAME, state, len(events))


def keys(events: Sequence[Event]) -> list[str]:
    """Return the kinds of the events, racks that are shown left out."""
    return [event.key for event in events if event.key != "uncovered"]


def values(events: Sequence[Event], key: str) -> dict[int | None, int | None]:
    """Return the values of the events of a kind, by seat."""
    return {event.seat: event.value for event in events if event.key == key}


def refusal(state: State, text: str) -> tuple[str, str]:
    """Return the clause and reason why the action is not legal."""
    code = GAME.codes[Action.parse(text)]
    assert not GAME.legal(state) >> code & 1
    return GAME.why_not(state, code)


def start(seats: int, chance: Chance = CHANCE, **options: int | str) -> tuple[State, list[Event]]:
    """Return a match after its first deal, with the events of the beginning."""
    state: State = GAME.start(GAME.options(**options), seats)
    answer_all(GAME, state, chance)
    assert_conserved(state)
    return state, read_events(GAME, state, 0)
