"""A room's page: its messages and acts, its socket, and what it shows a seat."""
