"""Matches by the hundred: bots against bots on paired deals."""

from __future__ import annotations

from upcard.lab.interval import Interval, interval
from upcard.lab.match import MatchReport, play_pairs

__all__ = ["Interval", "MatchReport", "interval", "play_pairs"]
