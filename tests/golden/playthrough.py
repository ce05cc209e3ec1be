"""Playthroughs as text: what the watcher sees after every action, and what each seat sees besides.

`python -m tests.golden.playthrough` looks for the seeds at which a playthrough shows what it is for.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.policies import dawdle, policy_for, wait
from upcard.chance import SeededChance, Xoshiro
from upcard.games import find_game
from upcard.table import Table
from upcard.testing import Policy, careless
from upcard.values import CellView, Event, LayoutView, RoundResult, View

Shows = Callable[[Table, list[str]], bool]
"""Whether a playthrough shows what it is for, by its table and its actions."""


@dataclass(frozen=True)
class Scenario:
    """A playthrough: a seeded table, who plays, how much of it is told, and what it must show."""

    name: str
    game: str
    seats: int
    seed: int
    shows: dict[str, Shows]
    options: dict[str, int | str] = field(default_factory=dict)
    policy: Policy | None = None
    rounds: int = 1
    quiet: int = 0
    """So many actions at the start are only listed."""
    most: int = 400

    def play(self, seed: int | None = None) -> tuple[Table, list[str]]:
        """Return the table after the rounds that are told, and the actions made."""
        table = self.table(seed)
        return table, [text for _, text in self.steps(table)]

    def table(self, seed: int | None = None) -> Table:
        """Return the table at its first decision."""
        chance = SeededChance(self.seed if seed is None else seed)
        return Table(find_game(self.game), self.options, self.seats, chance)

    def steps(self, table: Table) -> Iterator[tuple[list[Event], str]]:
        """Play on; yield what each action caused, and the action."""
        policy = self.policy or careless(policy_for(table.game), 5)
        stream = Xoshiro(getattr(table.chance, "seed", 0), 3)
        for _ in range(self.most):
            if table.outcome is not None or len(table.results) == self.rounds:
                return
            seat = int(table.turn or 0)
            action = table.game.actions[policy(table.game, table._state, stream)]
            yield table.act(seat, action), f"seat {seat}: {action}"


def event(key: str) -> Shows:
    """Return whether an event of that kind occurred."""
    return lambda table, actions: any(event.key == key for event in table.events)


def rat_in_a_row(table: Table, actions: list[str]) -> bool:
    """Whether a row with a Rat and two other cards walked out."""
    burnt = [table.game.faces.text(e.card or 0) for e in table.events if e.key == "burned"]
    return any("R" in burnt[row : row + 3] for row in range(0, len(burnt), 3))


def square(table: Table, actions: list[str]) -> bool:
    """Whether a square counted in a round."""
    return any(p.mark == "square" for r in table.results for layout in r.layouts for p in layout.parts)


def waited(table: Table, actions: list[str]) -> bool:
    """Whether a seat that went Rack-O could have declared before."""
    again = Table(table.game, table.options, table.seats, table.chance)
    could: set[int] = set()
    for line in actions:
        seat, action = line.removeprefix("seat ").split(": ")
        declares = any(choice.declare for choice in again.legal(int(seat)))
        if declares and "declare" not in action:
            could.add(int(seat))
        elif "declare" in action and int(seat) in could:
            return True
        again.act(int(seat), action)
    return False


SCENARIOS = (
    Scenario("nines-2", "nines", 2, 0, {"a match in a column": lambda t, a: matched(t)}, {"rounds": 2}),
    Scenario("nines-3", "nines", 3, 0, {"final turns": event("uncovered")}, {"rounds": 1}),
    Scenario(
        "nines-4-square",
        "nines",
        4,
        281,
        {"a square": square, "a penalty": event("penalty")},
        {"square_bonus": 25, "finisher_penalty": "+10", "rounds": 1, "reject_flips": "may"},
    ),
    Scenario(
        "nines-reshuffle",
        "nines",
        2,
        0,
        {"a reshuffle": event("reshuffled"), "the limit": event("limit")},
        {"rounds": 1, "turn_limit": 50},
        dawdle,
        quiet=170,
    ),
    Scenario(
        "rack-o-2-waits",
        "rack-o",
        2,
        4,
        {"a Rack-O that waits": waited, "Rack-O": event("went-rack-o")},
        {"declare": "choose"},
        wait,
    ),
    Scenario(
        "rack-o-3",
        "rack-o",
        3,
        1,
        {"Rack-O": event("went-rack-o"), "a turn-over": event("turned-over")},
    ),
    Scenario(
        "rack-o-4-partners",
        "rack-o",
        4,
        20,
        {"a partner bonus": lambda t, a: sum(e.key == "bonus" for e in t.events) == 2},
        {"partners": "on"},
        wait,
    ),
    Scenario(
        "rat-race-walkout",
        "rat-race",
        2,
        20,
        {"a Walkout": event("walked-out"), "a Rat in the row": rat_in_a_row, "a tie": event("tie-broken")},
        {"rounds": 1},
    ),
    Scenario(
        "rat-race-reshuffle",
        "rat-race",
        2,
        0,
        {"a reshuffle": event("reshuffled"), "the limit": event("limit")},
        {"rounds": 1, "turn_limit": 37},
        dawdle,
        quiet=125,
    ),
    Scenario(
        "rat-race-asks",
        "rat-race",
        2,
        3,
        {"a row that is declined": event("declined"), "a Walkout": event("walked-out")},
        {"rounds": 1, "walkout": "optional"},
        careless(policy_for(find_game("rat-race")), 25),
    ),
)


def matched(table: Table) -> bool:
    """Whether a column counted nothing."""
    return any(p.mark == "match" for r in table.results for layout in r.layouts for p in layout.parts)


def missing(scenario: Scenario, table: Table, actions: list[str]) -> list[str]:
    """Return what the playthrough does not show."""
    return [what for what, shows in scenario.shows.items() if not shows(table, actions)]


# --- telling -------------------------------------------------------------------------------------


class Teller:
    """Puts a table into words, line by line."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.faces = table.game.faces

    def told(self, scenario: Scenario) -> str:
        """Return the whole playthrough as text."""
        table = self.table
        options = " ".join(f"{name}={value}" for name, value in sorted(table.view(None).options.items()))
        lines = [f"{table.game.title}, {table.seats} seats, seed {scenario.seed}", options, ""]
        lines += [self.event(event) for event in table.events]
        lines += ["", *self.position()] if not scenario.quiet else []
        results = 0
        for number, (events, action) in enumerate(scenario.steps(table), 1):
            lines += [f"{number}. {action}", *(self.event(event) for event in events)]
            if len(table.results) > results:
                lines += ["", *self.result(table.results[-1])]
                results = len(table.results)
            if number >= scenario.quiet:
                lines += ["", *self.position()]
        outcome = table.outcome
        if outcome:
            lines += [
                "",
                f"{outcome.how}: {outcome.finals}, ranks {outcome.ranking}, winners {outcome.winners}",
            ]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def event(self, event: Event) -> str:
        """Return an event on one line; ``[only seat 1]`` says who may see its card."""
        words = ["   ", event.key]
        words += [] if event.seat is None else [f"seat {event.seat}"]
        words += [] if event.cell is None else [f"cell {event.cell}"]
        words += [] if event.card is None else [self.faces.text(event.card)]
        words += [f"({event.value})"] if event.value else []
        words += [] if event.eyes is None else [f"[only seat {event.eyes}]"]
        return " ".join([*words, event.clause])

    def position(self) -> list[str]:
        """Return what the watcher sees, what each seat sees besides, and what is legal."""
        table = self.table
        public = self.lines(table.view(None))
        lines = [f"  {line}" for line in public]
        for seat in range(table.seats):
            more = [line for line in self.lines(table.view(seat)) if line not in public]
            lines += [f"  seat {seat} sees  {line}" for line in more]
        if table.turn is not None:
            choices = table.view(table.turn).legal
            tagged = [f"{choice.action}{f' ({choice.tag})' if choice.tag else ''}" for choice in choices]
            lines.append(f"  seat {table.turn} may  {_folded(tagged)}")
        return [*lines, ""]

    def lines(self, view: View) -> list[str]:
        """Return a view, a few words a line."""
        turn = "" if view.turn is None else f", seat {view.turn}"
        lines = [f"round {view.round}, {view.phase}{turn}; totals {view.totals}"]
        discard = self.faces.line(view.discard[-3:])
        pile = f"pile {view.pile}"
        pile += f" (top: {self.faces.line(view.pile_top[:5])})" if view.pile_top else ""
        pile += f" (of {len(view.pile_pool)} known cards)" if view.pile_pool is not None else ""
        lines.append(f"{pile}, discard {len(view.discard)}: {discard}")
        if view.burn:
            lines.append(f"burnt {self.faces.line(view.burn)}")
        if view.hand_seat is not None:
            lines.append(
                f"hand of seat {view.hand_seat}: {self.faces.text(view.hand or 0)} from {view.hand_source}"
            )
        if view.finisher is not None:
            lines.append(f"ended by seat {view.finisher}, final turns owed {view.owed}")
        return [*lines, *(self.layout(layout) for layout in view.layouts)]

    def layout(self, layout: LayoutView) -> str:
        """Return a layout on one line: cards, (known but down), ? not known; then its parts."""
        columns = layout.layout.columns
        texts = [self.cell(cell) for cell in layout.cells]
        rows = [" ".join(texts[at : at + columns]) for at in range(0, len(texts), columns)]
        parts = ", ".join(f"{part.where} {part.score}{_mark(part.mark)}" for part in layout.parts)
        return f"{layout.seat}: {' / '.join(rows)}  = {layout.score}: {parts}"

    def cell(self, cell: CellView) -> str:
        """Return one cell."""
        text = self.faces.text(cell.card or 0)
        return text if cell.up or cell.card is None else f"({text})"

    def result(self, result: RoundResult) -> list[str]:
        """Return how a round ended."""
        by = "" if result.ended_by is None else f" by seat {result.ended_by}"
        lines = [f"  round {result.round}: {result.how}{by}, points {result.points}, totals {result.totals}"]
        lines += [f"  {self.layout(layout)}" for layout in result.layouts]
        return lines + [f"  {note.where}: {note.score}, {note.why} {note.clause}" for note in result.notes]


def _mark(mark: str) -> str:
    return f" [{mark}]" if mark not in ("", "column") else ""


def _folded(texts: list[str]) -> str:
    """Return the texts with runs such as ``place 1, place 2, place 3`` as ``place 1-3``."""
    groups: list[list[str]] = []
    for text in texts:
        verb, _, number = text.partition(" ")
        if groups and number.isdigit() and groups[-1][0] == verb and int(groups[-1][-1]) + 1 == int(number):
            groups[-1].append(number)
        elif number.isdigit():
            groups.append([verb, number])
        else:
            groups.append([text])
    return ", ".join(
        group[0] if len(group) == 1 else f"{group[0]} {'-'.join(dict.fromkeys((group[1], group[-1])))}"
        for group in groups
    )


def main() -> None:
    """Print for each scenario the first seed at which it shows what it is for, and how long it is."""
    for scenario in SCENARIOS:
        for seed in range(2_000):
            table, actions = scenario.play(seed)
            if len(table.results) == scenario.rounds and not missing(scenario, table, actions):
                print(scenario.name, "seed", seed, "actions", len(actions), flush=True)
                break
        else:
            print(scenario.name, "none found")


if __name__ == "__main__":
    main()
