"""Calls of language models: one client per endpoint, and what becomes of everything that can go wrong."""
