"""The program that decides for bots: it chooses what the bot itself would, and outlives every failure."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import pytest

from upcard import fast
from upcard.bots import find_bot
from upcard.bots.thinker import MOST_TABLES, Answer, Question, Thinker
from upcard.chance import SeededChance
from upcard.games import GAMES, find_game
from upcard.table import Table
from upcard.values import View


def views(game: str, count: int, seats: int = 2) -> list[View]:
    """The views of whoever is to move, in the beginning of a match."""
    table = Table(find_game(game), seats=seats, chance=SeededChance(11))
    bot, found = find_bot("greedy").make(3), []
    while table.turn is not None and len(found) < count:
        view = table.view(table.turn)
        found.append(view)
        table.act(table.turn, bot.choose(view))
    return found


def question(view: View, bot: str, **more: Any) -> Question:
    return Question(bot, view.game, view.table_state, view.seat or 0, view.step, 5, **more)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["beginner", "random"])
def test_it_chooses_what_the_bot_itself_chooses(game: str, bot: str) -> None:
    thinker, itself = Thinker(), find_bot(bot).make(5)
    for view in views(game, 12):
        answer = thinker.answer(question(view, bot))
        assert answer.trouble == ""
        assert find_game(game).actions[answer.code] == itself.choose(view)


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
def test_compiled_it_chooses_the_same() -> None:
    thinker, itself = Thinker(), find_bot("random").make(5)
    for view in views("rack-o", 12):
        answer = thinker.answer(question(view, "random", compiled=True))
        assert find_game("rack-o").actions[answer.code] == itself.choose(view)


def test_what_goes_wrong_is_told_by_kind_and_place_and_not_in_words() -> None:
    view = views("nines", 1)[0]
    thinker = Thinker()
    assert thinker.answer(question(view, "nobody")).trouble.startswith("UnknownBot at ")
    assert thinker.answer(question(view, "race")).trouble.startswith("UnknownBot at "), (
        "it plays another game"
    )
    broken = Question("greedy", "nines", None, 0, 0, 5)
    assert thinker.answer(broken).trouble.startswith("AttributeError at ")
    assert thinker.answer(question(view, "greedy")).trouble == ""


def test_it_keeps_the_tables_of_few_matches() -> None:
    thinker = Thinker()
    for seats in (*range(2, 9), 2):
        for bot in ("greedy", "random", "hand-expectimax"):
            assert thinker.answer(question(views("nines", 1, seats)[0], bot)).trouble == ""
    assert len(thinker._tables) == MOST_TABLES


def test_as_a_program_it_answers_in_order_and_ends_with_its_questions() -> None:
    asked = [question(view, "greedy") for view in views("rat-race", 5)]
    written = b"".join(map(pickle.dumps, asked))
    words = [sys.executable, "-P", "-m", "upcard.bots"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(written)
        program.stdin.flush()
        answers: list[Answer] = [pickle.load(program.stdout) for _ in asked]
        if hasattr(os, "getpriority"):
            assert os.getpriority(os.PRIO_PROCESS, program.pid) > os.getpriority(os.PRIO_PROCESS, 0)
        rest, _ = program.communicate(timeout=30)
    assert [answer.code for answer in answers] == [Thinker().answer(each).code for each in asked]
    assert rest == b""
    assert program.returncode == 0
