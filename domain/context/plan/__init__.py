"""The context plan: what must be looked up, where, and for which time, before a message is answered (rules CONTEXT)."""
