"""Runs of many matches: no invariant breaks, and every kind of event that a clause causes occurs."""

import pytest

from tests.runs import Run
from upcard.game import Game
from upcard.games import GAMES

SEED = 2026
QUICK = 60
LONG = 10_000


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_run_of_matches_breaks_nothing_and_every_event_occurs(game: Game) -> None:
    run = Run(game, SEED)
    for match in range(QUICK):
        run.play(match)
    assert [kind.key for kind in game.kinds if not run.kinds[kind.key]] == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_ten_thousand_matches(game: Game, capfd: pytest.CaptureFixture[str]) -> None:
    run = Run(game, SEED + 1)
    for match in range(LONG):
        run.play(match)
        if match % 1_000 == 999:
            with capfd.disabled():
                print(f"\n{game.name}: {match + 1} matches, {run.actions} actions", flush=True)
    assert [kind.key for kind in game.kinds if run.kinds[kind.key] < 10] == []
