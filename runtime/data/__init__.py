"""The data of a stack as a whole: backed up, restored, deleted (rules STACK-14 to STACK-17)."""
