"""Where the table of the learned value at Rack-O ends, under its earlier name."""

from __future__ import annotations

from upcard.bots.values.race_net import SIZE

__all__ = ["SIZE"]
