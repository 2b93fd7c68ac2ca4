"""Studies: what a rule, or a bot, does to the game, over many deals that can each be replayed alone."""
