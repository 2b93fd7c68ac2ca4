"""What holds the project to its word: named after the clauses and promises they test."""
