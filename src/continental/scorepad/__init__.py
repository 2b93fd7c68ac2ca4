"""A match on paper: a table deals its own cards, types what each hand came to, and the rules do the sums."""
