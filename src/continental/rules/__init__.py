"""Rule sets as data: parts, the tables that say which parts a rule set has, and the sums of match and money."""
