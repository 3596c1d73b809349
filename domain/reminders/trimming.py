"""What is taken off the ends of a prompt, and what an id may not have there (rule REMIND-4)."""

from typing import Final

TRIMMED: Final = (
    "\t\n\v\f\r \u00a0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""Every character that counts as blank. Python's own idea of a space differs: it has U+0085 and lacks U+FEFF."""


def trimmed(text: str) -> str:
    """The text without blanks at either end."""
    return text.strip(TRIMMED)


def is_tight(text: str) -> bool:
    """Whether the text is not empty and has no blank at either end."""
    return text != "" and trimmed(text) == text
