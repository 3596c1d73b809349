"""What a message of a conversation is about, and what a reminder in it asks for."""
