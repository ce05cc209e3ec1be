"""Training: how the weights that come with the package are made, from nothing."""

from upcard.train.contract import Course, Trainer

__all__ = ["Course", "Trainer"]
