"""Terms as programs see them."""

from datetime import date, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, Strict

from api.schemas.moments import Clock, Day
from domain.ids import Ulid
from domain.term.calendar import DEFAULT_SECTIONS, SECTIONS_PER_DAY, SectionTime, Term
from domain.whole import WHOLE


class SectionView(BaseModel):
    """When a section begins and ends, by clocks in the zone of the term."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: Clock
    end: Clock


class TermDraft(BaseModel):
    """A term to be made, in which nothing stands yet.

    Attributes:
        first_monday: first day of week 1.
        zone: IANA name of the zone in which clock times are read.
        sections: sections 1 to 12 in the order of the day; left out for the usual times.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"first_monday": "2026-08-31", "weeks": 18, "zone": "Asia/Shanghai"}]},
    )

    first_monday: Day
    weeks: Annotated[int, Field(ge=1, le=60), WHOLE]
    zone: Annotated[str, Field(min_length=1, max_length=64)] = "Asia/Shanghai"
    sections: (
        Annotated[
            tuple[SectionView, ...], Strict(False), Field(min_length=SECTIONS_PER_DAY, max_length=SECTIONS_PER_DAY)
        ]
        | None
    ) = None

    @property
    def term(self) -> Term:
        """The term it describes.

        Raises:
            InvalidTerm: its first day is no Monday, its zone is unknown, or its sections are in disorder.
        """
        given = self.sections or ()
        sections = tuple(SectionTime(start=section.start, end=section.end) for section in given) or DEFAULT_SECTIONS
        return Term(first_monday=self.first_monday, weeks=self.weeks, zone=self.zone, sections=sections)


class TermView(BaseModel):
    """A term.

    Attributes:
        timetable_version: raised by every change of what stands in it; its ``ETag``.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid
    first_monday: date
    weeks: int
    zone: str
    sections: tuple[SectionView, ...]
    timetable_version: int
    created_at: datetime
