"""The table in the browser: pages, the HTTP addresses and the socket; it holds no rule and no state of its own."""
