"""Help tests of a rule set, a bot or a store: tables set up card by card, and kits that check them against the rules."""
