"""How a tool gives up: it raises, and the registry makes a result of it (rules TOOL-1 and TOOL-2)."""

from domain.phrases.say import say
from domain.schedule.state import Locale
from domain.tools.results import Code


class Refused(Exception):
    """A call that cannot be carried out. It never leaves the registry.

    Attributes:
        code: the code of the result.
        reason: the sentence behind it; the registry puts the name of the failed action before the sentence.
        facts: further lines about the state that explain the refusal.
        complete: whether the reason is the whole first line and names the action itself.
    """

    def __init__(self, code: Code, reason: str, *facts: str, complete: bool = False) -> None:
        super().__init__(reason)
        self.code, self.reason, self.facts, self.complete = code, reason, facts, complete

    def sentence(self, locale: Locale, tool: str) -> str:
        """The refusal of that tool in one line, beginning with the action that failed."""
        return self.reason if self.complete else say(locale, f"{tool}.failed", reason=self.reason)


def refused(code: Code, locale: Locale, key: str | None = None, **values: object) -> Refused:
    """A refusal whose sentence is the phrase of ``key``, by default that of the code."""
    return Refused(code, say(locale, key or code, **values))
