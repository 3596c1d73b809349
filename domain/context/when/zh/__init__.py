"""Times in Chinese words (rules WHEN-20 to WHEN-39)."""
