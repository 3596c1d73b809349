"""The refine run: contract, plan, slice, route, react, hard check and summary as pure functions."""
