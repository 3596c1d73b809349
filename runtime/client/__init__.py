"""The HTTP API as a program sees it: typed calls, tried again where that is safe, and runs followed to their end."""
