"""Calls with what is said of them, to the character."""
