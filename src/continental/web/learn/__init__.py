"""What one looks at to learn and to check: finished deals, the score sheet, the played example and the rules."""
