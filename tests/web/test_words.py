"""The page has words for every event that a game can tell."""

import re
from pathlib import Path

import pytest

from upcard.games import GAMES

WORDS = Path(__file__).parents[2] / "frontend" / "src" / "words" / "en.ts"


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_has_words(game: str) -> None:
    keys = set(re.findall(r'^  "event\.([a-z-]+)', WORDS.read_text(encoding="utf-8"), re.MULTILINE))
    assert {kind.key for kind in GAMES[game].kinds} <= keys
