"""What happens when in the life of a preparation (rules PREP-10 to PREP-17)."""

from datetime import timedelta

import pytest

from domain.preparation.errors import InvalidPreparation, NothingToConfirm, PreparationEnded
from domain.preparation.life import (
    Execution,
    Times,
    adjustment_source,
    check_confirmable,
    executable,
    execution,
    in_force,
    moved,
    own_changes,
    status_after_move,
    waits_until,
)
from domain.preparation.sessions import OPEN, PrepType, Status
from tests.domain.preparation.cases import RECOMMENDED, at, example, row

TIMES = Times(meeting_start=at("14:00"), meeting_end=at("15:00"), prep_trigger_at=at("13:45"))
TICK = timedelta(microseconds=1)


@pytest.mark.parametrize("status", sorted(OPEN))
def test_the_clock_says_as_what_an_adjustment_counts(status: Status) -> None:
    """To the microsecond, and whatever the preparation is doing."""
    start, end = TIMES.meeting_start, TIMES.meeting_end
    assert adjustment_source(start - TICK, TIMES, status) == "user_adjust"
    assert adjustment_source(start, TIMES, status) == "user_later_adjust"
    assert adjustment_source(end - TICK, TIMES, status) == "user_later_adjust"
    with pytest.raises(PreparationEnded, match="ended at 2026-07-14"):
        adjustment_source(end, TIMES, status)


@pytest.mark.parametrize("status", ["ended", "cancelled"])
def test_what_is_over_takes_nothing(status: Status) -> None:
    for ask in (
        lambda: adjustment_source(at("13:50"), TIMES, status),
        lambda: check_confirmable(at("13:50"), TIMES, status),
        lambda: status_after_move(at("13:50"), TIMES, status),
    ):
        with pytest.raises(PreparationEnded, match=status):
            ask()


def test_a_word_is_taken_from_the_recommendation_until_the_start() -> None:
    check_confirmable(TIMES.meeting_start - TICK, TIMES, "unconfirmed")
    with pytest.raises(NothingToConfirm, match="adjust the room"):
        check_confirmable(TIMES.meeting_start, TIMES, "unconfirmed")
    with pytest.raises(PreparationEnded):
        check_confirmable(TIMES.meeting_end, TIMES, "unconfirmed")


@pytest.mark.parametrize("status", ["waiting", "preparing", "prepared"])
def test_where_no_word_is_waited_for_there_is_nothing_to_confirm(status: Status) -> None:
    with pytest.raises(NothingToConfirm, match=status):
        check_confirmable(at("13:50"), TIMES, status)


@pytest.mark.parametrize(
    ("clock", "prep_type", "status", "then"),
    [
        ("13:46", "auto_notify", "preparing", "now"),
        ("14:30", "auto_notify", "preparing", "now"),
        ("15:00", "auto_notify", "preparing", "never"),
        ("13:46", "confirm", "preparing", "when_confirmed"),
        ("14:00", "confirm", "preparing", "never"),
        ("13:46", "auto_notify", "cancelled", "never"),
        ("13:46", "confirm", "ended", "never"),
    ],
)
def test_what_becomes_of_a_recommendation(clock: str, prep_type: PrepType, status: Status, then: Execution) -> None:
    assert execution(at(clock), TIMES, prep_type, status) == then


def test_each_status_waits_for_its_moment() -> None:
    waits: dict[Status, object] = {
        "waiting": TIMES.prep_trigger_at,
        "preparing": None,
        "unconfirmed": TIMES.meeting_start,
        "prepared": TIMES.meeting_end,
        "ended": None,
        "cancelled": None,
    }
    assert {status: waits_until(status, TIMES) for status in waits} == waits


def test_a_late_recommendation_leaves_out_what_the_person_changed() -> None:
    """The person's values hold afterwards, the recommended ones for the rest."""
    own = own_changes([row("13:40", "user_adjust", {"hvac_target_temp": 22, "aroma": "rose"})])
    assert own == {"hvac_target_temp": 22, "aroma": "rose"}
    assert "hvac_target_temp" not in executable(RECOMMENDED, own)
    assert executable(RECOMMENDED, own).keys() == RECOMMENDED.keys() - {"hvac_target_temp"}
    assert in_force(RECOMMENDED, own) == {**RECOMMENDED, "hvac_target_temp": 22, "aroma": "rose"}


def test_what_the_person_brought_back_is_the_persons_too() -> None:
    rows = [*example()[:3], row("13:55", "user_adjust", RECOMMENDED)]
    assert own_changes(rows) == {"hvac_target_temp": 24}


def test_what_the_person_only_saw_is_not_the_persons() -> None:
    assert own_changes(example()[:2]) == {}
    assert own_changes([*example()[:1], row("13:50", "user_confirmed", RECOMMENDED)]) == {}


def test_a_moved_meeting_takes_its_trigger_along() -> None:
    later = moved(TIMES, at("16:00"), at("17:30"))
    assert later == Times(meeting_start=at("16:00"), meeting_end=at("17:30"), prep_trigger_at=at("15:45"))
    assert moved(TIMES, at("16:00"), at("17:00"), at("15:00")).prep_trigger_at == at("15:00")


def test_a_meeting_is_not_moved_to_times_that_cannot_be() -> None:
    with pytest.raises(InvalidPreparation, match=r"end at 2026-07-14 15:00:00\+08:00"):
        moved(TIMES, at("16:00"), at("15:00"), zone="Asia/Shanghai")
    with pytest.raises(InvalidPreparation):
        moved(TIMES, at("16:00"), at("17:00"), at("17:00"))


@pytest.mark.parametrize("status", sorted(OPEN))
def test_a_preparation_whose_trigger_lies_ahead_after_a_move_waits_anew(status: Status) -> None:
    assert status_after_move(at("13:50"), moved(TIMES, at("16:00"), at("17:00")), status) == "waiting"


@pytest.mark.parametrize(
    ("status", "then"),
    [("waiting", "preparing"), ("preparing", "preparing"), ("unconfirmed", "unconfirmed"), ("prepared", "prepared")],
)
def test_a_preparation_whose_trigger_has_passed_goes_on_and_is_not_made_anew(status: Status, then: Status) -> None:
    assert status_after_move(at("13:50"), moved(TIMES, at("14:05"), at("15:00")), status) == then
    assert status_after_move(at("13:50"), moved(TIMES, at("12:00"), at("13:50")), status) == "ended"
