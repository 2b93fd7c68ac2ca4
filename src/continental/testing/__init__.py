"""Parts for tests of a rule set, a bot or a store: tables set up card by card, and kits that hold them to the rules."""
