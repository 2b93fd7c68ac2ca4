"""Continental Rummy and its family: rules, exact melds, bots, a table for friends, and the money on it."""

__version__ = "0.1.0"
