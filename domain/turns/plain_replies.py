"""What is said to a message that asks for nothing that Daywright does (rule TURN-11)."""

from typing import Final

from domain.conversation.abilities import asks_for_abilities
from domain.conversation.courtesy import only_salutes
from domain.conversation.cue import made_up_of, words
from domain.conversation.plain_text import plain_text
from domain.conversation.stopping import FILLERS, STOPS
from domain.schedule.state import Locale
from domain.turns.wording import say

_THANKS: Final = words(r"谢|辛苦|\bthank|\bthx\b|\bcheers\b")


def plain_reply(locale: Locale, message: str) -> str:
    """Thanks and greetings are returned, and a wish to stop finds nothing; else what can be asked for is told."""
    text = plain_text(message)
    abilities = say(locale, "plain.abilities")
    if made_up_of(text, STOPS, FILLERS, True):
        return say(locale, "stop.nothing")
    if asks_for_abilities(text):
        return say(locale, "plain.able", abilities=abilities)
    if not only_salutes(text):
        return say(locale, "plain.other", abilities=abilities)
    return say(locale, "plain.thanks") if _THANKS.search(text) else say(locale, "plain.hello", abilities=abilities)
