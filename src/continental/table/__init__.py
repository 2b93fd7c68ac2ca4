"""The table on the net: rooms where people and bots play, one queue a room, everything that happened in a log."""
