"""The addresses, one module for each thing that they are about."""
