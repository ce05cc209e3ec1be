"""The words that all messages share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

Name = Annotated[str, Meta(max_length=24)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=1 << 31)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Moment = Literal["long", "usual", "short", "none"]
"""How long bots take before they act."""
