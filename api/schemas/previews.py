"""Previews as programs see them."""

from datetime import datetime

from domain.ids import Ulid
from domain.preview.body import PreviewBody


class PreviewView(PreviewBody):
    """One revision of the plan of a session, with a reason for every change.

    Attributes:
        term_id: the term it is made for.
        timetable_version: version of the term's timetable it was made for.
        created_at: when it was saved.
    """

    term_id: Ulid
    timetable_version: int
    created_at: datetime
