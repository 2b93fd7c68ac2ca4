"""How much a hidden hand counts, how it is arranged, and which endings it may declare."""
