"""The store of all three books: SQL on SQLite or PostgreSQL, or memory for tests and trials."""
