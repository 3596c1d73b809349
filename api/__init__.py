"""The HTTP edge: who may ask, how it is asked, and what is answered (rules EDGE-1 to EDGE-54)."""
