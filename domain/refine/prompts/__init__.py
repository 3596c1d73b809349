"""What a model is asked at each node of a refine run, and what its answer means (rules ASK-1 to ASK-9)."""
