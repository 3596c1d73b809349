"""Random agendas to ask about."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from domain.conversation.agenda import Agenda, AgendaRow, Waiting
from domain.term.calendar import Term
from domain.term.clock import section_span

TERM = Term(first_monday=date(2026, 8, 31), weeks=6)
ZONE = ZoneInfo(TERM.zone)
DAYS = [TERM.first_monday + timedelta(days=n) for n in range(TERM.weeks * 7)]
COURSES = ("高等数学", "大学英语", "Linear Algebra", "体育与健康")
TASKS = (("概率论", "第一章 事件"), ("概率论", "第二章 变量"), ("History", "Essay on Rome"), ("", "读书笔记"))


def row(
    name: str, day: date, first: int, last: int, *, group: str | None = None, now: datetime | None = None
) -> AgendaRow:
    """A course, or with a class a task."""
    week, weekday = TERM.position(day)
    starts_at, ends_at = section_span(TERM, day, first, last)
    kind = "course" if group is None else "task"
    return AgendaRow(
        id=name if kind == "course" else f"task {name}",
        kind="course" if group is None else "task",
        name=name,
        day=day,
        week=week,
        weekday=weekday,
        first=first,
        last=last,
        starts_at=starts_at,
        ends_at=ends_at,
        place="A-101" if group is None else "",
        group=group or "",
        done=kind == "task" and now is not None and ends_at.astimezone(UTC) <= now.astimezone(UTC),
    )


@st.composite
def agendas(draw: st.DrawFn) -> Agenda:
    """Courses and tasks on some sections, tasks that wait, and a moment in the term."""
    now = datetime.combine(draw(st.sampled_from(DAYS)), time(draw(st.integers(6, 22)), 30), ZONE)
    places = draw(
        st.lists(st.tuples(st.sampled_from(DAYS), st.sampled_from([1, 3, 5, 7, 9, 11])), unique=True, max_size=30)
    )
    tasks = dict(zip(draw(st.permutations(TASKS)), places[: draw(st.integers(0, len(TASKS)))], strict=False))
    rows = [row(name, day, at, at + 1, group=group, now=now) for (group, name), (day, at) in tasks.items()]
    rows += [
        row(draw(st.sampled_from(COURSES)), day, at, at + draw(st.integers(0, 1))) for day, at in places[len(tasks) :]
    ]
    waiting = tuple(Waiting(f"item {name}", name, group) for group, name in TASKS if (group, name) not in tasks)
    ordered = tuple(sorted(rows, key=lambda each: each.order))
    return Agenda(TERM, now, ordered, waiting, standing=ordered)


QUESTIONS = (
    "今天有什么", "明天上午有课吗", "周三下午有空吗", "第4周有多少节课", "这周哪天最满", "第2周哪天最空",
    "这学期哪周最忙", "哪门课任务最多", "这周哪几天没课", "第3周最长的空闲多久", "现在在上什么",
    "下一节课是什么", "明天第一节是啥", "今天几点下课", "概率论第一章排在哪天", "高数在哪个教室",
    "体育课在星期几", "还有哪些任务没排", "哪些作业做完了", "还剩多少没做完", "为什么把第二章放在周六",
    "上次改了什么", "预览里有什么", "有冲突吗", "今天第几周", "这学期还有几周", "第30周有什么课",
    "接下来三天有什么", "第9章排在哪天", "概率论第九章在哪天",
    "哪个先做完", "这周哪项最后做完", "下午第一节空的有哪几天",
    "when is chapter nine of 概率论", "how many free sections do I have on Tuesday", "周二还剩几节没课",
    "周末有安排吗", "今天晚上有几个任务", "英语谁教的",
    "what do I have tomorrow", "am I free on Friday afternoon", "how many tasks are left this week",
    "what week is it", "which day is the busiest", "when is the essay", "where is linear algebra",
    "what's next", "which tasks are not placed", "how many hours of class next week",
    "哪几天任务超过1个", "这周哪天的课不到两节", "which days have at least 2 classes",
    "days with exactly 2 sections of class",
    "从明天到周五有什么", "am I free from today to Friday", "圣诞节有课吗",
    "when am I free this week", "what is on at 3 pm on Monday of week 2",
)  # fmt: skip
