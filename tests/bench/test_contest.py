"""Everybody is measured in turn; who is not there or fails costs the others nothing."""

from dataclasses import dataclass

from tests.bench.contestants import Fake
from upcard.bench.contest import WARM, Paced, compete
from upcard.bench.figures import Sample


def test_everybody_in_turn_and_every_other_round_backwards() -> None:
    diary: list[str] = []
    told: list[str] = []
    contest = compete([Fake(key, [1.0], diary) for key in "abc"], 3, 0.5, told.append)
    assert "".join(diary) == "abccbaabc"
    assert contest.rounds == 3
    assert [len(samples) for samples in contest.samples.values()] == [3, 3, 3]
    assert told[:4] == ["the a: getting ready", "the b: getting ready", "the c: getting ready", "the a"]


def test_samples_stand_in_the_order_of_the_rounds() -> None:
    contest = compete([Fake("a", [10.0, 20.0, 30.0]), Fake("b", [1.0, 2.0, 3.0])], 3, 1.0)
    assert [sample.rate for sample in contest.samples["a"]] == [10.0, 20.0, 30.0]
    assert [sample.rate for sample in contest.samples["b"]] == [1.0, 2.0, 3.0]


def test_who_is_absent_is_left_out_with_the_reason() -> None:
    contest = compete([Fake("a", [1.0]), Fake("b", [1.0], absent="not installed")], 2, 1.0)
    assert contest.left_out == {"b": "not installed"}
    assert (contest.failed, list(contest.samples)) == ({}, ["a"])


def test_who_cannot_get_ready_has_failed() -> None:
    contest = compete([Fake("a", [1.0], broken="no room"), Fake("b", [1.0])], 2, 1.0)
    assert contest.failed == {"a": "OSError: no room"}
    assert (list(contest.titles), len(contest.samples["b"])) == (["b"], 2)


def test_who_fails_later_is_gone_with_all_it_did_and_is_not_asked_again() -> None:
    diary: list[str] = []
    crashing = Fake("a", [1.0, ValueError("broken")], diary)
    contest = compete([crashing, Fake("b", [1.0], diary)], 4, 1.0)
    assert contest.failed == {"a": "ValueError: broken"}
    assert list(contest.samples) == list(contest.titles) == ["b"]
    assert (diary.count("a"), diary.count("b")) == (2, 4)


def test_ctrl_c_leaves_the_complete_rounds() -> None:
    contest = compete([Fake("a", [1.0]), Fake("b", [1.0, 2.0, KeyboardInterrupt()])], 9, 1.0)
    assert contest.stopped
    assert [len(samples) for samples in contest.samples.values()] == [2, 2]


def test_ctrl_c_at_once_leaves_nothing() -> None:
    contest = compete([Fake("a", [KeyboardInterrupt()])], 9, 1.0)
    assert (contest.stopped, contest.samples, contest.rounds) == (True, {}, 0)


@dataclass
class Mill:
    """Plays a thousand matches a second, as its own clock has it."""

    asked: list[int]

    def play(self, matches: int) -> Sample:
        self.asked.append(matches)
        return Sample(matches, matches / 1000, matches / 1000)


def test_a_pace_is_found_by_trying_more_and_more_and_then_fills_the_time() -> None:
    mill = Mill([])
    paced = Paced("a", "the a", mill.play)
    paced.prepare()
    assert mill.asked == [1, 1, 4, 16, 64]
    assert mill.asked[-1] / 1000 >= WARM
    paced.measure(2.0)
    assert mill.asked[-1] == 2000
    Paced("a", "the a", mill.play, stretch=4.0, pace=paced.pace).measure(2.0)
    assert mill.asked[-1] == 8000


def test_a_match_is_played_however_short_the_time_is() -> None:
    mill = Mill([])
    Paced("a", "the a", mill.play, pace=1000.0).measure(0.00001)
    assert mill.asked == [1]
