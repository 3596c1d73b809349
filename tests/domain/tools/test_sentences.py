"""What the tools say: the Chinese text to the character, the English one with the same facts."""

import re
from collections import Counter
from typing import Any

import pytest

from domain.schedule.phrases import PHRASES
from domain.schedule.state import ScheduleState, TaskQueue
from domain.tools.registry import TOOLS, run_tool
from tests.domain.schedule.states import course, existing, state, task

WEEKS = state(
    course(1, "高等数学", (1, 1, 2), (4, 1, 2), (8, 1, 2)),
    course(8, "程序设计", (4, 9, 10)),
    course(10, "思政", (7, 1, 2), (11, 1, 2), can_embed=True),
    existing(2, "英语", (1, 3, 4)),
    task(3, "复习线代", duration=3),
    task(6, "线代", (4, 3, 4)),
    task(7, "写实验报告", (7, 1, 2), embed_host=10),
    task(9, "小组讨论", (9, 1, 2)),
    task(11, "读书", (13, 12, 12)),
    task(12, "早课", (13, 1, 2), pinned=True),
    task(13, "锁定任务", (13, 3, 4), locked=True),
)
FIXED_HOST = state(
    course(1, "高等数学", (1, 1, 2)).model_copy(update={"can_embed": True}),
    task(2, "作业", (1, 1, 2), embed_host=1),
)
EVEN = state(
    course(1, "高等数学", (3, 1, 2)),
    task(35, "第一章复习", (3, 5, 6)),
    task(41, "第二章练习", (3, 7, 8)),
    days=5,
)
FULL = state(
    course(1, "高等数学", (1, 1, 10)),
    task(2, "甲", (2, 1, 2)),
    task(3, "乙", (2, 3, 4)),
    days=2,
)
CROWDED = state(task(1, "甲", (1, 1, 12)), task(2, "乙", (2, 1, 2)), days=2)
BROKEN = state(task(2, "甲", (1, 1, 2)), task(3, "乙", (1, 2, 3)), task(4, "丙", (14, 1, 2)))
DISORDERED = state(task(2, "甲", (2, 1, 2)), task(3, "乙", (1, 1, 2)))


def moved(task_id: int, day: int, start: int) -> dict[str, Any]:
    return {"task_id": task_id, "new_day": day, "new_slot_start": start}


