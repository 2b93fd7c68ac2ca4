"""Where the rooms' logs are kept: SQL on SQLite or PostgreSQL, or memory for tests and trials."""
