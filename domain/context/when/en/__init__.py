"""Times in English words (rules WHEN-40 and up)."""
