"""Matches by the million: bots against bots on paired deals."""

from __future__ import annotations

from upcard.lab.interval import Interval, interval
from upcard.lab.luck import luck_of
from upcard.lab.match import Adjusted, MatchReport, play_pairs
from upcard.lab.paths import COMPILED, INTERPRETED, why_interpreted
from upcard.lab.sprt import Sprt, Verdict

__all__ = [
    "COMPILED",
    "INTERPRETED",
    "Adjusted",
    "Interval",
    "MatchReport",
    "Sprt",
    "Verdict",
    "interval",
    "luck_of",
    "play_pairs",
    "why_interpreted",
]
