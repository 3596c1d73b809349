"""What remains of a message once corrections are made and conditions decided (rules HONEST-3 to 5, HONEST-11)."""

from dataclasses import dataclass
from typing import Literal

from domain.refine.atoms import tokens
from domain.refine.calendar import Said
from domain.refine.conditions import settled
from domain.refine.corrections import corrected, taken_back
from domain.refine.fallbacks import first_choice, unless_full, unless_words
from domain.refine.names import name_atoms
from domain.refine.spacing import spaced
from domain.refine.token import Token
from domain.schedule.state import ScheduleState

Held = Literal["", "untrue", "undecided", "withdrawn", "nowhere"]


@dataclass(frozen=True, slots=True)
class Heard:
    """A message made ready to be read.

    Attributes:
        message: the words of the person, spaced as SLICE-17 says.
        text: what is asked for.
        tokens: its tokens.
        withheld: the words that keep all of it from being done; empty where none do.
        why: what they are: a condition that is untrue or cannot be decided, words that take the request back, or a
            place out of which nothing can go because the window has no other.
        second: the request with the place to take where the first has no room (HONEST-12); empty where none is said.
    """

    message: str
    text: str
    tokens: tuple[Token, ...]
    withheld: str = ""
    why: Held = ""
    second: str = ""


def hear(message: str, state: ScheduleState | None, said: Said) -> Heard:
    """Make the corrections of a message and decide its conditions."""
    atoms = name_atoms(state) if state is not None else ()

    def read(text: str) -> tuple[Token, ...]:
        return tokens(text, said, atoms)

    said_at_all = spaced(message)
    chosen, instead = first_choice(said_at_all)
    second = corrected(instead, read)
    if second == instead or not instead:
        chosen, second = said_at_all, ""
    unless, dropped = unless_full(chosen)
    text = corrected(unless, read)
    back = taken_back(text)
    if back:
        return Heard(said_at_all, text, read(text), back, "withdrawn")
    done = settled(text, state, said, read)
    why: Held = "" if done.answer == "true" else done.answer
    if dropped and done.withheld.endswith(unless_words(dropped)):
        return Heard(said_at_all, done.text, read(done.text), dropped, "withdrawn" if why == "untrue" else why)
    return Heard(said_at_all, done.text, read(done.text), done.withheld, why, second)
