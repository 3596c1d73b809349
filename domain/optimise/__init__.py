"""Optimal answers: spreading a set evenly, and placing tasks for the first time."""
