"""The title of a session until a better one is found: the first words that were said in it (rule TURN-12)."""

LONGEST = 40
"""Characters of a title."""


def first_words(text: str) -> str:
    """The beginning of a text on one line, cut between words where it has blanks; empty where it shows nothing."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[:500]).split())
    if len(line) <= LONGEST:
        return line
    cut = line[: LONGEST - 1]
    blank = cut.rfind(" ")
    return f"{cut[:blank] if blank > LONGEST // 2 else cut}…"
