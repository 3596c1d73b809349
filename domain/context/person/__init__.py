"""What is known of a person beside the timetable: memories, profile and preferences (rules MEMORY)."""
