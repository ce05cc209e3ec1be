"""Bots against each other on paired deals."""

import json
from fractions import Fraction

import pytest

from upcard.bots import BOTS, BotKind
from upcard.chance import PairedChance
from upcard.errors import OptionError, UnknownBot
from upcard.games import find_game
from upcard.lab import INTERPRETED, MatchReport, interval, play_pairs
from upcard.lab.interval import t_quantile
from upcard.table import Table

KEYS = [
    *("game", "bots", "seats", "options", "pairs", "seed", "difference", "match_share"),
    *("ties", "mean_turns", "capped", "path", "path_reason"),
]
GREEDY, RANDOM = BOTS["greedy"], BOTS["random"]


def test_greedy_beats_chance_at_nines() -> None:
    report = play_pairs(find_game("nines"), GREEDY, RANDOM, 2, {"rounds": 1}, 40, 1)
    assert report.difference.high is not None
    assert report.difference.high < -30
    assert report.match_share.mean > 0.95


def test_greedy_beats_chance_at_rat_race() -> None:
    report = play_pairs(find_game("rat-race"), GREEDY, RANDOM, 2, {"rounds": 2}, 20, 1)
    assert report.difference.high is not None
    assert report.difference.high < -30


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"partners": "on"})])
def test_greedy_beats_chance_at_rack_o(seats: int, options: dict[str, int | str]) -> None:
    report = play_pairs(find_game("rack-o"), GREEDY, RANDOM, seats, {"target": 75, **options}, 6, 1)
    assert report.difference.low is not None
    assert report.difference.low > 30
    assert report.match_share.mean == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_against_itself_is_even_to_the_last_point(seats: int) -> None:
    """Both matches of a pair are the same match then, seen from either side."""
    report = play_pairs(find_game("nines"), GREEDY, GREEDY, seats, {"rounds": 2}, 3, 5)
    assert report.difference.mean == report.difference.high == 0
    assert report.match_share.mean == 0.5


def test_the_same_seed_gives_the_same_report_and_another_seed_another() -> None:
    def report(seed: int) -> MatchReport:
        return play_pairs(find_game("rat-race"), RANDOM, GREEDY, 2, {"rounds": 1}, 3, seed)

    assert report(1) == report(1)
    assert report(1).difference != report(2).difference


def test_the_first_bot_has_the_even_seats_and_then_the_odd_ones() -> None:
    seen: list[tuple[str, int]] = []

    def kind(name: str) -> BotKind:
        class Watched:
            def __init__(self, seed: int) -> None:
                self.name = name
                self.bot = GREEDY.make(seed)

            def choose(self, view):
                if (name, view.seat) not in seen:
                    seen.append((name, view.seat))
                return self.bot.choose(view)

        return BotKind(name, name, "", Watched)

    play_pairs(find_game("nines"), kind("one"), kind("two"), 3, {"rounds": 1}, 1, 0)
    assert sorted(seen[:3]) == [("one", 0), ("one", 2), ("two", 1)]
    assert sorted(seen[3:]) == [("one", 1), ("two", 0), ("two", 2)]


def test_difference_and_share_are_those_of_the_outcomes() -> None:
    """Against a table that is played here by hand."""
    game = find_game("rat-race")
    report = play_pairs(game, GREEDY, RANDOM, 2, {"rounds": 3}, 1, 9)
    differences = []
    for first in (0, 1):
        table = Table(game, {"rounds": 3, "turn_limit": 100}, 2, PairedChance(9, 0, game.deck(2)))
        from upcard.chance import Xoshiro

        seed = Xoshiro(9, 0).next()
        bots = [GREEDY.make(seed) if seat == first else RANDOM.make(seed) for seat in (0, 1)]
        while (seat := table.turn) is not None:
            table.act(seat, bots[seat].choose(table.view(seat)))
        assert table.outcome
        finals = table.outcome.finals
        differences.append(Fraction(finals[first] - finals[1 - first], 3))
    assert report.difference.mean == pytest.approx(float(sum(differences) / 2))


def test_programs_play_with_a_turn_limit_unless_it_is_set() -> None:
    game = find_game("rack-o")
    assert play_pairs(game, GREEDY, GREEDY, pairs=1).options["turn_limit"] == 100
    assert play_pairs(game, GREEDY, GREEDY, 2, {"turn_limit": 0}, 1).options["turn_limit"] == 100
    report = play_pairs(game, RANDOM, RANDOM, 2, {"turn_limit": 2, "target": 75}, 1)
    assert report.options["turn_limit"] == 2
    assert report.capped > 0
    assert report.mean_turns == 4


def test_the_report_as_json_has_its_keys() -> None:
    report = play_pairs(find_game("nines"), GREEDY, RANDOM, 2, {"rounds": 1}, 2, 3)
    told = json.loads(json.dumps(report.as_json()))
    assert list(told) == KEYS
    assert list(told["difference"]) == list(told["match_share"]) == ["mean", "low", "high"]
    assert told["bots"] == ["greedy", "random"]
    assert told["path"] == report.path


def test_ctrl_c_ends_with_the_pairs_that_are_complete() -> None:
    def stop(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    report = play_pairs(
        find_game("nines"), GREEDY, RANDOM, 2, {"rounds": 1}, 50, path=INTERPRETED, on_pairs=stop
    )
    assert report.pairs == 2


def test_ctrl_c_before_the_first_pair_is_complete_says_nothing() -> None:
    class Stopping:
        name = "stopping"

        def choose(self, view):
            raise KeyboardInterrupt

    kind = BotKind("stopping", "", "", lambda seed: Stopping())
    with pytest.raises(KeyboardInterrupt):
        play_pairs(find_game("nines"), kind, RANDOM)


def test_a_table_that_nobody_could_play_at_is_refused() -> None:
    with pytest.raises(OptionError):
        play_pairs(find_game("nines"), GREEDY, RANDOM, 9)
    with pytest.raises(OptionError, match="runds"):
        play_pairs(find_game("nines"), GREEDY, RANDOM, 2, {"runds": 1})
    stranger = BotKind("stranger", "", "", GREEDY.make, frozenset({"chess"}))
    with pytest.raises(UnknownBot, match="does not play Nines"):
        play_pairs(find_game("nines"), stranger, RANDOM)


@pytest.mark.parametrize(
    ("freedom", "table"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.98)],
)
def test_student_s_quantiles_are_those_of_the_printed_tables(freedom: int, table: float) -> None:
    assert t_quantile(freedom) == pytest.approx(table, abs=0.02)


def test_an_interval_by_hand() -> None:
    found = interval([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.low == pytest.approx(3 - 1.963, abs=0.01)  # 2.776 · √(2.5 / 5)
    assert found.high == pytest.approx(3 + 1.963, abs=0.01)
    assert interval([7]).rounded() == {"mean": 7, "low": None, "high": None}
    assert str(interval([7])) == "+7.00"
    assert interval([0.5]).percent() == "50.0%"
    assert interval([0.0, 1.0]).within(0, 1).rounded() == {"mean": 0.5, "low": 0, "high": 1}
    assert interval([0.5]).within(0, 1) == interval([0.5])
