"""Tables on the net: rooms of people and bots, with one queue for each room and every event in a log."""
