"""Why a task stands elsewhere, in one sentence with its figures (rules PREVIEW-5 to PREVIEW-7)."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from domain.optimise.placement_problem import PlacementGroup
from domain.preview.difference import Moved, MoveKind
from domain.preview.figures import Figures, change_figures
from domain.preview.places import day_name
from domain.schedule.state import Locale, ScheduleState
from domain.steps import MoveNote, MoveRule
from domain.term.window import Window


class Reason(BaseModel):
    """Why one change was made.

    Attributes:
        rule: what moved the task.
        clause: words of the request that asked for it, empty where none did.
        figures: whole numbers behind the sentence, by name; days are numbers of the window.
        ground: the rule and the clause in words.
        effect: the figures in words.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: MoveRule
    clause: str
    figures: dict[str, int]
    ground: str
    effect: str

    @property
    def text(self) -> str:
        """Ground and effect in one line."""
        return f"{self.ground} · {self.effect}"


def reason(
    before: ScheduleState,
    after: ScheduleState,
    change: Moved,
    note: MoveNote,
    locale: Locale,
    group: PlacementGroup | None = None,
) -> Reason:
    """The reason of one change between two states.

    Args:
        before: the state compared with.
        after: the state in which the task stands where ``change`` says.
        change: one entry of their difference.
        note: what the step that moved the task left behind.
        locale: language of the words.
        group: what the task's class asks of a placement, where that is known.
    """
    figures = change_figures(before, after, change, note.rule, group)
    host = after.by_id[change.to_host].name if change.to_host is not None else ""
    bare = Reason(rule=note.rule, clause=note.clause, figures=figures, ground="", effect="")
    return reworded(bare, change.kind, host, after.window, locale)


def reworded(told: Reason, kind: MoveKind, host: str, window: Window, locale: Locale) -> Reason:
    """The same reason in the words of a language.

    Args:
        told: the reason; its figures and its clause stay.
        kind: of the change it is about.
        host: name of the task that it was embedded in, empty where it was not.
        window: the window by which its figures number days.
        locale: language of the words.
    """
    phrases = _PHRASES[locale]
    parts = (
        *_loads(phrases, window, kind, told.figures, locale),
        *_weighed(phrases, window, host, told.figures, locale),
    )
    return told.model_copy(update={"ground": _ground(phrases, told), "effect": phrases.comma.join(parts)})


@dataclass(frozen=True, slots=True)
class _Phrases:
    rules: dict[MoveRule, str]
    asked: str
    first_load: str
    next_load: str
    same_day: str
    waiting: str
    embedded: str
    preferred: str
    ideal: str
    deadline: str
    switches: str
    rank: str
    standing: str
    comma: str


_PHRASES: dict[Locale, _Phrases] = {
    "zh-CN": _Phrases(
        rules={
            "placement": "初次排入",
            "spread_even": "均匀分散",
            "min_context_switch": "同类相连",
            "move": "移动",
            "order": "恢复题序",
            "repair": "终审修正",
            "by_hand": "手动调整",
            "kept": "保持原样",
            "stepped_back": "退回旧版",
        },
        asked="按「{clause}」{rule}",
        first_load="{day}任务 {before}→{after} 节",
        next_load="{day} {before}→{after} 节",
        same_day="同一天内调整",
        waiting="退回待排",
        embedded="嵌入「{host}」，当天能放 {sections} 节的空位有 {empty_places} 处",
        preferred="{sections} 节中 {preferred_sections} 节在偏好时段",
        ideal="理想日{day}，相差 {days_from_ideal} 天",
        deadline="截止于{day}第 {deadline_section} 节，还有 {days_to_deadline} 天",
        switches="全部建议的类别切换 {switches_before}→{switches_after} 次",
        rank="同类 {class_size} 项中题序第 {class_rank}，现排第 {standing_after} 位",
        standing="原排第 {standing_before} 位",
        comma="，",
    ),
    "en": _Phrases(
        rules={
            "placement": "first placement",
            "spread_even": "spread evenly",
            "min_context_switch": "fewest switches of category",
            "move": "move",
            "order": "class order restored",
            "repair": "repair after the final check",
            "by_hand": "by hand",
            "kept": "kept as it was",
            "stepped_back": "stepped back",
        },
        asked="{rule}, asked as “{clause}”",
        first_load="{day} {before}→{after} sections",
        next_load="{day} {before}→{after}",
        same_day="within one day",
        waiting="back to the waiting tasks",
        embedded="inside {host}; empty places of {sections} sections that day: {empty_places}",
        preferred="sections in preferred hours: {preferred_sections} of {sections}",
        ideal="days from the ideal {day}: {days_from_ideal}",
        deadline="days to the deadline, {day} section {deadline_section}: {days_to_deadline}",
        switches="category switches of all suggestions {switches_before}→{switches_after}",
        rank="item {class_rank} of {class_size} in class order, now number {standing_after} in time",
        standing="before number {standing_before}",
        comma=", ",
    ),
}


def _ground(phrases: _Phrases, told: Reason) -> str:
    rule = phrases.rules[told.rule]
    return phrases.asked.format(clause=told.clause, rule=rule) if told.clause else rule


def _loads(phrases: _Phrases, window: Window, kind: MoveKind, figures: Figures, locale: Locale) -> Iterator[str]:
    left, joined = figures.get("day_left"), figures.get("day_joined")
    roles = [role for role, day in (("left", left), ("joined", joined)) if day is not None]
    if left == joined:
        yield phrases.same_day
        roles = roles[:1]
    beside = None
    for role in roles:
        day = figures[f"day_{role}"]
        template = phrases.first_load if beside is None else phrases.next_load
        name = day_name(window, day, locale, beside)
        yield template.format(day=name, before=figures[f"{role}_before"], after=figures[f"{role}_after"])
        beside = day
    if kind == "taken_back":
        yield phrases.waiting


def _weighed(phrases: _Phrases, window: Window, host: str, figures: Figures, locale: Locale) -> Iterator[str]:
    if "empty_places" in figures:
        yield phrases.embedded.format(host=host, **figures)
    if "preferred_sections" in figures:
        yield phrases.preferred.format(**figures)
    if "ideal_day" in figures:
        yield phrases.ideal.format(day=day_name(window, figures["ideal_day"], locale), **figures)
    if "deadline_day" in figures:
        yield phrases.deadline.format(day=day_name(window, figures["deadline_day"], locale), **figures)
    if "switches_before" in figures:
        yield phrases.switches.format(**figures)
    if "class_rank" in figures:
        yield phrases.rank.format(**figures)
    if figures.get("standing_before") not in (None, figures.get("standing_after")):
        yield phrases.standing.format(**figures)
