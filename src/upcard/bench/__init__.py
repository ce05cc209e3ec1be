"""How fast the rules are, beside a plain C loop and beside other programs, in one run.

Everything is measured in turn, several rounds long, and compared within a round: what else the machine
does meanwhile slows down both sides of a ratio.
"""

from __future__ import annotations

from upcard.bench.figures import Sample, Spread
from upcard.bench.report import Report
from upcard.bench.run import FULL, QUICK, USUAL, Plan, run

__all__ = ["FULL", "QUICK", "USUAL", "Plan", "Report", "Sample", "Spread", "run"]
