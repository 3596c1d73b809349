"""The preview: what a run proposes, how it differs from before and why (rules PREVIEW-1 to PREVIEW-9)."""
