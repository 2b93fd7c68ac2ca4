"""How far a hand is from its contract."""
