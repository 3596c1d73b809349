"""A message in the one spelling that its words are looked for in (rule CHAT-3)."""

import re
import unicodedata
from typing import Final

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
    "afternon": "afternoon",
    "calender": "calendar",
}
_TRADITIONAL: Final = str.maketrans(
    "後鐘點個時週禮課將這過兩幾還麼為誰裡裏劃動刪鬧設開會間節無沒務業複習總學給說訴讓們調號從與對發應變確認銷儲"
    "書樣哪單測驗實報讀寫練題釋門麗錄關閉鈴喚記慮準備並請問講語數據結構線體歷紀導換優難輕鬆擠滿閒計幫嗎現處檢覽預遲頭畫別歡討厭慣愛論決師電話歲親剛約許識見經談憶筆買醫藥聯郵導號",
    "后钟点个时周礼课将这过两几还么为谁里里划动删闹设开会间节无没务业复习总学给说诉让们调号从与对发应变确认销储"
    "书样哪单测验实报读写练题释门丽录关闭铃唤记虑准备并请问讲语数据结构线体历纪导换优难轻松挤满闲计帮吗现处检览预迟头画别欢讨厌惯爱论决师电话岁亲刚约许识见经谈忆笔买医药联邮导号",
)
_WORD_EN = re.compile(rf"\b(?:{'|'.join(sorted(_SPELLINGS_EN, key=len, reverse=True))})\b", re.ASCII)
_WORD_ZH = re.compile("|".join(_SPELLINGS))


def simplified(text: str) -> str:
    """The text with common traditional characters as simplified ones, letter for letter."""
    return text.translate(_TRADITIONAL)


def plain_text(message: str) -> str:
    """The first 2,000 characters in half width, lower case, single blanks, simplified characters and usual spelling."""
    text = unicodedata.normalize("NFKC", message[:MOST])[:MOST].lower().replace("’", "'").replace("‘", "'")
    text = simplified(" ".join(text.split()))
    text = re.sub(r"(?<=[^\x00-\x7f]) +(?=[^\x00-\x7f])", "", text)
    text = _WORD_EN.sub(lambda found: _SPELLINGS_EN[found[0]], text)
    return _WORD_ZH.sub(lambda found: _SPELLINGS[found[0]], text)


def without_quotes(text: str) -> str:
    """The text with names in quotation marks blanked out: what stands in them is spoken of, not said."""
    return _QUOTES.sub(QUOTED, text)
