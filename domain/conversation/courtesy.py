"""Words that are said out of politeness and decide nothing (rule CHAT-4)."""

from typing import Final

from domain.conversation.cue import words
from domain.refine.place_atoms import EN_DAY

_GREETINGS = (
    r"你好[呀啊]?|您好|哈[喽啰]|嗨|在吗|早上好|上午好|中午好|下午好|晚上好|早安|晚安|大家好|(?:祝你?)?(?:周末|假期|节日|生日|新年|中秋|国庆)(?:愉快|快乐)"
    rf"|\b(?:happy|have\s+a\s+(?:nice|good|great|lovely))\s+(?:{EN_DAY}|weekend|day|evening|holidays?|new\s+year|one)\b"
    r"|\b(?:hi|hello|hey|good\s+(?:morning|afternoon|evening|night))(?:\s+there)?\b"
)
_THANKS = (
    r"(?:多谢|谢谢|感谢|谢啦|谢了|辛苦)(?:你|您|大家)?(?:的)?(?:提醒|帮忙|帮助)?(?:了|啦|哈)?"
    r"|\b(?:thanks|thank\s+you|cheers)(?:\s+(?:a\s+lot|so\s+much|very\s+much|again|in\s+advance|man|mate))?\b"
)
_PLEAS = (
    r"(?:麻烦|劳烦|拜托|烦请)(?:你|您)?(?:了|啦)?|请问一?下?|请(?=[^假教客求])|不好意思|打扰(?:一下|了)?"
    r"|\bplease\b|\bkindly\b|\bexcuse\s+me\b|\bsorry\b"
)
COURTESY: Final = words(rf"{_GREETINGS}|{_THANKS}|{_PLEAS}")
_GREETS: Final = words(rf"{_GREETINGS}|{_THANKS}")
_SALUTE: Final = words(
    rf"(?:{_GREETINGS}|{_THANKS}|{_PLEAS}"
    r"|[吧啊呀哦呢嘛啦哈噢哟~!。,.?;:]|\s|小助手|助手|daywright|\bthat's\s+(?:great|nice|kind)\b|\bagain\b)+"
)


def without_courtesy(text: str) -> str:
    """The text without greetings, thanks and pleas; a plea becomes a blank, so that words do not run together."""
    return " ".join(COURTESY.sub(" ", text).split()).strip(" ,.!~")


def only_salutes(text: str) -> bool:
    """Whether a text greets or thanks and does nothing else."""
    return bool(_SALUTE.fullmatch(text)) and bool(_GREETS.search(text))
