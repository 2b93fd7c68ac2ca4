"""The parts of a match: positions, events, actions, refusals, views and records; no rule stands here."""
