"""Which term a calendar file is for, as far as the person who imports it says so (rules IMPORT-17 and IMPORT-18)."""

from dataclasses import dataclass
from datetime import date
from typing import Self

from domain.errors import InvalidInput
from domain.term.calendar import DEFAULT_SECTIONS, SectionTime, Term

_SOME_MONDAY = date(2001, 1, 1)


@dataclass(frozen=True, slots=True)
class Consent:
    """What the person who imports agrees to.

    Attributes:
        displace: that tasks lose the places that courses now need (rule IMPORT-30).
        twin: that a term comes to be that is like another (rule IMPORT-31).
    """

    displace: bool = False
    twin: bool = False


NO_CONSENT = Consent()


@dataclass(frozen=True, slots=True)
class TermChoice:
    """What is said of the term; what is None is guessed from the file (rule IMPORT-11).

    Attributes:
        first_monday, weeks, zone, sections: as in a term; sections are the default ones where none are given.
        term_id: a term that is stored already, and then nothing else is said.

    Raises:
        InvalidTerm: no term can be of what is given.
        InvalidInput: a stored term is named and something is said of it.
    """

    first_monday: date | None = None
    weeks: int | None = None
    zone: str | None = None
    sections: tuple[SectionTime, ...] | None = None
    term_id: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is wrong before anything is read."""
        self.completed(_SOME_MONDAY, 1, "UTC")
        said = {name: getattr(self, name) for name in ("first_monday", "weeks", "zone", "sections")}
        told = ", ".join(f"{name}={value}" for name, value in said.items() if value is not None)
        if self.term_id is not None and told:
            raise InvalidInput(f"the term {self.term_id!r} is what it is: leave out {told}, or import into a new term")

    @classmethod
    def of(cls, term: Term | None) -> Self:
        """All of a term, or nothing."""
        return cls() if term is None else cls(term.first_monday, term.weeks, term.zone, term.sections)

    def completed(self, first_monday: date, weeks: int, zone: str) -> Term:
        """The term of what is said and, where nothing is, of these.

        Raises:
            InvalidTerm: there is no such term.
        """
        return Term(
            first_monday=first_monday if self.first_monday is None else self.first_monday,
            weeks=weeks if self.weeks is None else self.weeks,
            zone=zone if self.zone is None else self.zone,
            sections=self.sections or DEFAULT_SECTIONS,
        )
