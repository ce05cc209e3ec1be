"""What several measurements say: medians, spreads, and ratios that are taken round by round."""

import pytest

from upcard.bench.figures import Sample, Spread, paired, spread


def test_a_spread_is_the_median_and_the_ends() -> None:
    assert spread([3.0, 9.0, 1.0]) == Spread(3.0, 1.0, 9.0)
    assert spread([4.0, 2.0]) == Spread(3.0, 2.0, 4.0)
    assert spread(number for number in (5.0,)) == Spread(5.0, 5.0, 5.0)


def test_no_numbers_have_no_spread() -> None:
    with pytest.raises(ValueError, match="no numbers"):
        spread([])


def test_ratios_are_taken_round_by_round() -> None:
    # the machine slows down by half after every round, which is nobody's fault
    assert paired([80.0, 40.0, 20.0], [100.0, 50.0, 25.0]) == Spread(0.8, 0.8, 0.8)
    # and the median of the ratios is not the ratio of the medians
    over, under = [1.0, 10.0, 30.0], [10.0, 5.0, 40.0]
    assert paired(over, under).median == 0.75
    assert spread(over).median / spread(under).median == 1.0


def test_a_ratio_needs_both_sides_of_every_round() -> None:
    with pytest.raises(ValueError, match="argument 2"):
        paired([1.0, 2.0], [1.0])


def test_a_rate_is_steps_a_second() -> None:
    sample = Sample(steps=300, cpu=2.0, wall=3.0)
    assert (sample.rate, sample.wall_rate) == (150.0, 100.0)
    assert Sample(steps=1, cpu=0.0, wall=0.0).rate > 0, "a clock that has not moved breaks nothing"


def test_a_spread_for_programs() -> None:
    assert Spread(1.23456, 1.0, 2.0).rounded(2) == {"median": 1.23, "low": 1.0, "high": 2.0}
