"""What of a person's days a message needs to be understood: times in plain words, the context plan, and recall."""
