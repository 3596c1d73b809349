"""What is said while the queue is worked off."""

from domain.schedule.state import TaskQueue
from tests.domain.schedule.states import existing, state, task
from tests.domain.tools.golden.states import WEEKS, Case, moved

EXAM = state(task(35, "示例任务", (3, 5, 6)), days=5)
WAITING = WEEKS.with_queue(TaskQueue(pending=(6, 3, 9), completed=(11,)))
HEAD = WEEKS.with_queue(TaskQueue(pending=(3, 9), current=6, attempt=1, completed=(11,), skipped=(7,)))
LAST_TRY = WEEKS.with_queue(TaskQueue(pending=(3,), current=6, attempt=2, skipped=(7,)))
TWICE_A_WEEK = state(existing(2, "英语", (1, 3, 4), (4, 1, 2)), queue=TaskQueue(current=2))

PLACE = {"new_day": 9, "new_slot_start": 1}

QUEUE: list[Case] = [
    (
        EXAM.with_queue(TaskQueue(pending=(35,))),
        "queue_pop_head",
        {},
        "ok",
        '{"tool":"queue_pop_head","has_head":true,"pending_count":0,"current":{"task_id":35,"name":"示例任务",'
        '"status":"suggested","slots":[{"day":3,"week":5,"day_of_week":3,"slot_start":5,"slot_end":6}]}}',
    ),
    (
        HEAD,
        "queue_pop_head",
        {},
        "ok",
        '{"tool":"queue_pop_head","has_head":true,"pending_count":2,"current":{"task_id":6,"name":"线代",'
        '"status":"suggested","slots":[{"day":4,"week":5,"day_of_week":4,"slot_start":3,"slot_end":4}]}}',
    ),
    (
        WEEKS.with_queue(TaskQueue(pending=(3, 6))),
        "queue_pop_head",
        {},
        "ok",
        '{"tool":"queue_pop_head","has_head":true,"pending_count":1,"current":{"task_id":3,"name":"复习线代",'
        '"status":"pending","duration":3,"slots":[]}}',
    ),
    (
        TWICE_A_WEEK,
        "queue_pop_head",
        {},
        "ok",
        '{"tool":"queue_pop_head","has_head":true,"pending_count":0,"current":{"task_id":2,"name":"英语",'
        '"status":"existing","slots":[{"day":1,"week":5,"day_of_week":1,"slot_start":3,"slot_end":4},'
        '{"day":4,"week":5,"day_of_week":4,"slot_start":1,"slot_end":2}]}}',
    ),
    (
        WEEKS,
        "queue_pop_head",
        {},
        "ok",
        '{"tool":"queue_pop_head","has_head":false,"pending_count":0,"current":null}',
    ),
    (
        HEAD,
        "queue_apply_head_move",
        {"new_day": 10, "new_slot_start": 1},
        "ok",
        '{"tool":"queue_apply_head_move","success":true,"task_id":6,"pending_count":2,"completed_count":2,'
        '"result":"已将 [6]线代 从第4天第3-4节移至第10天第1-2节。"}',
    ),
    (
        HEAD,
        "queue_apply_head_move",
        PLACE,
        "slot_conflict",
        '{"tool":"queue_apply_head_move","success":false,"task_id":6,"pending_count":2,"completed_count":1,'
        '"result":"移动失败：第9天第1-2节已被 [9]小组讨论 占用。"}',
    ),
    (
        LAST_TRY,
        "queue_apply_head_move",
        {"new_day": 14, "new_slot_start": 1},
        "out_of_window",
        '{"tool":"queue_apply_head_move","success":false,"task_id":6,"pending_count":1,"completed_count":0,'
        '"result":"移动失败：第14天不在规划窗口内（第1-13天）。",'
        '"skipped_task_id":6,"skipped_count":2,"skip_reason":"attempts"}',
    ),
    (
        WEEKS.with_queue(TaskQueue(current=3)),
        "queue_apply_head_move",
        PLACE,
        "wrong_status",
        '{"tool":"queue_apply_head_move","success":false,"task_id":3,"pending_count":0,"completed_count":0,'
        '"result":"移动失败：[3]复习线代 当前为待安排状态，请使用 place 放置。"}',
    ),
    (
        WEEKS.with_queue(TaskQueue(current=13)),
        "queue_apply_head_move",
        PLACE,
        "locked",
        '{"tool":"queue_apply_head_move","success":false,"task_id":13,"pending_count":0,"completed_count":0,'
        '"result":"移动失败：[13]锁定任务 已锁定，不可移动。"}',
    ),
    (
        WEEKS.with_queue(TaskQueue(current=12)),
        "queue_apply_head_move",
        PLACE,
        "pinned",
        '{"tool":"queue_apply_head_move","success":false,"task_id":12,"pending_count":0,"completed_count":0,'
        '"result":"移动失败：[12]早课 已由用户固定位置，不可移动。"}',
    ),
    (
        HEAD,
        "queue_apply_head_move",
        {"new_day": 9, "new_slot_start": 12},
        "section_invalid",
        '{"tool":"queue_apply_head_move","success":false,"task_id":6,"pending_count":2,"completed_count":1,'
        '"result":"移动失败：第12-13节超出每天的节次范围（第1-12节）。"}',
    ),
    (
        HEAD,
        "queue_apply_head_move",
        {"new_day": 7, "new_slot_start": 1},
        "host_taken",
        '{"tool":"queue_apply_head_move","success":false,"task_id":6,"pending_count":2,"completed_count":1,'
        '"result":"移动失败：第7天第1-2节的宿主 [10]思政 已有嵌入任务 [7]写实验报告。"}',
    ),
    (
        WAITING,
        "queue_apply_head_move",
        PLACE,
        "queue_empty",
        "移动队首失败：当前没有队首任务，请先调用 queue_pop_head。",
    ),
    (
        HEAD,
        "queue_apply_head_move",
        moved(6, 9, 1),
        "unknown_argument",
        "移动队首失败：未知参数 task_id。可用参数：new_day、new_slot_start。",
    ),
    (HEAD, "queue_apply_head_move", {"new_day": 9}, "missing_argument", "移动队首失败：缺少参数 new_slot_start。"),
    (
        HEAD,
        "queue_skip_head",
        {"reason": "周末再说"},
        "ok",
        '{"tool":"queue_skip_head","success":true,"skipped_task_id":6,"pending_count":2,"skipped_count":2}',
    ),
    (WAITING, "queue_skip_head", {}, "queue_empty", "跳过队首失败：当前没有队首任务，请先调用 queue_pop_head。"),
    (
        HEAD,
        "queue_skip_head",
        {"reason": 3},
        "invalid_argument",
        "跳过队首失败：参数 reason 的值 3 无效：应为文本。",
    ),
    (
        HEAD,
        "queue_status",
        {},
        "ok",
        '{"tool":"queue_status","pending_count":2,"completed_count":1,"skipped_count":1,"current_task_id":6,'
        '"current_attempt":2}',
    ),
    (
        WAITING,
        "queue_status",
        {},
        "ok",
        '{"tool":"queue_status","pending_count":3,"completed_count":1,"skipped_count":0,"current_task_id":null,'
        '"current_attempt":0}',
    ),
    (HEAD, "queue_status", {"x": 1}, "unknown_argument", "查询队列失败：未知参数 x。可用参数：无。"),
    (HEAD, "queue_pop_head", {"x": 1}, "unknown_argument", "弹出队首失败：未知参数 x。可用参数：无。"),
]
