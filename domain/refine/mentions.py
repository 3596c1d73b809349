"""Tasks that a request names, and names that no task bears (rules SLICE-8 and SLICE-9)."""

import re
from collections.abc import Iterable, Sequence

from domain.refine.names import tasks_of
from domain.refine.numerals import comparable
from domain.refine.token import Token
from domain.schedule.state import ScheduleState, Task, class_key, class_rank

_FILLER_EN = (
    r"(?<![a-z])(?:the|my|our|your|its|their|of|in|on|from|at|for|an?|any|these|those|this|that|please|evenly|out|tasks?|items?|work|stuff"
    r"|things?|is|are|was|be|been|being|s|it|them|they|all|ones?|about|around|roughly|should|could|can|would|will|shall|must|may"
    r"|might|go|going|comes?|happens?|occurs?|take\s+place|also|both|just|only|maybe|perhaps|rather|instead|i|me|you|we|have|has|had|got|what|which|whatever|there"
    r"|still|already|left|remaining|planned|scheduled|do|done|to|and|or|then|with|by|so|bit|like|wants?|needs?|d|ll|ve|re|up|over|through|forwards?|back|off|something|anything|everything|load|workload|stud(?:y|ies|ying)|homework|assignments?|sessions?|lessons?|plan|schedule"
    r"|if|possible|really|ideally|best|always|supposed|ought|need|let)(?![a-z])"
    r"|[\s'’\"“”「」『』《》（）()?!:;,.，。：；？！-]"
)
_FILLER_ZH = (
    r"的|每天|任务量|任务|安排|日程|计划|事情|事项|事儿?|内容|东西|作业|活儿?|学习量|负担|负荷|课?时段|[那这](?:[一两几三四]?[章节个门项天课部块讲]分?|些|里|边|儿)"
    r"|(?:几|别的)?(?:天|日子|日期|时间|时候)|[只仅光单]动|只|它们|剩下|其余|其他|现在|已经|里面?|上面?|我们?|都|全|也|它|在(?=的|$)|均匀|均衡|平均|分散|铺开|匀一?匀|摊开?|太?满|太[多累挤忙]|多余|一下"
    r"|一共|总共|合计|拢共|每个?|整体|整个儿?|一起|一块儿?|一并|一同|统一|一律|一概|固定|通通|统统|集体|逐一|[出过]来|[出过]去|起来"
    r"|能不能|可不可以|行不行|好不好|能|可以|大概|大约|差不多|左右|是|了|吧|吗|呢|啊|哦|呀|这|那"
)
_BEFORE_ZH = (
    r"随便|随机|[拿抽取拨匀腾][出掉]?|[挪移搬调换]动?|习惯于?|喜欢|偏好|更?愿意|倾向于?|任意|任选|挑选?|选|其中|你|请|帮忙?|给|麻烦|尽量|最好|往|从|再|先|就|还|把|将|让|想要?|要|希望|应该|需要"
    r"|打算|准备|干脆|可|讲|关于|学习|同学"
)
_AFTER_ZH = r"学习|我|习惯于?|喜欢|更?愿意|都?排在?|放在?|给|要|想|应该|需要"
_AROUND = re.compile(
    rf"^(?:{_FILLER_ZH}|{_BEFORE_ZH}|{_FILLER_EN})+|(?:{_FILLER_ZH}|{_AFTER_ZH}|{_FILLER_EN})+$", re.IGNORECASE
)
_RANGE = re.compile(r"\s*(?:到|至|-|~|～|—|–|through)\s*")
_WORDS_BETWEEN = r"\b(?:the|my|a|an|on|about|of|for|in|one|part)\b"
_LISTED = re.compile(r"[、,，和与及跟]|\band\b", re.IGNORECASE | re.ASCII)


def named_in(
    text: str, start: int, end: int, found: Sequence[Token], state: ScheduleState
) -> tuple[tuple[int, ...], str]:
    """The tasks named between two places of the text, and a name there that fits no task.

    A class with a part of a name, such as 概率论第三章, means the tasks of that class whose name has the part.
    """
    ids: list[int] = []
    unknown = ""
    whole: list[int] = []
    for words, tokens, begin in _items(text, start, end, found):
        given, whole = _given(state, text, tokens, whole)
        rest = _AROUND.sub("", words)
        among = given or [task.state_id for task in tasks_of(state)]
        fitting = [n for n in among if _fits(rest, state.by_id[n])] if rest else given
        strange = len(rest) > 1 and not fitting
        ids += fitting if fitting or strange else given
        unknown = unknown or (_quoted(text, begin, rest, tokens) if strange else "")
    return tuple(dict.fromkeys(ids)), unknown


