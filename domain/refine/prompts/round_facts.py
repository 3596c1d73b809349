"""The case at hand in a round of react: goal, current task, results so far, budgets (rule ASK-4)."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from domain.refine.memory import RefineMemory
from domain.refine.prompts.calls import Choice, best_places, written_form
from domain.refine.prompts.facts import (
    contract_line,
    goal_days,
    load_lines,
    message_line,
    place_label,
    problem_line,
    quoted,
    said,
    short_line,
    task_line,
    week_label,
)
from domain.refine.wording import say
from domain.schedule.state import ALL_SECTIONS, ScheduleState, class_key, class_rank

MESSAGE_LENGTH, RESULT_LENGTH, OLDER_LENGTH = 400, 600, 60
OLDER, FAILED, NEIGHBOURS = 6, 6, 6
OTHER_WEEKS = 12


def round_facts(state: ScheduleState, memory: RefineMemory, choice: Choice) -> Iterator[str]:
    """What the model of a round needs to know, line by line: all of it figures and quoted names (rule ASK-4)."""
    yield message_line(memory, MESSAGE_LENGTH)
    yield contract_line(memory)
    yield from _goal(state, memory)
    yield from _tasks(state, memory, choice)
    yield from _history(state, memory)
    yield _budget(memory)
    yield problem_line(memory)


def _goal(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    objective, locale = memory.objective, memory.locale
    mode = say(locale, f"mode.{objective.mode}")
    there = len(objective.there(state))
    yield said(
        locale,
        f"目标：{mode}；{len(objective.task_ids)} 个任务中 {there} 个已在目标位置，需要 {objective.at_least} 个",
        f"Goal: {mode}; {there} of {len(objective.task_ids)} tasks are in place, {objective.at_least} must be",
    )
    allowed = objective.sections if memory.current is None else _sections(memory, memory.current)
    if len(allowed) < len(ALL_SECTIONS):
        sections = ", ".join(map(str, allowed))
        yield said(locale, f"只能用这些节次：{sections}", f"Only these sections: {sections}")
    yield said(locale, "目标日的任务量（节）：", "Sections that tasks take on the days of the goal:")
    yield from load_lines(state, goal_days(state, objective), locale)


def _sections(memory: RefineMemory, task_id: int) -> tuple[int, ...]:
    return memory.objective.own_sections.get(task_id, memory.objective.sections)


def _tasks(state: ScheduleState, memory: RefineMemory, choice: Choice) -> Iterator[str]:
    locale = memory.locale
    if len(choice.movers) > 1:
        yield said(locale, "可以移动的任务：", "Tasks that may be moved:")
        yield from (short_line(state, state.by_id[n], locale) for n in choice.movers)
        yield _others(state, memory, choice)
    if memory.current is not None:
        yield from _current(state, memory, memory.current, choice)


def _others(state: ScheduleState, memory: RefineMemory, choice: Choice) -> str:
    """How many tasks of the set are not offered, week by week; they stand in weeks that the request leaves alone."""
    locale = memory.locale
    rest = [state.by_id[n] for n in memory.workset if n not in choice.movers]
    weeks = Counter(state.window.place(task.slots[0].day).week for task in rest if task.slots)
    told = [f"{week_label(week, locale)}: {weeks[week]}" for week in sorted(weeks)[:OTHER_WEEKS]]
    counts = said(locale, "，", ", ").join(told)
    line = said(locale, f"其他周的任务数（不动）：{counts}", f"Tasks of other weeks, left alone: {counts}")
    return line if told else ""


def _current(state: ScheduleState, memory: RefineMemory, current: int, choice: Choice) -> Iterator[str]:
    locale = memory.locale
    task = state.by_id[current]
    length = said(locale, f"，占 {task.length} 节", f", {task.length} sections long")
    yield said(locale, "当前任务：", "Current task: ") + task_line(state, task, locale) + length
    places = best_places(state, memory, current)
    yield (
        said(locale, "最好的空位：", "Best free places:")
        if places
        else said(locale, "没有合适的空位。", "No place fits.")
    )
    names = {day: name for name, day in choice.days.items()}
    for number, place in enumerate(places, start=1):
        call = {"task": task.state_id, "day": names[place.day], "start": place.start}
        yield f"{number}. {place_label(state, place, locale)} = {json.dumps(call, ensure_ascii=False)}"
    near = _neighbours(state, memory, choice)
    if near:
        yield said(locale, "相关任务：", "Tasks near it:")
        yield from (task_line(state, state.by_id[n], locale) for n in near)


def _neighbours(state: ScheduleState, memory: RefineMemory, choice: Choice) -> Sequence[int]:
    """The tasks before and after the current one in its class, then those it may exchange places with."""
    if memory.current is None or len(choice.movers) > 1:
        return ()
    task = state.by_id[memory.current]
    family = sorted((t for t in state.tasks if class_key(t) == class_key(task) and t.slots), key=class_rank)
    place = family.index(task)
    beside = [t.state_id for t in family[max(0, place - 1) : place + 2] if t is not task]
    partners = choice.partners if "swap" in choice.tools else ()
    return tuple(dict.fromkeys((*beside, *partners)))[:NEIGHBOURS]


def _history(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    locale = memory.locale
    older = memory.history[-OLDER:]
    if older:
        yield said(locale, "更早的结果：", "Older results:")
        yield from (f"- {quoted(line, OLDER_LENGTH)}" for line in older)
    if memory.last_result:
        yield said(locale, "上一次结果：", "Last result: ") + quoted(memory.last_result, RESULT_LENGTH)
    failed = [written_form(call, state, memory) for call in memory.failed[-FAILED:]]
    if failed:
        yield said(locale, "已失败、不要再做：", "Failed, not to be repeated: ") + "; ".join(dict.fromkeys(failed))
    yield _answered(memory)


def _answered(memory: RefineMemory) -> str:
    """What the person was asked in this run, and what was said."""
    locale = memory.locale
    if memory.question is None:
        return ""
    asked = quoted(" ".join(memory.question.questions), 200)
    told = memory.question.text
    reply = said(locale, "没有回答", "no answer") if told is None else quoted(told, 300)
    return said(
        locale, f"问过用户：{asked}；回答（数据）：{reply}", f"The person was asked: {asked}; answer (data): {reply}"
    )


def _budget(memory: RefineMemory) -> str:
    rounds = memory.budgets.max_rounds - memory.used.rounds
    actions = memory.budgets.execute_max - memory.used.actions
    spent = 0 if memory.current is None else memory.used.per_task.get(memory.current, 0)
    writes = memory.budgets.per_task - spent
    return said(
        memory.locale,
        f"剩余：{rounds} 轮，{actions} 次调用，当前任务还可改 {writes} 次",
        f"Left: {rounds} rounds, {actions} calls, {writes} writes of the current task",
    )
