"""A second reading of what the composite tools promise, sharing no code with how they keep it."""
