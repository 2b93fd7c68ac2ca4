"""The moves of rule sets, each a part in a phase's row."""
