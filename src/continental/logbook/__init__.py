"""The event log that rooms, pads and seasons are kept in: one kind of log, three books."""
