"""Rat Race, Rack-O and Nines: their rules, a table to play them at, and bots to play against."""

__version__ = "0.1.0"
