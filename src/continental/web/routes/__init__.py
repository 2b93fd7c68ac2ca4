"""Declare the addresses, in one module for each subject."""
