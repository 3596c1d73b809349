"""Of what a message takes back and says anew the last word counts (rule HONEST-3)."""

import pytest

from domain.refine.slice import parse_slice
from tests.domain.refine.plans import crowded_end_of_week, driven

PLAN = crowded_end_of_week()
CORRECTED = (
    ("把周五的任务挪到周二，不，挪到周三", "把周五的任务挪到周三"),
    ("把周五的任务挪到周二，哦不对，周三", "把周五的任务挪到周三"),
    ("把周五的任务挪到周二，算了，还是周三吧", "把周五的任务挪到周三"),
    ("周五的任务放周二，说错了，是周三", "周五的任务放周三"),
    ("把周五，不对，周四的任务挪到周一", "把周四的任务挪到周一"),
    ("把周五的任务挪到周二上午，不，下午", "把周五的任务挪到周二下午"),
    ("把一个，不，两个任务从周四挪到周一", "把两个任务从周四挪到周一"),
    ("把听力训练，我是说作文初稿，挪到周一", "把作文初稿挪到周一"),
    ("Move Friday's tasks to Tuesday, no, Wednesday", "Move Friday's tasks to Wednesday"),
    ("Move Friday's tasks to Tuesday - actually Wednesday", "Move Friday's tasks to Wednesday"),
    ("Move Friday's tasks to Tuesday. Wait, make that Wednesday.", "Move Friday's tasks to Wednesday"),
    ("Move Friday's, sorry, Thursday's tasks to Saturday", "Move Thursday's tasks to Saturday"),
    ("Move one task, I mean two tasks, from Thursday to Monday", "Move two tasks from Thursday to Monday"),
    ("Move Friday's tasks to Monday, no wait, week 6", "Move Friday's tasks to week 6"),
)
AS_IT_STANDS = (
    ("把周五的任务挪到周六，不是周日", (6,)),
    ("把周五的任务挪到周二，不要排晚上", (2,)),
    ("周五太满了，还是挪到周三吧", (3,)),
    ("周五的任务还是挪到周三吧", (3,)),
    ("Move Friday's tasks to Tuesday, not Wednesday", (2,)),
    ("Actually, move Friday's tasks to Sunday", (7,)),
)


@pytest.mark.parametrize(("message", "meant"), CORRECTED)
def test_the_last_word_counts(message: str, meant: str) -> None:
    silent = {"clause", "unheard"}
    read, same = (parse_slice(words, PLAN, 5).model_dump(exclude=silent) for words in (message, meant))
    assert read == same


@pytest.mark.parametrize(("message", "days"), AS_IT_STANDS)
def test_what_is_no_correction_stays_as_it_is_said(message: str, days: tuple[int, ...]) -> None:
    cut = parse_slice(message, PLAN, 5)
    assert cut.target_days == days
    assert cut.source_days in ((5,), ())


def test_a_corrected_request_is_quoted_in_the_words_of_the_person() -> None:
    message = "把周五的任务挪到周二，不，挪到周三"
    run = driven(PLAN, message)
    assert run.days(34, 41, 42) == [3, 3, 3]
    assert message in run.memory.summary


@pytest.mark.parametrize(
    "message",
    [
        "把周五的任务挪到周六，算了，别动了",
        "把周五的任务挪到周六，当我没说",
        "Move Friday's tasks to Saturday, never mind",
        "Move Friday's tasks to Saturday. Forget it",
    ],
)
def test_a_request_that_is_taken_back_moves_nothing_and_says_so(message: str) -> None:
    run = driven(PLAN, message)
    assert run.state == PLAN
    assert not run.memory.completed
    assert run.memory.objective.why == "withdrawn"
    assert run.memory.objective.withheld in run.memory.summary
