"""Errors that only exports meet."""

from domain.errors import Conflict


class FontsMissing(Conflict):
    """No font of the system has the letters of a picture (rule EXPORT-14)."""

    code = "fonts_missing"
