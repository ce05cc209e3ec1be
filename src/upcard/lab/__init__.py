"""Matches by the million: bots against bots on paired deals."""

from __future__ import annotations

from upcard.lab.interval import Interval, interval
from upcard.lab.match import MatchReport, play_pairs
from upcard.lab.paths import COMPILED, INTERPRETED, why_interpreted

__all__ = [
    "COMPILED",
    "INTERPRETED",
    "Interval",
    "MatchReport",
    "interval",
    "play_pairs",
    "why_interpreted",
]
