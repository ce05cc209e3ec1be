"""How long a bot waits before it acts: by what everybody sees, and nothing else."""

import itertools

from upcard.web.moments import AT_ONCE, STAGES, TIMES, moment


def usual(stage: str = "choose", last_turn: bool = False, match: str = "0123456789", move: int = 1) -> float:
    return moment(0.6, "usual", stage, last_turn, match, move)


def test_it_lies_between_half_and_twice_the_pace() -> None:
    stages = [*STAGES, "any-other"]
    every = [usual(*case) for case in itertools.product(stages, (False, True), "abc", range(200))]
    assert min(every) >= 0.3
    assert max(every) <= 1.2


def test_a_card_just_turned_up_and_a_last_turn_take_longer() -> None:
    assert usual("place-taken") < usual("choose") < usual("place-drawn")
    assert usual("place-drawn") < usual("place-drawn", last_turn=True)


def test_no_two_moves_take_quite_the_same_and_a_move_always_does() -> None:
    assert len({usual(move=move) for move in range(100)}) > 60
    assert usual() == usual()
    assert usual(match="another") != usual()


def test_people_have_it_longer_shorter_or_not_at_all() -> None:
    assert moment(0.6, "long", "choose", last_turn=False, match="a", move=1) == TIMES["long"] * usual(
        match="a"
    )
    assert moment(0.6, "short", "choose", last_turn=False, match="a", move=1) == TIMES["short"] * usual(
        match="a"
    )
    assert moment(0.6, "none", "choose", last_turn=False, match="a", move=1) == AT_ONCE
    assert moment(0.0, "none", "choose", last_turn=False, match="a", move=1) == 0
    assert moment(0.0, "long", "choose", last_turn=False, match="a", move=1) == 0
