"""What is asked without a change to any task."""

from tests.domain.tools.golden.states import BROKEN, DISORDERED, WEEKS, Case

QUERIES: list[Case] = [
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
]
