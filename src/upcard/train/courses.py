"""Which trainings there are: every module of a game in this package that has a course.

A module is imported only when its game is asked for, since it brings Numba with it.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from collections.abc import Iterator

from upcard.errors import UsageError
from upcard.game import Game
from upcard.train.contract import Course

PACKAGE = "upcard.train"


def module_of(game: Game) -> str:
    """Return the name of the module that holds a game's courses, whether there is one or not."""
    return f"{PACKAGE}.{game.name.replace('-', '_')}"


def courses_of(game: Game) -> tuple[Course, ...]:
    """Return a game's courses, the one that is meant when none is named first; none where there are none.

    They are what its module has as ``COURSE`` or ``COURSES``.
    """
    name = module_of(game)
    if importlib.util.find_spec(name) is None:
        return ()
    return tuple(_courses_in(importlib.import_module(name)))


def _courses_in(module: object) -> Iterator[Course]:
    alone = getattr(module, "COURSE", None)
    if alone is not None:
        yield alone
    for course in getattr(module, "COURSES", ()):
        if course != alone:
            yield course


def find_course(game: Game, name: str | None) -> Course:
    """Return the course of that name, the game's first without one; UsageError names what there is."""
    courses = courses_of(game)
    if not courses:
        raise UsageError(f"there is nothing to train for {game.title} yet")
    if name is None:
        return courses[0]
    known = {course.name: course for course in courses}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, 1, 0.4)
    there = "there is" if len(known) == 1 else "there are"
    hint = f"did you mean {near[0]}?" if near else f"{there} {', '.join(known)}"
    raise UsageError(f"{game.title} has no course called {name!r}; {hint}")
