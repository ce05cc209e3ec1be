"""Signatures: a hash of thousands of seeded matches a game, so that no refactoring moves a rule unseen.

`scripts/bless` writes signatures.toml anew after a change of rules, which the changelog tells of.
"""

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.runs import player_of, table_of
from upcard.chance import SeededChance
from upcard.game import Game, wants_chance
from upcard.games import GAMES
from upcard.testing import play_out

FILE = Path(__file__).resolve().parent.parent / "signatures.toml"
SEED = 1
QUICK = 60
MATCHES = 2_000
MOST = 400
"""At most so many actions of a match are hashed."""
HEAD = f"""\
# A hash of seeded matches a game, played interpreted: every action, every event and all totals of the first
# {MOST} actions of each. A refactoring must not move it; scripts/bless writes it after a change of rules.
"""


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


def kept() -> dict[str, dict[str, int | str]]:
    """Return what signatures.toml holds."""
    return tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def write(entries: dict[str, dict[str, int | str]]) -> None:
    """Write signatures.toml."""
    lines = [HEAD]
    for name in sorted(entries):
        lines.append(f"[{name}]")
        lines += [f"{key} = {json.dumps(value)}" for key, value in entries[name].items()]
        lines.append("")
    FILE.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def compare(game: Game, matches: int, bless: bool) -> None:
    """Compare the signature of a game with the one on file, or write it there."""
    if bless:
        write({**kept(), game.name: signed(game, MATCHES)})
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


def test_every_game_has_a_signature_and_nothing_else_has() -> None:
    assert set(kept()) == set(GAMES)
