"""Courses and tasks that a question names, also by short forms such as 高数 for 高等数学 (rule CHAT-15)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from domain.conversation.agenda import Agenda, AgendaRow
from domain.conversation.cue import words
from domain.conversation.plain_text import plain_text, simplified
from domain.conversation.question_chapters import chapter_of, chapters_in, is_joined
from domain.conversation.times_said import TIME
from domain.refine.names import name_pattern

BLANK: Final = "□"
_ORDINAL = re.compile(
    r"第(?:[0-9]+|[一二三四五六七八九十]+)(?:单元|[章讲回])|(?:chapter|lesson|unit|lecture)\s+\d+", re.IGNORECASE
)
_PUNCTUATION = re.compile(r"[\s\-_.]+")
_TEACHER = re.compile(r"([\u4e00-\u9fff])老师")
_QUOTED = re.compile(r"「[^」]+」|『[^』]+』|“[^”]+”|《[^》]+》|\"[^\"]+\"")
_SUBJECT: Final = words(
    r"(?:离散|大学|高等|普通|工程|有机|无机|线性|数据|操作|计算机"
    r"|电路)?(?:数学|物理|化学|英语|法语|日语|生物|政治|语文|力学"
    r"|统计学?|代数|概率论?|微积分"
    r"|结构|系统|原理|数据库|算法|编译|网络|经济学?|会计|心理学|哲学|大物|高数|线代|毛概|马原|离散|计组)"
    r"|期[中末]考试?|考试|四级|六级|论文|实验|报告|作文|听力|口语|单词"
    r"|\b(?:maths?|physics|chemistry|biology|calculus|algebra|statistics"
    r"|economics|history|english|french|programming|thesis"
    r"|essay|lab(?:\s+report)?|quiz|presentation|exams?|midterms?)\b"
)
_RUN = re.compile(r"[\u3400-\u9fff]{2,}")
_WORD_EN = re.compile(r"[a-z][a-z'-]{3,}")
_COMMON: Final = words(
    rf"{TIME}|[的了吗呢吧啊呀嘛么是在有没我你他她它们和与跟及把被给去来要能都也还就又再先后几哪谁多少这那个节门堂次项第章]"
    r"|习题|练习|复习|题目|什么|啥|怎么|为何|为什么|时候|时间|教室|老师|上课|下课|课表"
    r"|课程|任务|作业|安排|计划|方案|预览|冲突|排到|排在|放在|放到"
    r"|挪到|移到|排|挪|课"
    r"|请问|帮|看看|告诉|知道|想|问|一下|最|空|忙|满|完成|做完|开始|结束|今|明|天|日"
)
_COMMON_EN: Final = words(
    r"\b(?:class|classes|lectures?|lessons?|courses?|tasks?|work"
    r"|homework|assignments?|plan|planned|scheduled?|timetable"
    r"|weeks?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight|mornings?|afternoons?|evenings?|nights?"
    r"|free|busy|many|much|what|when|where|which|there|have|does|with|that|this|next|last|first|times?|room|teacher"
    r"|chapters?|units?|exercises?|reads?|parts?|reviews?|sections?|show|about|into|from|will|still|moved?|place|placed"
    r"|done|left|your|mine|they|them|been|were|should|could|would|anything|something|nothing|before|after|tell|start"
    r"|finish|finished|ended|hours?|days?)\b"
)


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """A course or a task by its kind, class and name."""

    kind: Literal["course", "task"]
    group: str
    name: str


def things_of(agenda: Agenda) -> tuple[Thing, ...]:
    """All courses and tasks of an agenda, each once."""
    rows = (Thing(row.kind, row.group, row.name) for row in (*agenda.rows, *agenda.standing))
    waiting = (Thing("task", one.group, one.name) for one in agenda.waiting)
    return tuple(dict.fromkeys((*rows, *waiting)))


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    things: frozenset[Thing]


def named_in(text: str, things: Iterable[Thing]) -> tuple[tuple[Thing, ...], str]:
    """The things that a text names, and the text with a blank for each name.

    Args:
        text: as ``plain_text`` gives it.
        things: all that may be named.
    """
    known = tuple(things)
    found = _mentions(text, known)
    meant = _narrowed([mention.things for mention in found])
    return tuple(thing for thing in known if any(thing in each for each in meant)), _blanked(text, found)


def _mentions(text: str, known: tuple[Thing, ...]) -> list[_Mention]:
    found = list(_apart((*_exact(text, known), *_numbered(text, known))))
    found += _apart(_short(_blanked(text, found), known))
    return sorted(found, key=lambda mention: mention.start)


def absent_chapter(text: str, things: Iterable[Thing]) -> tuple[str, tuple[Thing, ...]] | None:
    """A chapter that what it is said to be of does not have, and what that is; None where there is no such chapter.

    Args:
        text: as ``plain_text`` gives it.
        things: all that may be named.
    """
    known = tuple(things)
    found, chapters = _mentions(text, known), list(chapters_in(text))
    whole = [each for each in found if all(one.end <= each.start or each.end <= one.start for one in chapters)]
    for chapter in chapters:
        own = [each for each in found if each.start <= chapter.start and chapter.end <= each.end]
        if any((each.start, each.end) != (chapter.start, chapter.end) for each in own):
            continue
        beside = is_joined(text, chapter, [(each.start, each.end) for each in whole])
        there = [each for each in whole if (each.start, each.end) == beside] or ([] if own else whole or found)
        groups = {thing.group for each in there for thing in each.things if thing.kind == "task"}
        meant = tuple(
            thing
            for thing in known
            if any(thing in each.things for each in there) or (thing.kind == "task" and thing.group in groups)
        )
        counted = any(thing.kind == "task" for thing in meant) or chapter.is_of_book
        if meant and counted and not any(chapter.is_same(chapter_of(thing.name)) for thing in meant):
            return chapter.words, meant
    return None


def taught_or_held(text: str, agenda: Agenda) -> tuple[Thing, ...]:
    """The courses of a teacher, or in a room, that a text names: 李老师 is whoever teaches and is called 李.

    Args:
        text: as ``plain_text`` gives it.
    """
    called = {found[1] for found in _TEACHER.finditer(text)}
    found = (row for row in agenda.rows if row.kind == "course" and _is_named(text, called, row))
    return tuple(dict.fromkeys(Thing(row.kind, row.group, row.name) for row in found))


def _is_named(text: str, called: set[str], row: AgendaRow) -> bool:
    names = (_PUNCTUATION.sub("", plain_text(name)) for name in (row.teacher, row.place))
    said = any(len(name) > 1 and name in _PUNCTUATION.sub("", text) for name in names)
    return said or simplified(row.teacher[:1]) in called


def unknown_in(text: str) -> str:
    """A chapter, a subject, or something in quotation marks, that a text speaks of; empty where there is none.

    Args:
        text: in which the names that are known are blank.
    """
    chapter = next(chapters_in(text), None)
    if chapter is not None:
        return chapter.words
    found = _QUOTED.search(text) or _SUBJECT.search(text)
    return found[0].strip('「」“”"《》『』') if found else ""


def _blanked(text: str, mentions: Iterable[_Mention]) -> str:
    """The text with as many blanks as a name has letters, so that all else stays in its place."""
    for mention in mentions:
        text = f"{text[: mention.start]}{BLANK * (mention.end - mention.start)}{text[mention.end :]}"
    return text


def _exact(text: str, things: tuple[Thing, ...]) -> Iterator[_Mention]:
    forms: dict[str, set[Thing]] = {}
    for thing in things:
        for form in _forms(thing):
            forms.setdefault(form, set()).add(thing)
    for form, meant in forms.items():
        # Most forms are not there at all, and to look for a part of one is cheap.
        if form[0] in text:
            for match in name_pattern(form).finditer(text):
                yield _Mention(match.start(), match.end(), frozenset(meant))


def _numbered(text: str, things: tuple[Thing, ...]) -> Iterator[_Mention]:
    """Chapters by their numbers, in whichever language the name and the text have them."""
    for chapter in chapters_in(text):
        meant = frozenset(thing for thing in things if chapter.is_same(chapter_of(thing.name)))
        if meant:
            yield _Mention(chapter.start, chapter.end, meant)


def _forms(thing: Thing) -> Iterator[str]:
    ordinal = _ORDINAL.match(thing.name)
    forms = {thing.name, thing.group, f"{thing.group} {thing.name}" if thing.group else ""}
    if ordinal:
        forms |= {ordinal[0], f"{thing.group} {ordinal[0]}"}
    return (plain for form in forms if len(plain := plain_text(form)) > 1)


def _short(text: str, things: tuple[Thing, ...]) -> Iterator[_Mention]:
    """Short forms: letters of one name in its order, or a word of it."""
    bare = _COMMON.sub(lambda found: BLANK * len(found[0]), text)
    runs = [(run.start(), run[0]) for run in _RUN.finditer(bare)]
    for thing in things:
        for form in (thing.name, thing.group):
            for start, run in runs:
                yield from _pieces(thing, simplified(form), start, run)
            for word in _WORD_EN.finditer(bare):
                if not _COMMON_EN.fullmatch(word[0]) and _has_word(form, word[0]):
                    yield _Mention(word.start(), word.end(), frozenset((thing,)))


def _pieces(thing: Thing, form: str, start: int, run: str) -> Iterator[_Mention]:
    for length in range(min(len(run), len(form)), 1, -1):
        pieces = ((at, run[at : at + length]) for at in range(len(run) - length + 1))
        fitting = [at for at, piece in pieces if piece in form or (piece[0] == form[0] and _in_order(piece, form))]
        fitting = [at for at in fitting if at < 2 and len(run) - at - length < 2]
        if fitting:
            yield from (_Mention(start + at, start + at + length, frozenset((thing,))) for at in fitting)
            return


def _in_order(piece: str, form: str) -> bool:
    letters = iter(form)
    return all(letter in letters for letter in piece)


def _has_word(form: str, word: str) -> bool:
    return word in (part.strip(".,:;()").lower() for part in form.split())


def _apart(mentions: Iterable[_Mention]) -> Iterator[_Mention]:
    """Of mentions that overlap the longest; several of the same place are one."""
    by_place: dict[tuple[int, int], frozenset[Thing]] = {}
    for mention in mentions:
        place = (mention.start, mention.end)
        by_place[place] = by_place.get(place, frozenset()) | mention.things
    kept: list[tuple[int, int]] = []
    for start, end in sorted(by_place, key=lambda place: (place[0] - place[1], place)):
        if all(end <= other[0] or start >= other[1] for other in kept):
            kept.append((start, end))
            yield _Mention(start, end, by_place[start, end])


def _narrowed(meant: list[frozenset[Thing]]) -> list[frozenset[Thing]]:
    """ "The second chapter of statistics" is what both names are about."""
    kept: list[frozenset[Thing]] = []
    context: frozenset[Thing] = frozenset()
    for things in meant:
        shared = context & things
        if not shared:
            context = things
            kept.append(things)
        elif kept[-1] is context:
            kept[-1] = shared
        else:
            kept.append(shared)
    return kept
