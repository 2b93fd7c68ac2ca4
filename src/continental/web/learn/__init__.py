"""Serve the pages for learning and checking: finished deals, the score sheet, the played example and the rules."""
