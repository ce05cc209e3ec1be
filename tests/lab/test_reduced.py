"""Reduced games are solved exactly, and players that are exact at the end lose nothing there."""

from collections import Counter
from statistics import fmean, stdev
from typing import Any

import pytest

from tests.bots.positions import policy_of
from upcard import fast
from upcard.bots.appraisals import appraiser_for
from upcard.game import Game
from upcard.games import find_game
from upcard.lab.exact import Position, Solver, chooser, reduced
from upcard.lab.reduced import KINDS, LAST, LIMITED, lost, toy
from upcard.state import Phase

GRIDS = ("nines", "rat-race")


def losses(name: str, bot: str, kind: str, count: int) -> list[float]:
    """What a bot loses in the first reduced positions."""
    game = find_game(name)
    return list(lost(game, count, kind, chooser(game, policy_of(bot, name), toy(game, 0, kind).state)))


def last_turn(game: Game, own: str, other: str, upcard: str, pile: list[str]) -> Position:
    """A last turn at Nines: all cards lie open but the pile, whose cards are counted."""
    state: Any = game.start(game.options(rounds=1, turn_limit=20), 2)
    state.round, state.phase, state.seat, state.finisher = 1, Phase.CHOOSE, 0, 1
    deck = Counter(game.deck(2))
    for seat, text in enumerate((own, other)):
        state.grid[seat][:] = [game.faces.code(word) for word in text.split()]
        state.up[seat][:] = [1] * 9
        state.down[seat] = 0
        deck -= Counter(state.grid[seat])
    unseen = Counter(game.faces.code(word) for word in pile)
    top = game.faces.code(upcard)
    rest = sorted((deck - unseen - Counter([top])).elements())
    state.discard_size = len(rest) + 1
    state.discard[: state.discard_size] = [*rest, top]
    state.pile_size = len(pile)
    return reduced(game, state, unseen)


def test_a_last_turn_is_worth_what_it_is_by_hand() -> None:
    game = find_game("nines")
    zero = "2c 3c 4c 2c 3c 4c 2d 3d 4d"
    own = "5c 6c 7c 5c 6c 7c 9c Ah Kh"  # 5 + 5 + 9, 6 + 6 + 1, 7 + 7 + 0: 46
    position = last_turn(game, own, zero, "6d", ["5d", "6h", "Kd", "Qd"])
    found = {str(game.actions[code]): worth for code, worth in Solver(game).worths(position).items()}
    # the upcard makes the second column nothing: 19 + 0 + 14; of the pile a five leaves 0 + 13 + 14, a six as
    # the upcard, a king in place of the nine 10 + 13 + 14, a queen is rejected
    assert found == {"take": 33.0, "draw": (27 + 33 + 37 + 46) / 4}
    assert Solver(game).value(position) == 33.0


def test_hidden_cards_count_as_often_as_they_may_lie_there() -> None:
    game = find_game("nines")
    position = toy(game, 0, LAST)
    hidden = 2 + position.state.pile_size
    assert sum(position.unseen) == hidden
    total = 0.0
    for share, after in Solver(game).after(position, 0):
        total += share
        assert sum(after.unseen) == hidden - 1
        assert after.state.phase == Phase.PLACE_DRAWN
        outcomes = list(Solver(game).after(after, 2))  # rejected: the cards that are down are turned up
        assert sum(part for part, _ in outcomes) == pytest.approx(1)
        assert all(sum(over.unseen) == hidden - 3 and over.state.phase == Phase.OVER for _, over in outcomes)
    assert total == pytest.approx(1)


@pytest.mark.parametrize("name", GRIDS)
@pytest.mark.parametrize("bot", ["td1", "hand-expectimax"])
def test_players_that_reckon_the_end_exactly_lose_nothing_in_a_last_turn(name: str, bot: str) -> None:
    assert losses(name, bot, LAST, 4) == pytest.approx([0.0] * 4, abs=1e-6)


@pytest.mark.parametrize("name", GRIDS)
def test_greedy_loses_in_a_last_turn(name: str) -> None:
    found = losses(name, "greedy", LAST, 8)
    assert min(found) >= -1e-9
    assert 0.1 < fmean(found) < 3


@pytest.mark.long
@pytest.mark.parametrize("name", GRIDS)
def test_the_anchors_lose_little_in_the_last_three_turns(name: str) -> None:
    found = losses(name, "td1", LIMITED, 6)
    assert min(found) >= -1e-9
    assert fmean(found) < 1.5


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
@pytest.mark.parametrize("kind", KINDS)
def test_continuations_of_the_referee_come_to_what_is_exact(kind: str) -> None:
    from upcard.lab.referee_play import Continuations, deals_of

    game, greedy = find_game("nines"), policy_of("greedy", "nines")
    goes_on = Continuations(game, [greedy], appraiser_for("nines"))
    for number in range(3):
        position = toy(game, number, kind)
        choose = chooser(game, greedy, position.state)
        exact = Solver(game, {0: choose, 1: choose}).worths(position)
        deals = deals_of(game, position.state)
        for code, worth in exact.items():
            raw, luck = goes_on.values(position.state, code, 0, 2000, seed=number, deals=deals).T
            for values in (raw, raw - luck):
                assert abs(fmean(values) + worth) < 4 * stdev(values) / 2000**0.5 + 1e-9
            assert stdev(raw - luck) < stdev(raw)
            again = goes_on.values(position.state, code, 700, 5, seed=number, deals=deals)
            assert again[:, 0].tolist() == raw[700:705].tolist()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GRIDS)
def test_in_a_reduced_position_every_card_is_somewhere(name: str, kind: str) -> None:
    game = find_game(name)
    for number in range(5):
        position = toy(game, number, kind)
        state = position.state
        open_cards = [card for row in state.grid[:2] for card in row if card]
        open_cards += state.discard[: state.discard_size]
        assert len(open_cards) + sum(position.unseen) == len(game.deck(2))
    with pytest.raises(ValueError, match="unseen cards"):
        reduced(game, position.state, Counter())
