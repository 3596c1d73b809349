"""Terms: weeks, weekdays, sections, clock times and planning windows."""
