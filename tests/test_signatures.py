"""Signatures: a hash of thousands of seeded matches a game, so that no refactoring moves a rule unseen.

There are two a game. One is of matches played interpreted, event by event; the other of many more between
policies, which the compiled rules play, and the rules as they stand a few of. `scripts/bless` writes
signatures.toml anew after a change of rules, which the changelog tells of.
"""

import hashlib
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.fast.engines import NAMES, POLICIES, engine_of
from tests.runs import player_of, table_of
from upcard import fast
from upcard.chance import SeededChance, Xoshiro, decision_word
from upcard.game import Game, answer_all, wants_chance
from upcard.games import GAMES
from upcard.state import Phase, copy_state
from upcard.testing import is_random_match, play_out

FILE = Path(__file__).resolve().parent.parent / "signatures.toml"
SEED = 1
QUICK = 60
MATCHES = 2_000
MOST = 400
"""At most so many actions of a match are hashed."""
HEAD = f"""\
# A hash of seeded matches a game, played interpreted: every action, every event and all totals of the first
# {MOST} actions of each; and, under "played", one of whole matches between policies, played compiled: every
# action, the points of all rounds and the final scores. A refactoring must not move them; scripts/bless
# writes them after a change of rules.
"""


Entry = dict[str, Any]
Rows = list[list[int]]


class Signature:
    """A hash that goes on from match to match."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hash = hashlib.sha256()
        self.actions = 0

    def add(self, match: int) -> None:
        """Take a match in."""
        options, seats = table_of(self.game, match, SEED)
        chance = SeededChance(SEED, match)
        told: list[int] = [match, seats]

        def after(state: Any, code: int) -> None:
            if code >= 0:
                self.actions += 1
                told.append(code)
            if not wants_chance(state):
                for row in range(state.note_count):
                    told.extend(state.notes[row])

        state = play_out(
            self.game,
            player_of(self.game, match),
            options=options,
            seats=seats,
            chance=chance,
            seed=SEED,
            match=match,
            after=after,
            most=MOST,
        )
        told.extend([state.phase, state.round, *state.totals])
        self.hash.update(b"".join(number.to_bytes(4, "little", signed=True) for number in told))

    def text(self) -> str:
        """Return the hash so far."""
        return self.hash.hexdigest()


def signed(game: Game, matches: int) -> dict[str, int | str]:
    """Return the entry of a game after ``matches`` matches."""
    signature = Signature(game)
    entry: dict[str, int | str] = {"version": game.version}
    for match in range(matches):
        signature.add(match)
        if match + 1 in (QUICK, MATCHES):
            entry[f"first_{match + 1}"] = signature.text()
            entry[f"actions_{match + 1}"] = signature.actions
    return entry


def kept() -> dict[str, Entry]:
    """Return what signatures.toml holds."""
    return tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def write(entries: dict[str, Entry]) -> None:
    """Write signatures.toml."""
    lines = [HEAD]
    for name in sorted(entries):
        whole = dict(entries[name])
        played = whole.pop("played", None)
        for title, entry in ((name, whole), (f"{name}.played", played)):
            if isinstance(entry, dict):
                lines.append(f"[{title}]")
                lines += [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
                lines.append("")
    FILE.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def compare(game: Game, matches: int, bless: bool) -> None:
    """Compare the signature of a game with the one on file, or write it there."""
    if bless:
        others = kept()
        played = {key: value for key, value in others.get(game.name, {}).items() if key == "played"}
        write({**others, game.name: {**signed(game, MATCHES), **played}})
        return
    entry = signed(game, matches)
    assert entry.items() <= kept().get(game.name, {}).items(), f"{game.name} is played otherwise: {entry}"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_first_matches_are_played_as_ever(game: Game, bless: bool) -> None:
    compare(game, QUICK, bless)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_all_matches_are_played_as_ever(game: Game) -> None:
    compare(game, MATCHES, bless=False)


# --- whole matches between policies --------------------------------------------------------------

ALONE, TOGETHER = 20, 50
"""Each of the first matches has a table of its own, then so many share one: a policy's table takes longer to
make than a match takes to play."""
AS_THEY_STAND, SOME, MORE, PLAYED = 20, 200, 500, 10_000
"""How many matches are played interpreted and compiled by default, and with --long."""


class PlayedSignature:
    """A hash that goes on from match to match, each of which is played to its end between policies."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hash = hashlib.sha256()
        self.actions = 0
        self.kinds: Counter[str] = Counter()

    def add(self, match: int, *, compiled: bool) -> None:
        """Take a match in."""
        table = match if match < ALONE else ALONE + (match - ALONE) // TOGETHER
        options, seats = table_of(self.game, table, SEED)
        play = self.compiled if compiled else self.interpreted
        codes, points, state = play(match, options, seats, int(not is_random_match(match)))
        finals = [self.game.final(state, seat) for seat in range(seats)]
        told = [match, seats, len(codes), *codes, *(number for row in points for number in row), *finals]
        self.hash.update(b"".join(number.to_bytes(4, "little", signed=True) for number in told))
        self.actions += len(codes)

    def compiled(self, match: int, options: Any, seats: int, who: int) -> tuple[list[int], Rows, Any]:
        """Return the codes, the points of every round and the last state of a match played compiled."""
        engine = engine_of(self.game.name)
        played = engine.play_match(NAMES[who], seats=seats, options=options, seed=SEED, match=match)
        return played.codes.tolist(), played.points.tolist(), played.state

    def interpreted(self, match: int, options: Any, seats: int, who: int) -> tuple[list[int], Rows, Any]:
        """Return the same of the match played by the rules as they stand."""
        game, policy = self.game, POLICIES[self.game.name][who]
        chance, bots = SeededChance(SEED, match), Xoshiro(SEED, match).next()
        table = policy.table_for(game, options, seats)
        state = game.start(options, seats)
        codes: list[int] = []
        points: Rows = []
        answer_all(game, state, chance)
        while state.phase != Phase.OVER:
            seen = copy_state(state)
            game.hide(seen, seen.seat)
            seen.tally[:] = [0] * len(seen.tally)
            word = decision_word(bots, state.seat, len(codes))
            codes.append(policy.choose(seen, game.legal(seen), word, table))
            self.kinds.update(game.kinds[row[0]].key for row in state.notes[: state.note_count])
            before = state.round
            game.apply(state, codes[-1])
            if state.phase == Phase.OVER or state.round != before:
                points.append(state.points[:seats])
            answer_all(game, state, chance)
        self.kinds.update(game.kinds[row[0]].key for row in state.notes[: state.note_count])
        return codes, points, state