GOLDEN: list[tuple[ScheduleState, str, dict[str, Any], str, str]] = [
    (
        WEEKS,
        "move",
        moved(6, 10, 1),
        "ok",
        "已将 [6]线代 从第4天第3-4节移至第10天第1-2节。\n"
        "第4天当前占用：[1]高等数学(1-2节) [8]程序设计(9-10节)，占用4/12。\n"
        "第10天当前占用：[6]线代(1-2节)，占用2/12。",
    ),
    (
        WEEKS,
        "move",
        moved(6, 4, 4),
        "ok",
        "已将 [6]线代 从第4天第3-4节移至第4天第4-5节。\n"
        "第4天当前占用：[1]高等数学(1-2节) [6]线代(4-5节) [8]程序设计(9-10节)，占用6/12。",
    ),
    (
        WEEKS,
        "move",
        moved(11, 2, 5),
        "ok",
        "已将 [11]读书 从第13天第12节移至第2天第5节。\n"
        "第2天当前占用：[11]读书(5节)，占用1/12。\n"
        "第13天当前占用：[12]早课(1-2节) [13]锁定任务(3-4节)，占用4/12。",
    ),
    (
        WEEKS,
        "move",
        moved(9, 11, 1),
        "ok",
        "已将 [9]小组讨论 从第9天第1-2节移至第11天第1-2节（宿主：[10]思政）。\n"
        "第9天当前占用：0/12。\n"
        "第11天当前占用：[10]思政(1-2节) [9]小组讨论(嵌入1-2节)，占用2/12。",
    ),
    (
        WEEKS,
        "move",
        moved(7, 5, 3),
        "ok",
        "已将 [7]写实验报告 从第7天第1-2节移至第5天第3-4节。\n"
        "第5天当前占用：[7]写实验报告(3-4节)，占用2/12。\n"
        "第7天当前占用：[10]思政(1-2节)，占用2/12。",
    ),
    (
        WEEKS,
        "move",
        moved(6, 9, 1),
        "slot_conflict",
        "移动失败：第9天第1-2节已被 [9]小组讨论 占用。\n"
        "第9天当前占用：[9]小组讨论(1-2节)，占用2/12。空闲时段：第3-12节。",
    ),
    (
        WEEKS,
        "move",
        moved(9, 4, 2),
        "slot_conflict",
        "移动失败：第4天第2-3节已被 [1]高等数学、[6]线代 占用。\n"
        "第4天当前占用：[1]高等数学(1-2节) [6]线代(3-4节) [8]程序设计(9-10节)，占用6/12。"
        "空闲时段：第5-8节、第11-12节。",
    ),
    (
        WEEKS,
        "move",
        moved(6, 7, 2),
        "slot_conflict",
        "移动失败：第7天第2-3节已被 [10]思政、[7]写实验报告 占用。\n"
        "第7天当前占用：[10]思政(1-2节) [7]写实验报告(嵌入1-2节)，占用2/12。空闲时段：第3-12节。",
    ),
    (
        WEEKS,
        "move",
        moved(6, 7, 1),
        "host_taken",
        "移动失败：第7天第1-2节的宿主 [10]思政 已有嵌入任务 [7]写实验报告。\n"
        "第7天当前占用：[10]思政(1-2节) [7]写实验报告(嵌入1-2节)，占用2/12。空闲时段：第3-12节。",
    ),
    (
        CROWDED,
        "move",
        moved(2, 1, 1),
        "slot_conflict",
        "移动失败：第1天第1-2节已被 [1]甲 占用。\n第1天当前占用：[1]甲(1-12节)，占用12/12。空闲时段：无。",
    ),
    (WEEKS, "move", moved(1, 5, 1), "locked", "移动失败：[1]高等数学 是固定课程，不可移动。"),
    (WEEKS, "move", moved(13, 5, 1), "locked", "移动失败：[13]锁定任务 已锁定，不可移动。"),
    (FIXED_HOST, "move", moved(2, 5, 1), "locked", "移动失败：[2]作业 嵌入在固定的 [1]高等数学 中，不可移动。"),
    (WEEKS, "move", moved(3, 5, 1), "wrong_status", "移动失败：[3]复习线代 当前为待安排状态，请使用 place 放置。"),
    (
        WEEKS,
        "move",
        moved(2, 5, 1),
        "wrong_status",
        "移动失败：[2]英语 当前为已安排（existing）任务，不允许 move；仅 suggested 任务可移动。",
    ),
    (
        WEEKS,
        "move",
        moved(10, 5, 1),
        "wrong_status",
        "移动失败：[10]思政 当前为已安排（existing）任务，不允许 move；仅 suggested 任务可移动。",
    ),
    (WEEKS, "move", moved(12, 5, 1), "pinned", "移动失败：[12]早课 已由用户固定位置，不可移动。"),
    (WEEKS, "move", moved(99, 5, 1), "task_not_found", "移动失败：任务 [99] 不存在。"),
    (WEEKS, "move", moved(6, 14, 1), "out_of_window", "移动失败：第14天不在规划窗口内（第1-13天）。"),
    (WEEKS, "move", moved(6, 5, 12), "section_invalid", "移动失败：第12-13节超出每天的节次范围（第1-12节）。"),
    (WEEKS, "move", moved(6, 5, 0), "section_invalid", "移动失败：第0-1节超出每天的节次范围（第1-12节）。"),
    (
        EVEN,
        "spread_even",
        {"task_ids": [35, 41], "day_start": 4, "limit": 5},
        "ok",
        "均匀化调整完成：共处理 2 个任务，候选坑位 8 个。\n"
        "本次调整：\n"
        "[35]第一章复习：第3天(星期3)第5-6节 -> 第4天(星期4)第1-2节\n"
        "[41]第二章练习：第3天(星期3)第7-8节 -> 第5天(星期5)第1-2节\n"
        "第3天当前占用：[1]高等数学(1-2节)，占用2/12。\n"
        "第4天当前占用：[35]第一章复习(1-2节)，占用2/12。\n"
        "第5天当前占用：[41]第二章练习(1-2节)，占用2/12。",
    ),
    (
        FULL,
        "spread_even",
        {"task_ids": [2, 3], "day": 2},
        "ok",
        "均匀化调整完成：共处理 2 个任务，候选坑位 11 个。\n本次调整：无。",
    ),
    (
        FULL,
        "spread_even",
        {"task_ids": [2, 3], "day": 1},
        "not_enough_slots",
        "均匀化调整失败：跨度=2 可用坑位不足：required=2, got=1。",
    ),
    (
        WEEKS,
        "spread_even",
        {"task_ids": [6, 3]},
        "wrong_status",
        "均匀化调整失败：[3]复习线代 当前为待安排状态，请使用 place 放置。",
    ),
    (
        WEEKS,
        "spread_even",
        {"task_ids": [6, 2]},
        "wrong_status",
        "均匀化调整失败：[2]英语 当前为已安排（existing）任务，不允许 spread_even；仅 suggested 任务可移动。",
    ),
    (
        WEEKS,
        "spread_even",
        {"task_id": 6},
        "invalid_argument",
        "均匀化调整失败：参数 task_ids 的值 [6] 无效：至少需要 2 个不同的任务。",
    ),
    (
        WEEKS,
        "query_available_slots",
        {"week": 6, "day_of_week": [4], "span": 2, "limit": 3, "after_section": 8},
        "ok",
        '{"tool":"query_available_slots","count":2,"strict_count":2,"embedded_count":0,"fallback_used":false,'
        '"day_scope":"all","day_of_week":[4],"week_filter":[6],"week_from":6,"week_to":6,"span":2,"allow_embed":true,'
        '"exclude_sections":[],"slots":[{"day":11,"week":6,"day_of_week":4,"slot_start":9,"slot_end":10,'
        '"slot_type":"empty"},{"day":11,"week":6,"day_of_week":4,"slot_start":11,"slot_end":12,"slot_type":"empty"}]}',
    ),
    (
        WEEKS,
        "query_available_slots",
        {"day": 11, "section_from": 1, "section_to": 2},
        "ok",
        '{"tool":"query_available_slots","count":1,"strict_count":0,"embedded_count":1,"fallback_used":true,'
        '"day_scope":"all","day_of_week":[],"week_filter":[],"week_from":null,"week_to":null,"span":2,'
        '"allow_embed":true,"exclude_sections":[],"slots":[{"day":11,"week":6,"day_of_week":4,"slot_start":1,'
        '"slot_end":2,"slot_type":"embedded_candidate"}]}',
    ),
    (
        WEEKS,
        "query_available_slots",
        {"day": 14},
        "out_of_window",
        "查询坑位失败：第14天不在规划窗口内（第1-13天）。",
    ),
    (
        WEEKS,
        "query_target_tasks",
        {"day_end": 7, "limit": 5},
        "ok",
        '{"tool":"query_target_tasks","count":2,"task_ids":[6,7],"enqueued":2,"pending_count":2,"tasks":['
        '{"task_id":6,"name":"线代","status":"suggested","category":"学习","slots":[{"day":4,"week":5,"day_of_week":4,'
        '"slot_start":3,"slot_end":4}]},{"task_id":7,"name":"写实验报告","status":"suggested","category":"学习",'
        '"slots":[{"day":7,"week":5,"day_of_week":7,"slot_start":1,"slot_end":2}]}]}',
    ),
    (
        WEEKS,
        "query_target_tasks",
        {"status": "pending", "enqueue": False},
        "ok",
        '{"tool":"query_target_tasks","count":1,"task_ids":[3],"enqueued":0,"pending_count":0,"tasks":['
        '{"task_id":3,"name":"复习线代","status":"pending","category":"学习","duration":3,"slots":[]}]}',
    ),
    (WEEKS, "query_target_tasks", {"task_ids": [99]}, "task_not_found", "查询任务失败：任务 [99] 不存在。"),
    (WEEKS, "verify", {}, "ok", "校验通过：未发现问题。"),
    (
        BROKEN,
        "verify",
        {},
        "ok",
        "校验未通过：发现2处问题。\n[4]丙 的第14天第1-2节不在规划窗口内。\n[2]甲 与 [3]乙 在第1天第2节重叠。",
    ),
    (
        DISORDERED,
        "verify",
        {"check_order": True},
        "ok",
        "校验未通过：发现1处问题。\n[2]甲 应排在 [3]乙 之前，却在其后。",
    ),
    (WEEKS, "verify", {"task_ids": [99]}, "task_not_found", "校验失败：任务 [99] 不存在。"),
    (
        WEEKS,
        "Swap2",
        {},
        "unknown_tool",
        '未知工具："Swap2"。可用工具：query_available_slots、query_target_tasks、move、spread_even、verify。',
    ),
    (WEEKS, "verify", {"x": 1}, "unknown_argument", "校验失败：未知参数 x。可用参数：check_order、task_ids。"),
    (WEEKS, "move", {"task_id": 6}, "missing_argument", "移动失败：缺少参数 new_day、new_slot_start。"),
    (
        WEEKS,
        "move",
        moved(6, 1, 1) | {"new_day": "周一"},
        "invalid_argument",
        '移动失败：参数 new_day 的值 "周一" 无效：应为整数。',
    ),
]
IDS = [f"{name}-{code}-{n}" for n, (_, name, _, code, _) in enumerate(GOLDEN)]


