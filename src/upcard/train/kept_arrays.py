"""What a trainer keeps, said once: copied to be put away, written back to go on."""

from __future__ import annotations

from collections.abc import Mapping

from upcard.bots.weights import Array


def copied(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """Return copies of a trainer's arrays, by name."""
    return {name: array.copy() for name, array in arrays.items()}


def put_back(arrays: Mapping[str, Array], kept: Mapping[str, Array]) -> None:
    """Write what ``copied`` returned into a trainer's arrays of the same names."""
    for name, array in arrays.items():
        array[:] = kept[name]
