"""Timetables: what a calendar file says, its occurrences in a term, and the courses they add up to."""
