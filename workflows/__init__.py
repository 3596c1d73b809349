"""Orchestration only: which step follows which. Rules live in the domain, effects in the activities."""
