"""Preparing a meeting room, and what a person's own changes teach: pure rules."""
