"""What is said to a message that asks for nothing that Daywright does (rule TURN-11)."""

from typing import Final

from domain.conversation.courtesy import only_salutes
from domain.conversation.cue import words
from domain.conversation.plain_text import plain_text
from domain.schedule.state import Locale
from domain.turns.wording import say

_THANKS: Final = words(r"谢|辛苦|\bthank|\bthx\b|\bcheers\b")


def plain_reply(locale: Locale, message: str) -> str:
    """Thanks and greetings are returned; with anything else the person is told what can be asked for."""
    text = plain_text(message)
    abilities = say(locale, "plain.abilities")
    if not only_salutes(text):
        return say(locale, "plain.other", abilities=abilities)
    return say(locale, "plain.thanks") if _THANKS.search(text) else say(locale, "plain.hello", abilities=abilities)
