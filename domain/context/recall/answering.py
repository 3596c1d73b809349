"""From candidates to the answer: ranked, merged, ordered, by day (rules RECALL-19 to RECALL-23)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from domain.context.plan.contract import ContextPlan
from domain.context.recall.item import RecallAnswer, RecallItem, RecallStats, SourceCounts, TimelineDay
from domain.context.recall.merging import Group, grouped
from domain.context.recall.ranges import EARLIEST
from domain.context.recall.scoring import Candidate, Scorer, passes, without_padding

_STRONG = 0.7


@dataclass(frozen=True, slots=True)
class Answering:
    """What an answer is made for; times are told in ``zone``."""

    scorer: Scorer
    zone: tzinfo
    limit: int

    @property
    def plan(self) -> ContextPlan:
        """The plan that is answered."""
        return self.scorer.plan

    def answer(self, candidates: Sequence[Candidate]) -> RecallAnswer:
        """The best candidates in the order that the plan asks for."""
        scored = ((each, self.scorer.score(each)) for each in candidates if passes(each, self.plan))
        fitting = without_padding([pair for pair in scored if pair[1] > 0], self.scorer)
        ranked = sorted(fitting, key=lambda pair: (-pair[1], pair[0].id))
        groups = grouped(ranked, self.limit, dedupe=self.plan.output.dedupe)
        best = groups[0].score if groups else 0.0
        groups.sort(key=lambda group: self._order(group, best))
        stats = RecallStats(
            candidates=len(candidates),
            matched=len(ranked),
            sources=_counts(candidates),
            merged=tuple(group.merged() for group in groups if group.others),
        )
        return RecallAnswer(items=tuple(map(self._item, groups)), timeline=self._timeline(groups), stats=stats)

    def _order(self, group: Group, best: float) -> tuple[object, ...]:
        """What fits seven tenths as well as the best or better comes first; then as the plan says (rule RECALL-21)."""
        is_weak = group.score < _STRONG * best
        if self.plan.output.group_by == "importance":
            return is_weak, -group.best.importance, -group.score, group.best.id
        return is_weak, self._moment(group.best), group.best.id

    def _moment(self, candidate: Candidate) -> datetime:
        """When it happens or was said, whichever lies in the time that is meant."""
        axes = self.scorer.axes
        by_event = axes.event is not None and axes.event.touches(candidate.event_start, candidate.event_end)
        if axes.mention is not None and not by_event:
            return candidate.mention_at or candidate.event_at or EARLIEST
        return candidate.event_at or candidate.mention_at or EARLIEST

    def _item(self, group: Group) -> RecallItem:
        found = group.best
        return RecallItem(
            id=found.id,
            source=found.source,
            target_type=found.target_type,
            text=found.text,
            mention_at=self._shown(found.mention_at),
            event_at=self._shown(found.event_at),
            importance=found.importance,
            status=found.status,
            score=group.score,
        )

    def _shown(self, instant: datetime | None) -> datetime | None:
        return None if instant is None else in_zone(instant, self.zone)

    def _timeline(self, groups: Sequence[Group]) -> tuple[TimelineDay, ...]:
        """The days of the time that is meant on which something was found."""
        if not self.plan.output.timeline or self.scorer.axes.is_open:
            return ()
        days: dict[date, list[tuple[datetime, str]]] = {}
        for moment, found in ((self._moment(group.best), group.best) for group in groups):
            if self.scorer.axes.hold(found.mention_at, found.event_start, found.event_end):
                days.setdefault(in_zone(moment, self.zone).date(), []).append((moment, found.id))
        return tuple(
            TimelineDay(date=day, items=tuple(item for _, item in sorted(found))) for day, found in sorted(days.items())
        )


def in_zone(instant: datetime, zone: tzinfo) -> datetime:
    """The instant as clocks of a zone show it; in UTC at the ends of the calendar, where no clock shows it."""
    try:
        return instant.astimezone(zone)
    except OverflowError:
        return instant.astimezone(UTC)


def _counts(candidates: Sequence[Candidate]) -> SourceCounts:
    counted = Counter(each.source for each in candidates)
    return SourceCounts(**{str(source): count for source, count in counted.items()})
