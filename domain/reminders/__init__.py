"""Durable one-shot reminders: the rules of their log, tools, timing and words (rules REMIND-1 to REMIND-26)."""
