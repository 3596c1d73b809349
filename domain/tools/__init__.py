"""The tools: the only boundary between a model and a schedule."""
