"""What a question of recall is about beside its time: the words that an answer must have (rule MEMORY-45)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from domain.context.plan.folding import blotted, folded
from domain.context.plan.matching import all_hits, first_hits
from domain.context.plan.subject import subject_of
from domain.context.recall.terms import terms_of
from domain.context.when.find import find_times
from domain.conversation.cue import words
from domain.conversation.plain_text import plain_text, simplified
from domain.conversation.recall_owned import owned_in
from domain.schedule.state import Locale

_MANNER: Final = ("importance", "mention", "past")
_ANY: Final = (
    *("commitments_and_decisions", "people", "places", "busy_times", "reviews", "doings", "open_items", "preferences"),
    "goals",
)
_WHOEVER: Final = ("我是谁", "who am i")
_OF_ASKING: Final = frozenset(
    (
        *(
            "钟",
            "次",
            "时候",
            "哪天",
            "哪一天",
            "几天",
            "本书",
            "件事",
            "哪件",
            "哪位",
            "来着",
            "remind",
            "meet",
            "met",
        ),
        *("day", "days", "week", "weeks", "month", "months", "ever", "thing"),
    )
)
_ALSO: Final = {
    "名字": ("我叫", "我姓", "my name"),
    "name": ("call me", "我叫"),
    "生日": ("birthday",),
    "birthday": ("生日",),
    "考试": ("考", "exam"),
    "exam": ("考试", "考"),
    "截止": ("之前", "前交", "deadline", "due"),
    "deadline": ("截止", "due"),
}
"""How people tell what a word of the table asks for."""

_ELSE: Final = words(r"考虑|参考|思考|考勤|考古|考察|考量")


@dataclass(frozen=True, slots=True)
class About:
    """A word of a question, and the ways in which an answer may say it."""

    word: str
    forms: tuple[str, ...]


def asked_about(message: str, now: datetime, locale: Locale) -> tuple[About, ...]:
    """The names and topics of a question; none where it asks for whatever there is.

    Args:
        now: aware; when it was asked.
    """
    message = simplified(message)
    plain = folded(message)
    found = find_times(message, now, locale)
    spans = [(each.start, each.end) for each in found.times] + [(each.start, each.end) for each in found.impossible]
    masked = blotted(plain, spans)
    hits = all_hits(masked)
    bare = blotted(masked, ((hit.start, hit.end) for hit in hits))
    topics = [
        About(hit.keyword.word, (*hit.keyword.forms, *_ALSO.get(hit.keyword.word, ())))
        for hit in first_hits(hits)
        if not hit.keyword.topic.unsaid
        and hit.keyword.topic.query_type not in _ANY
        and not hit.keyword.topic.traits & set(_MANNER)
        and hit.keyword.word not in _WHOEVER
    ]
    names = [About(word, (word,)) for word in subject_of(bare, message) if word.lower() not in _OF_ASKING]
    return _with_owned((*names, *topics), plain_text(message))


def _with_owned(about: tuple[About, ...], plain: str) -> tuple[About, ...]:
    """The same with what belongs to somebody, and with all words for it (rule MEMORY-51)."""
    owned = dict(owned_in(plain))
    known = [About(one.word, (*one.forms, *owned.pop(one.word.lower(), ()))) for one in about]
    rest = (About(word, forms) for word, forms in owned.items() if not any(word in each.word for each in known))
    return (*known, *rest)


def fits(text: str, about: tuple[About, ...]) -> int:
    """How many of the words a text has."""
    plain = _ELSE.sub(" ", simplified(folded(text)))
    return sum(any(_has(plain, simplified(folded(form))) for form in each.forms) for each in about)


def _has(text: str, word: str) -> bool:
    """Whether the text has the word, or, of a longer Chinese one, at least half of its pairs of characters."""
    if word.isascii():
        return word in text if len(word) > 3 else f" {word} " in f" {text} "
    if word in text:
        return True
    pairs = {term for term in terms_of(word) if len(term) == 2 and not term.isascii()}
    return len(pairs) > 1 and 2 * len(pairs & terms_of(text)) >= len(pairs)
