"""A match as a text that a person can read and a program can parse, and the same as JSON."""

from __future__ import annotations

from upcard.record.filed import ContinuedChance, FiledChance, expect_all_used, expect_ending, expect_score
from upcard.record.match import Ending, Lines, Move, Note, Proof, Record, RoundScore, one_line

__all__ = [
    "ContinuedChance",
    "Ending",
    "FiledChance",
    "Lines",
    "Move",
    "Note",
    "Proof",
    "Record",
    "RoundScore",
    "expect_all_used",
    "expect_ending",
    "expect_score",
    "one_line",
]
