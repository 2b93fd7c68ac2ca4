"""How the database came to its present form, step by step; run when the server starts."""
