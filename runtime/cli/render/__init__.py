"""What the terminal shows of a run: its stages, its weeks and its changes (rules PREVIEW-10 to PREVIEW-12)."""
