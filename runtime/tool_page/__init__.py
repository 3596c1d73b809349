"""The page ``docs/tools.md``, made from the registry of tools (rule TOOL-12)."""
