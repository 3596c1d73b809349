"""Clauses that give a reason or say how things are, rather than ask for something (rule HONEST-1)."""

import re
from typing import Final

_ASKS_ZH: Final = re.compile(
    r"帮我|帮忙|替我|给我(?!.*(?:累|烦))|请|麻烦|记得|别忘|不要忘|提醒|顺便|顺带|另外|还要你|你(?:再|也|还|帮)|我(?:还|也|就)?(?:想(?:要|让|把)?(?!着|休息)|希望|需要你)|把"
)
_STATES_ZH: Final = re.compile(
    r"^(?:因为?|由于|毕竟|反正|免得|省得|以免|不然|这样|好让|以便|主要是?|考虑到|鉴于|谁知道|万一)"
    r"|^[^，。]{0,10}我(?!们?(?:还|也|就|又)?(?:想(?!着|休息)|希望|需要|要求|把|让))"
    r"|(?:要|得)(?:去|睡|上|开|考|打|参加|陪|接|送|回|见|带|忙|出)"
    r"|^(?:老师|同学|朋友|爸爸?|妈妈?|父母|家人|家里|室友|舍友|公司|学校|领导|老板|导师|学院|女朋友|男朋友|孩子|天气|那天|当天|这天|这几天|那几天|最近|今天|明天|现在|时间|身体|精力|效率|状态)"
    r"|(?:了|呢|啊|的话|吧)$|[太很好挺真]|有点|有些|不太|是(?!不是)|没(?!关系)|有(?!空)|不(?:了|动|完|过来|下|起|进去|上|够|行|方便|好|在|想动|舒服)|考试|生日|放假|上班|加班|出差|开会|聚会|聚餐|旅[游行]|比赛|训练|打工|兼职|实习|面试|体检|看病"
    r"|效率|犯困|活动|讲座|社团|约了|不错|还行|满意|看(?:上去|起来|着)"
    r"|辛苦|谢|拜托|你好|您好|无所谓|都行|随意|可以$"
)
_ASKS_EN: Final = re.compile(
    r"\b(?:please|can\s+you|could\s+you|would\s+you|will\s+you|want|wants|i['’]?d\s+(?:like|love|prefer|rather)|i\s+would|i\s+need\s+you"
    r"|we\s+should|you\s+should|should|remember|remind|don['’]?t\s+forget|make\s+sure|be\s+sure|let['’]?s|let\s+me|let\s+us)\b",
    re.IGNORECASE | re.ASCII,
)
_STATES_EN: Final = re.compile(
    r"^\W*(?:why|how\s+come|overall|looks?|otherwise|because|since|as|given|due|owing|in\s+case|so\s+that|otherwise|after\s+all|otherwise|thanks|thank|hi|hello|hey|sorry|dear)\b"
    r"|^\W*(?:and\s+|but\s+|while\s+)?(?:i|we|he|she|it|they|that|this|there|these|those|nobody|somebody|someone|everyone|my|our|his|her|their)\b"
    r"|^\W*(?:the\s+|[a-z]+['’]s\s+)?(?:[a-z0-9]+\s+){1,5}(?:is|are|was|were|isn['’]t|aren['’]t|has|have|had|gets?|got|makes?|takes?|will|won['’]t|can['’]?t"
    r"|cannot|doesn['’]t|don['’]t|feels?|looks?|seems?|comes?|came|goes|begins?|starts?|ends?|needs?)\b",
    re.IGNORECASE | re.ASCII,
)
_BECAUSE: Final = re.compile(
    r"(?:\b(?:because|since|as|so\s+that|due\s+to|given\s+that)|因为?|由于)\s*$", re.IGNORECASE | re.ASCII
)
_PURPOSE: Final = re.compile(
    r"^\W*(?:(?:in\s+order|so\s+as)\s+)?to\s+[a-z]+\b|^\W*(?:because|since|as|so\s+that|due\s+to|given|for\s+(?:more|better|some))\s+\w"
    r"|^\W*(?:因为?|由于|以便|好让|免得|省得|以免|为了)",
    re.IGNORECASE | re.ASCII,
)
_WIDE: Final = re.compile(r"[\u3400-\u9fff]")


def is_aside(clause: str, before: str) -> bool:
    """Whether a clause only gives a reason, states something, or is a courtesy.

    Args:
        clause: its words.
        before: what stands before it; "because" right there makes it a reason.
    """
    words = clause.strip()
    if _BECAUSE.search(before.rstrip()):
        return True
    if _WIDE.search(words):
        return _ASKS_ZH.search(words) is None and _STATES_ZH.search(words) is not None
    return _ASKS_EN.search(words) is None and _STATES_EN.search(words) is not None


def is_purpose(words: str) -> bool:
    """ "To have some rest" says what something is good for."""
    return _PURPOSE.search(words) is not None
