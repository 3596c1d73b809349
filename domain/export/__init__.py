"""A timetable as files that other programs read: iCalendar, a table, a picture of a week."""
