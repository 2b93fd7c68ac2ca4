"""Test the project's rules and promises. Tests are named after the clauses and promises that they hold."""
