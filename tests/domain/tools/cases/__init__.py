"""Calls meant to end with one code: for every tool and every code that it can give."""