def counts_names(text: str, start: int, end: int, found: Sequence[Token], state: ScheduleState) -> bool:
    """Whether a count says how many tasks a part of a name fits (两个听力和阅读), rather than how many of all."""
    items = [(_AROUND.sub("", words), tokens) for words, tokens, _begin in _items(text, start, end, found)]
    for rest, tokens in items if len(items) > 1 else ():
        counts = [value for token in tokens if token.kind == "count" for value in token.values]
        if counts and rest and not any(token.kind == "named" for token in tokens):
            return sum(_fits(rest, task) for task in tasks_of(state)) == counts[0]
    return False


def _given(state: ScheduleState, text: str, tokens: Sequence[Token], whole: list[int]) -> tuple[list[int], list[int]]:
    """The tasks that the names of one listed thing have in common, and the class that the next one may be of.

    In 电磁场的习题四、习题五 the class is said once.
    """
    names = [token for token in tokens if token.kind == "named"]
    given: list[int] = []
    for index, token in enumerate(names):
        ids = [int(n) for n in token.values]
        common = [n for n in given if n in ids]
        spanned = index > 0 and _RANGE.fullmatch(text[names[index - 1].end : token.start]) is not None
        given = _from_to(state, given, ids) if spanned else common or [*given, *ids]
    own = [n for n in given if n in whole]
    said = "".join(text[token.start : token.end] for token in tokens if token.kind == "named").lower()
    classes = {state.by_id[n].category for n in given if state.by_id[n].category.lower() in said}
    return own or given, [task.state_id for task in tasks_of(state) if task.category in classes] or whole


def _from_to(state: ScheduleState, first: Sequence[int], last: Sequence[int]) -> list[int]:
    """习题一到习题三: all of the class between the two, in class order."""
    ends = [state.by_id[n] for n in (*first[-1:], *last[:1])]
    if len({class_key(task) for task in ends}) != 1:
        return [*first, *last]
    low, high = sorted(class_rank(task) for task in ends)
    own = [t for t in tasks_of(state) if class_key(t) == class_key(ends[0]) and low <= class_rank(t) <= high]
    return list(dict.fromkeys((*first, *(task.state_id for task in own))))


def _fits(part: str, task: Task) -> bool:
    """Whether the words stand in the class or name of the task: as written, or as single English words."""
    name = f"{task.category} {task.name}"
    pattern = re.escape(comparable(part)) + (r"(?!\d)" if part[-1].isdigit() else "")
    if (len(part) > 2 or not part.isascii()) and re.search(pattern, comparable(name)):
        return True
    words = re.findall(r"[a-z]+|\d+", re.sub(_WORDS_BETWEEN, " ", part.lower())) if part.isascii() else []
    known = re.findall(r"[a-z]+|\d+", name.lower())
    return bool(words) and all(word in known or word.rstrip("s") in known for word in words)


def _quoted(text: str, begin: int, rest: str, tokens: Sequence[Token]) -> str:
    """The words that fit no task, with the name before them unless that is a class."""
    named = next((token for token in tokens if token.kind == "named"), None)
    if named is None or len(named.values) > 1 or rest not in text[named.start :]:
        return rest
    return text[named.start : text.index(rest, max(begin, named.start)) + len(rest)]


def _items(text: str, start: int, end: int, found: Sequence[Token]) -> Iterable[tuple[str, list[Token], int]]:
    """The listed things between two places: the words that are in no token, the tokens, and where it begins."""
    inside = [token for token in found if start <= token.start < end]
    words, tokens, place, begin = "", list[Token](), start, start
    for token in (*inside, Token("break", (), end, end)):
        parts = _LISTED.split(text[place : token.start])
        for part in parts[:-1]:
            yield words + part, tokens, begin
            words, tokens, begin = "", [], place
        words, place = words + parts[-1], token.end
        tokens.append(token)
    yield words, tokens, begin
