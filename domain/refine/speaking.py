"""Whether words that name a week speak of its load, and are no question (rule SLICE-10)."""

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


def speaks_of_load(text: str) -> bool:
    """Whether a message that only names weeks wants their load changed."""
    return _LOAD.search(text) is not None and _QUESTION.search(text) is None
