"""The compiled rules count the same on toy positions as the interpreted ones, event by event."""

import pytest

from tests.counts.positions import PATHS, Position, read, rows_of
from tests.counts.test_positions import compare
from upcard import fast

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
POSITIONS = [read(path) for path in PATHS]


def check(position: Position, depth: int) -> None:
    """Count a position through the compiled rules, and through single steps as far as chance is not asked."""
    from tests.counts.compiled_counts import CompiledCount, count_steps

    engine, state = fast.engine(position.game), position.state()
    compare(position, rows_of(position.game, CompiledCount(engine, state, depth).levels))
    answers = position.counts["answers"][: depth + 1]
    certain = next((place for place, number in enumerate(answers) if number), depth + 1)
    if certain > 1:
        assert count_steps(engine, state, certain - 1) == position.counts["nodes"][:certain]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.path.stem)
def test_a_position_counts_the_same_compiled(position: Position) -> None:
    check(position, position.quick)


@pytest.mark.long
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.path.stem)
def test_a_position_counts_the_same_compiled_to_its_last_depth(position: Position) -> None:
    check(position, position.deep)
