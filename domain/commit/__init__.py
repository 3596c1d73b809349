"""What a commit does to a timetable, and what it takes to undo it (rules CONFIRM-1 to UNDO-6)."""
