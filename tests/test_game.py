"""What every game gets from the contract: views whose sums do or do not help the memory."""

from upcard.chance import SeededChance
from upcard.games import find_game
from upcard.table import Table


def test_RR2_3_sums_of_what_lies_in_sight_leave_remembered_cards_out() -> None:
    table = Table(find_game("rat-race"), chance=SeededChance(4))
    for action in ("flip 1", "flip 5", "flip 2", "flip 3"):
        assert table.turn is not None
        table.act(table.turn, action)
    for seat in (0, 1, None):
        for layout in table.view(seat).layouts:
            remembered = [cell for cell in layout.cells if cell.public]
            assert len(remembered) == 2
            assert not any(cell.up for cell in layout.cells)
            assert layout.unknown == 7
            assert layout.sight is not None
            assert [(part.score, part.unknown) for part in layout.sight] == [(0, 3)] * 3
            assert sum(part.unknown for part in layout.parts) == 7


def test_sums_are_the_same_where_nothing_is_remembered() -> None:
    table = Table(find_game("nines"), chance=SeededChance(4))
    assert all(layout.sight is None for layout in table.view(0).layouts)


def test_RO2_5_a_taken_card_counts_in_its_owners_rack_and_for_others_from_memory_only() -> None:
    table = Table(find_game("rack-o"), chance=SeededChance(4))
    mover = table.turn
    assert mover is not None
    table.act(mover, "take")
    table.act(mover, "place 1")
    assert table.view(mover).layouts[mover].sight is None
    for other in (1 - mover, None):
        layout = table.view(other).layouts[mover]
        assert layout.cells[0].public
        assert layout.sight is not None
        assert sum(part.score for part in layout.sight) == 0
