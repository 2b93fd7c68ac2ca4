"""What tests of a rule set, a bot or a store are built from: tables set up card by card, and kits that hold them to the rules."""
