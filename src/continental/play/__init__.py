"""What a match is made of: positions, events, actions, refusals, views and records; no rule stands here."""
