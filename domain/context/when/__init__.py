"""Times in plain words, Chinese and English: found in a sentence and worked out to half-open ranges (rules WHEN)."""
