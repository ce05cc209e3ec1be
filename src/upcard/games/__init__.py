"""The games of the family; ``GAMES`` is the one list of them."""

from __future__ import annotations

import difflib

from upcard.errors import UnknownGame
from upcard.game import Game
from upcard.games import nines, rack_o, rat_race

GAMES: dict[str, Game] = {game.name: game for game in (rat_race.GAME, rack_o.GAME, nines.GAME)}


def find_game(name: str) -> Game:
    """Return the game of that name (``nines``, ``rack-o``, ``rat-race``); UnknownGame suggests a near one."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted in GAMES:
        return GAMES[wanted]
    near = difflib.get_close_matches(wanted, GAMES, 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(GAMES)}"
    raise UnknownGame(f"no game is called {name!r}; {hint}")
