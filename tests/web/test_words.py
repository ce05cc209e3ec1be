"""The page has words for every event that a game can tell, and for every phrase that may be said."""

import re
from pathlib import Path

import pytest

from upcard.games import GAMES
from upcard.web.messages import PHRASES

WORDS = Path(__file__).parents[2] / "frontend" / "src" / "words" / "en.ts"


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_has_words(game: str) -> None:
    keys = set(re.findall(r'^  "event\.([a-z-]+)', WORDS.read_text(encoding="utf-8"), re.MULTILINE))
    assert {kind.key for kind in GAMES[game].kinds} <= keys


def test_every_phrase_has_words_and_a_button() -> None:
    assert set(
        re.findall(r'^  "phrase\.([a-z-]+)": "\S', WORDS.read_text(encoding="utf-8"), re.MULTILINE)
    ) == set(PHRASES)
    panel = (WORDS.parents[1] / "talk" / "Talk.tsx").read_text(encoding="utf-8")
    offered = re.findall(r"const (?:phrases|reactions) = \[([^\]]+)\]", panel)
    assert len(offered) == 2
    assert sorted(re.findall(r'"([a-z-]+)"', "".join(offered))) == sorted(PHRASES)
