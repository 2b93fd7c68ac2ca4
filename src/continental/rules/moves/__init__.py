"""The moves that rule sets are made of, each a part that stands in a phase's row."""
