"""Which trainings there are, and how one is found."""

import subprocess
import sys

import pytest

from tests.train.tiny import SLOW, TINY, instead_of_importlib
from upcard.errors import UsageError
from upcard.games import GAMES, find_game
from upcard.train import courses
from upcard.train.courses import courses_of, find_course, module_of

NINES = find_game("nines")


@pytest.fixture
def two_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "importlib", instead_of_importlib(TINY, SLOW))


@pytest.mark.usefixtures("two_courses")
def test_the_first_course_is_meant_where_none_is_named() -> None:
    assert courses_of(NINES) == (TINY, SLOW)
    assert find_course(NINES, None) is TINY
    assert find_course(NINES, "slow") is SLOW
    assert TINY.file == "nines-tiny"


@pytest.mark.usefixtures("two_courses")
def test_a_course_that_there_is_not_is_refused_with_what_there_is() -> None:
    with pytest.raises(UsageError, match=r"no course called 'slo'; did you mean slow\?"):
        find_course(NINES, "slo")
    with pytest.raises(UsageError, match="there are tiny, slow"):
        find_course(NINES, "xyz")


def test_a_game_without_a_course_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "importlib", instead_of_importlib())
    assert courses_of(NINES) == ()
    with pytest.raises(UsageError, match="nothing to train for Nines yet"):
        find_course(NINES, None)


@pytest.mark.parametrize("name", GAMES)
def test_what_there_is_belongs_to_its_game_and_is_named_once(name: str) -> None:
    game = find_game(name)
    assert module_of(game).rpartition(".")[2].isidentifier()
    found = courses_of(game)
    assert all(course.game == name and course.line.endswith(".") for course in found)
    assert len({course.name for course in found}) == len(found)


def test_to_know_of_courses_imports_no_training() -> None:
    program = "import sys, upcard.train.courses; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
