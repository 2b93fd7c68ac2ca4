"""Serve a score pad's page: the bodies that it sends, its links, its sockets and its answers."""
