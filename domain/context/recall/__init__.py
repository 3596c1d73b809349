"""What was said, written and planned, found again (rules RECALL)."""
