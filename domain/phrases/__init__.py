"""Every sentence of the schedule and its tools, in both languages; the Chinese ones are an interface (rule TOOL-3)."""