def played(game: Game, matches: int, *, compiled: bool) -> tuple[Entry, Counter[str]]:
    """Return the entry of a game after ``matches`` matches between policies, and the events that occurred."""
    signature = PlayedSignature(game)
    entry: Entry = {}
    for match in range(matches):
        signature.add(match, compiled=compiled)
        if match + 1 in (AS_THEY_STAND, SOME, MORE, PLAYED):
            entry[f"first_{match + 1}"] = signature.hash.hexdigest()
            entry[f"actions_{match + 1}"] = signature.actions
    return entry, signature.kinds


def insist(game: Game, entry: Entry) -> None:
    """Insist that a signature is the one on file."""
    on_file = kept().get(game.name, {}).get("played", {})
    assert entry.items() <= on_file.items(), f"{game.name} is played otherwise: {entry}"


compiled_only = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")


@compiled_only
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_matches_between_policies_are_played_as_ever(game: Game, bless: bool) -> None:
    entry, _ = played(game, PLAYED if bless else SOME, compiled=True)
    if bless:
        write({**kept(), game.name: {**kept()[game.name], "played": entry}})
    insist(game, entry)


@compiled_only
@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_ten_thousand_matches_between_policies_are_played_as_ever(game: Game) -> None:
    entry, _ = played(game, PLAYED, compiled=True)
    insist(game, entry)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_rules_as_they_stand_play_them_as_the_compiled_ones_do(game: Game) -> None:
    entry, _ = played(game, AS_THEY_STAND, compiled=False)
    insist(game, entry)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_rules_as_they_stand_play_many_as_the_compiled_ones_do(game: Game) -> None:
    entry, kinds = played(game, MORE, compiled=False)
    insist(game, entry)
    seldom = {"reshuffled", "limit"}  # these players let no pile run out; those of the other signature do
    assert [kind.key for kind in game.kinds if not kinds[kind.key] and kind.key not in seldom] == []


def test_a_signature_moves_with_a_single_action() -> None:
    game = GAMES["nines"]
    one, other = PlayedSignature(game), PlayedSignature(game)
    one.add(0, compiled=False)
    codes, points, state = other.interpreted(0, *table_of(game, 0, SEED), 1)
    codes[-1] += 1
    other.interpreted = lambda *_: (codes, points, state)  # type: ignore[method-assign]
    other.add(0, compiled=False)
    assert one.actions == other.actions
    assert one.hash.hexdigest() != other.hash.hexdigest()


def test_every_game_has_a_signature_and_nothing_else_has() -> None:
    assert set(kept()) == set(GAMES)
