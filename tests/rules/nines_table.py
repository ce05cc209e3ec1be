"""Tables of Nines with grids, pile and discard laid out by a test."""

from collections import Counter
from collections.abc import Sequence

from upcard.chance import Chance, SeededChance
from upcard.game import answer_all, legal_codes, read_events, wants_chance
from upcard.games.nines import GAME
from upcard.games.nines.show import FACES
from upcard.games.nines.state import State
from upcard.piles import clear_piles
from upcard.state import Phase
from upcard.values import Action, Event

CHANCE = SeededChance(7)
DOWN = "? ? ? / ? ? ? / ? ? ?"
"""Nine cards face down, whichever are left over."""
LAST = "A 2 3 / 4 5 6 / 7 8 (9)"
"""One card is still down: whoever places on cell 9 ends the round."""


def card(text: str, rest: Counter[int] | None = None) -> int:
    """Return the card written as ``7h``, or as ``7``: then the first of the rank that is left in ``rest``."""
    for code, name in enumerate(FACES.texts):
        if name in (text, *(text + suit for suit in "cdhs")) and (rest is None or rest[code] > 0):
            if rest is not None:
                rest[code] -= 1
            return code
    raise AssertionError(f"no {text} is left")


def rank(code: int) -> str:
    """Return the rank of a card as a text."""
    return FACES.text(code).rstrip("cdhs")


def table(
    *grids: str,
    discard: str = "",
    pile: str = "",
    under: str = "pile",
    turn: int = 0,
    first: bool = False,
    **options: int | str,
) -> State:
    """Return a table at which seat ``turn`` begins its turn.

    Grids are rows with / between them; ``(7)`` is a 7 face down, ``?`` any card face down. ``discard`` is
    oldest first, ``pile`` top first; cards named nowhere lie below the pile, with ``under="discard"`` below
    the discard. ``first`` says that it is every seat's first turn.
    """
    seats = len(grids)
    state: State = GAME.start(GAME.options(**options), seats)
    clear_piles(state)
    state.round = 1
    state.dealer = (turn - 1) % seats
    state.seat = turn
    state.phase = Phase.CHOOSE
    rest = Counter(GAME.deck(seats))
    up = [card(word, rest) for word in discard.split()]
    down = [card(word, rest) for word in reversed(pile.split())]
    unnamed = []
    for seat, grid in enumerate(grids):
        state.turns[seat] = 0 if first else 1
        for cell, word in enumerate(grid.replace("/", " ").split()):
            name = word.strip("()")
            state.up[seat][cell] = int(name == word and name != "?")
            state.down[seat] += 1 - state.up[seat][cell]
            if name == "?":
                unnamed.append((seat, cell))
            else:
                state.grid[seat][cell] = card(name, rest)
    left = sorted(rest.elements())
    for seat, cell in unnamed:
        state.grid[seat][cell] = left.pop(0)
    if under == "pile":
        down = left + down
    else:
        up = left + up
    if not up:
        up.append(down.pop(0))
    for place, code in enumerate(down):
        state.pile[place] = code
    for place, code in enumerate(up):
        state.discard[place] = code
    state.pile_size, state.discard_size = len(down), len(up)
    assert_conserved(state)
    return state


def assert_conserved(state: State) -> None:
    """Pile, discard, hand and grids hold the whole deck."""
    assert Counter(holding.card(state) for holding in GAME.holdings(state)) == Counter(GAME.deck(state.seats))


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
    """As ``play``, but leave the last action's chance request open: the old grids still lie there."""
    events = play(state, *actions[:-1])
    assert actions[-1] in open_to(state)
    GAME.apply(state, GAME.codes[Action.parse(actions[-1])])
    assert wants_chance(state) or state.phase == Phase.OVER
    return events + read_events(GAME, state, len(events))


def keys(events: Sequence[Event]) -> list[str]:
    """Return the kinds of the events."""
    return [event.key for event in events]


def values(events: Sequence[Event], key: str) -> dict[int | None, int | None]:
    """Return the values of the events of a kind, by seat."""
    return {event.seat: event.value for event in events if event.key == key}


def refusal(state: State, text: str) -> str:
    """Return the clause on which the refusal of an action rests; it has a reason too."""
    code = GAME.codes[Action.parse(text)]
    assert not GAME.legal(state) >> code & 1, f"{text} is legal"
    clause, reason = GAME.why_not(state, code)
    assert reason
    return clause


def start(seats: int, chance: Chance = CHANCE, **options: int | str) -> tuple[State, list[Event]]:
    """Return a match after its first deal, with the events of the beginning."""
    state: State = GAME.start(GAME.options(**options), seats)
    answer_all(GAME, state, chance)
    assert_conserved(state)
    return state, read_events(GAME, state, 0)