def facts(text: str) -> Counter[str]:
    """Tasks and numbers of a text."""
    return Counter(re.findall(r"\[\d+\][一-鿿]+|[a-z]+_[a-z_]+|\d+", text))


@pytest.mark.parametrize(("before", "name", "arguments", "code", "text"), GOLDEN, ids=IDS)
def test_the_chinese_text(before: ScheduleState, name: str, arguments: dict[str, Any], code: str, text: str) -> None:
    _, result = run_tool(before, name, arguments)
    assert (result.code, result.text) == (code, text)


@pytest.mark.parametrize(("before", "name", "arguments", "code", "text"), GOLDEN, ids=IDS)
def test_the_english_twin(before: ScheduleState, name: str, arguments: dict[str, Any], code: str, text: str) -> None:
    """The same code, tasks and numbers in the same lines, and no Chinese beside the names."""
    _, result = run_tool(before.model_copy(update={"locale": "en"}), name, arguments)
    assert (result.code, result.text.count("\n")) == (code, text.count("\n"))
    assert facts(result.text) == facts(text)
    names = "".join(t.name + t.category for t in before.tasks) + "周一"
    assert {letter for letter in result.text if letter > "\u2fff"} <= set(names)


@pytest.mark.parametrize("key", PHRASES)
def test_both_columns_name_the_same_values(key: str) -> None:
    chinese, english = PHRASES[key]
    assert sorted(re.findall(r"\{\w+\}", chinese)) == sorted(re.findall(r"\{\w+\}", english))


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_is_described_in_both_languages(name: str) -> None:
    assert TOOLS[name].description("zh-CN") != TOOLS[name].description("en")


def test_queueing_shows_in_the_counts() -> None:
    queued = WEEKS.with_queue(TaskQueue(pending=(6,), current=9))
    after, result = run_tool(queued, "query_target_tasks", {"task_ids": [6, 7, 9]})
    assert result.data is not None
    assert (result.data["enqueued"], result.data["pending_count"]) == (1, 2)
    assert after.queue.pending == (6, 7)
