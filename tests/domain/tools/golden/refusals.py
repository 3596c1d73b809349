"""Calls that no tool, or no argument, can be made of."""

from domain.tools.registry import TOOLS
from tests.domain.tools.golden.states import WEEKS, Case, moved

REFUSALS: list[Case] = [
    (
        WEEKS,
        "Swap2",
        {},
        "unknown_tool",
        f'未知工具："Swap2"。可用工具：{"、".join(TOOLS)}。',
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
