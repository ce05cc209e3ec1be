"""Tables of Rat Race laid out by hand, and played action by action with every invariant watched."""

from collections import Counter

from upcard.chance import Request, SeededChance, Xoshiro
from upcard.game import answer_all, imagine, legal_codes, observe, read_events
from upcard.games.rat_race import GAME
from upcard.games.rat_race.state import Options, State
from upcard.options import build
from upcard.state import Phase, Source
from upcard.values import Action, Event, Part

ALL_DOWN = "? ? ? / ? ? ? / ? ? ?"
SEEDED = SeededChance(2, 3)


class Scripted(SeededChance):
    """Chance that answers every pick with a number given beforehand."""

    def pick(self, request: Request, among: int) -> int:
        return self.match


def table(
    own: str = ALL_DOWN,
    other: str = ALL_DOWN,
    *,
    seat: int = 0,
    discard: str = "1",
    pile: str = "",
    under: bool = False,
    burn: str = "",
    **options: int | str,
) -> State:
    """Return a table in the middle of a round, with the seat to choose a pile.

    In a grid ``7`` lies face up, ``[7]`` face down, ``(7)`` face down but seen by all, and ``?`` is some
    face-down card. ``discard`` is written from the bottom to the top, ``pile`` are its first cards, the top
    one first; all other cards lie below them or, with ``under``, below the discards and the pile is empty.
    """
    state = GAME.start(build(Options, options))
    state.pile_size = 0
    state.phase = Phase.CHOOSE
    state.seat = state.starter = seat
    rest = Counter(GAME.deck(2))

    def code(text: str) -> int:
        card = GAME.faces.code(text)
        rest[card] -= 1
        return card

    grids = {seat: own, 1 - seat: other}
    for owner, text in grids.items():
        words = text.replace("/", " ").split()
        state.rows[owner] = len(words) // 3
        state.walked[owner] = int(len(words) < 9)
        for cell, word in enumerate(words):
            state.up[owner][cell] = int(word[0] not in "?[(")
            state.known[owner][cell] = int(word[0] == "(")
            if word != "?":
                state.grid[owner][cell] = code(word.strip("[]()"))
        state.down[owner] = len(words) - sum(state.up[owner])
    for text in burn.split():
        state.burn[state.burn_size] = code(text)
        state.burn_size += 1
    tops = [code(text) for text in pile.split()]
    open_cards = [code(text) for text in discard.split()]
    assert min(rest.values()) >= 0, "there are not so many cards of this kind"
    others = sorted(rest.elements(), key=lambda card: (card * 7 % 11, card))
    for owner in (0, 1):
        for cell in range(state.rows[owner] * 3):
            if not state.grid[owner][cell]:
                state.grid[owner][cell] = others.pop()
    hidden = [] if under else [*others, *reversed(tops)]
    shown = [*others, *open_cards] if under else open_cards
    for row, cards in ((state.pile, hidden), (state.discard, shown)):
        for place in range(len(row)):
            row[place] = cards[place] if place < len(cards) else 0
    state.pile_size = len(hidden)
    state.discard_size = len(shown)
    check(state)
    return state


def check(state: State) -> None:
    """Assert what is always true, and that every viewer's knowledge can be made whole again."""
    check_cards(state)
    for viewer in (0, 1, None):
        view = observe(GAME, state, viewer)
        assert observe(GAME, imagine(GAME, view, Xoshiro(1, state.pile_size)), viewer) == view


def check_cards(state: State) -> None:
    """Assert that all 84 cards are there, a burn of whole rows, and a discard where a turn starts."""
    held = Counter(holding.card(state) for holding in GAME.holdings(state))
    assert held == Counter(GAME.deck(2))
    assert state.burn_size % 3 == 0
    assert (state.hand_source == Source.NOWHERE) == (state.hand == 0)
    if state.phase == Phase.CHOOSE:
        assert state.discard_size > 0


def play(state: State, *actions: str, chance: SeededChance = SEEDED) -> list[Event]:
    """Carry out legal actions, let chance answer, and return the events of the last action."""
    events: list[Event] = []
    for text in actions:
        code = GAME.codes[Action.parse(text)]
        assert code in legal_codes(GAME, state), f"{text} is not legal: {legal(state)}"
        GAME.apply(state, code)
        answer_all(GAME, state, chance)
        check(state)
        events = read_events(GAME, state, 0)
    return events


def start(chance: SeededChance = SEEDED, **options: int | str) -> State:
    """Return a match in which chance has dealt the first round."""
    state = GAME.start(build(Options, options))
    answer_all(GAME, state, chance)
    check(state)
    return state


def legal(state: State) -> list[str]:
    """Return the legal actions as texts."""
    return [str(GAME.actions[code]) for code in legal_codes(GAME, state)]


def keys(events: list[Event]) -> list[str]:
    """Return the kinds of events, in their order."""
    return [event.key for event in events]


def grid(state: State, seat: int) -> str:
    """Return a grid in the notation of ``table``."""
    words = []
    for cell in range(state.rows[seat] * 3):
        text = GAME.faces.text(state.grid[seat][cell])
        around = "{}" if state.up[seat][cell] else "({})" if state.known[seat][cell] else "[{}]"
        words.append(around.format(text))
    return " / ".join(" ".join(words[at : at + 3]) for at in range(0, len(words), 3))


def discards(state: State) -> list[str]:
    """Return the discards from the bottom to the top."""
    return [GAME.faces.text(state.discard[place]) for place in range(state.discard_size)]


def burnt(state: State) -> list[str]:
    """Return the Burn Pile."""
    return [GAME.faces.text(state.burn[place]) for place in range(state.burn_size)]


def points(layout: str) -> int:
    """Return what a typed layout scores."""
    return sum(part.score for part in parts(layout))


def parts(layout: str) -> tuple[Part, ...]:
    """Return what the columns of a layout score; ``?`` is a card that is not known."""
    cells = [0 if word == "?" else GAME.faces.code(word) for word in layout.replace("/", " ").split()]
    return GAME.explain(cells, Options())
