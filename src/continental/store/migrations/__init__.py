"""The steps that bring a database to its present form, run when the server starts."""
