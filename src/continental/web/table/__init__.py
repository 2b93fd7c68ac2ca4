"""Serve a room's page: its messages and acts, its socket, and the view of a seat."""
