"""The best way down, with what may be laid off and thrown in the same turn."""
