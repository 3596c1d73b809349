"""Whether words speak of a load, or only ask (rule SLICE-10)."""

import re

_LOAD = re.compile(
    r"任务|安排|日程|计划|学习|排|满|多|挤|累|忙|重|乱|紧|作业|事情"
    r"|\b(?:tasks?|schedul\w*|plan\w*|full|busy|busier|much|many|heavy|heavier|load\w*|crowded|packed|work|tight|stuff)\b",
    re.IGNORECASE | re.ASCII,
)
_QUESTION = re.compile(
    r"[?？]|什么|哪|几个|多少|怎么样|如何|吗|呢|\b(?:what|which|when|who|why|how|show|list|tell)\b",
    re.IGNORECASE | re.ASCII,
)
_ASKS = re.compile(
    r"^[\s\"'“‘]*(?:(?:hi|hello|hey|please|so|and|ok(?:ay)?)[\s,.!]+)*(?:(?:when|where|which|who|what|how|why)(?!\s+(?:if|about|not|don['’]?t)\b)\s"
    r"(?!.*\b(?:should|can|could|may|must|shall|moves?|goes|please)\b)|(?:is|are)\s+(?!it\b|you\b|there\s+(?:an?|any)\s+(?:way|chance|possibility|room))"
    r"|(?:do|does|did|have|has)\s+(?:i|we|my)\b)"
    r"|什么时候(?!都)|(?<!不管)哪(?:[一几]?天|些|一?周|几?节)(?!都)|几点|第几节|有什么(?!.*都)|有没有|多少(?:个|节)|怎么样|为什么|为啥|有几个"
    r"|^(?!.*(?:能|可以|可否|行|好|方便|要不要|介意)).*吗[\s?？。！!~]*$",
    re.IGNORECASE | re.ASCII,
)


def asks(text: str) -> bool:
    """Whether a clause asks where things stand: 英语周五学吗, "when is Spanish"; 能学吗 and "could you" are pleas."""
    return _ASKS.search(text) is not None


def speaks_of_load(text: str) -> bool:
    """Whether a message that only names weeks wants their load changed."""
    return _LOAD.search(text) is not None and _QUESTION.search(text) is None
