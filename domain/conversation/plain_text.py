"""A message in the one spelling that its words are looked for in (rule CHAT-3)."""

import re
import unicodedata
from typing import Final

from domain.conversation.traditional import SIMPLIFIED

MOST = 2000
QUOTED = "□"
_QUOTES = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|《[^》]*》|\"[^\"]*\"|(?<![a-z])'[^']*'(?![a-z])")
_SPELLINGS: Final[dict[str, str]] = {
    "按排": "安排",
    "安徘": "安排",
    "又什么": "有什么",
    "又空": "有空",
    "提醉": "提醒",
    "题醒": "提醒",
    "醒提": "提醒",
    "挪倒": "挪到",
    "移倒": "移到",
    "撤消": "撤销",
    "星其": "星期",
    "礼败": "礼拜",
    "听日": "明天",
    "嗰日": "那天",
    "嗰": "那",
    "点解": "为什么",
    "有冇": "有没有",
    "唔该": "麻烦",
    "唔使": "不用",
    "唔": "不",
    "咗": "了",
    "喺": "在",
    "嘅": "的",
    "咩": "什么",
    "返工": "上班",
    "攞": "拿",
    "朝早": "早上",
    "几时": "什么时候",
    "边个": "谁",
    "边度": "哪里",
}
_SPELLINGS_EN: Final[dict[str, str]] = {
    "pls": "please",
    "plz": "please",
    "thx": "thanks",
    "tmr": "tomorrow",
    "tmrw": "tomorrow",
    "tomorow": "tomorrow",
    "tommorow": "tomorrow",
    "tommorrow": "tomorrow",
    "shedule": "schedule",
    "schedual": "schedule",
    "scedule": "schedule",
    "remaind": "remind",
    "remid": "remind",
    "reminde": "remind",
    "wensday": "wednesday",
    "wednsday": "wednesday",
    "whats": "what's",
    "wheres": "where's",
    "whens": "when's",
    "dont": "don't",
    "cant": "can't",
    "im": "i'm",
    "u": "you",
    "ur": "your",
    "rmnd": "remind",
    "nvm": "never mind",
    "wat": "what",
    "wot": "what",
    "wats": "what's",
    "wots": "what's",
    "gimme": "give me",
    "nxt": "next",
    "abt": "about",
    "tmrow": "tomorrow",
    "2mrw": "tomorrow",
    "wk": "week",
    "thurs": "thursday",
    "tues": "tuesday",
    "arvo": "afternoon",
    "wanna": "want to",
    "gotta": "have to",
    "afternon": "afternoon",
    "calender": "calendar",
}
_WORD_EN = re.compile(rf"\b(?:{'|'.join(sorted(_SPELLINGS_EN, key=len, reverse=True))})\b", re.ASCII)
_WORD_ZH = re.compile("|".join(sorted(_SPELLINGS, key=len, reverse=True)))


def simplified(text: str) -> str:
    """The text with traditional characters as simplified ones, letter for letter."""
    return text.translate(SIMPLIFIED)


def plain_text(message: str) -> str:
    """The first 2,000 characters in half width, lower case, single blanks, simplified characters and usual spelling."""
    text = unicodedata.normalize("NFKC", message[:MOST])[:MOST].lower().replace("’", "'").replace("‘", "'")
    text = simplified(" ".join(text.split()))
    text = re.sub(r"(?<=[^\x00-\x7f]) +(?=[^\x00-\x7f])", "", text)
    text = _WORD_EN.sub(lambda found: _SPELLINGS_EN[found[0]], text)
    return _WORD_ZH.sub(lambda found: _SPELLINGS[found[0]], text)


def quotes_blanked(text: str) -> str:
    """The text in its length, without what stands in quotation marks."""
    return _QUOTES.sub(lambda quoted: QUOTED * len(quoted[0]), text)


def without_quotes(text: str) -> str:
    """The text with names in quotation marks blanked out: what stands in them is spoken of, not said."""
    return _QUOTES.sub(QUOTED, text)
