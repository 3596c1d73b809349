"""The plan run: analyse what is to be placed, place it, as pure functions."""
