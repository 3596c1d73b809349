"""The schedule state: tasks on the days of a window, who occupies what, who is embedded in whom."""
