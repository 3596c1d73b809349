"""What a turn of a conversation knows from step to step, what it reads in a message, and what it says."""
