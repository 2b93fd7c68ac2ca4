"""Serve the table to browsers: pages, HTTP addresses and the socket. No rule and no state lives here."""
