"""Single tasks."""

from tests.domain.tools.golden.states import Case
from tests.domain.tools.golden.terms import SHARED, TERM

INFOS: list[Case] = [
    (
        TERM,
        "get_task_info",
        {"task_id": 1},
        "ok",
        "[1]高等数学\n"
        "类别：课程 | 状态：已安排（固定）\n"
        "来源：课程表\n"
        "占用时段：\n"
        "第1天 第1-2节\n"
        "第4天 第1-2节\n"
        "第8天 第1-2节",
    ),
    (
        TERM,
        "get_task_info",
        {"task_id": 10},
        "ok",
        "[10]思政\n"
        "类别：课程 | 状态：已安排\n"
        "来源：课程表\n"
        "可嵌入：是（允许在此时段嵌入其他任务）\n"
        "占用时段：\n"
        "第7天 第1-2节\n"
        "当前嵌入任务：无",
    ),
    (
        TERM,
        "get_task_info",
        {"task_id": 3},
        "ok",
        "[3]复习线代\n类别：学习 | 状态：待安排\n来源：任务类\n占用时段：无（需3个连续时段）",
    ),
    (
        TERM,
        "get_task_info",
        {"task_id": 8},
        "ok",
        "[8]程序设计\n类别：课程 | 状态：已安排\n来源：课程表\n占用时段：\n第4天 第9-10节",
    ),
    (
        TERM,
        "get_task_info",
        {"task_id": 6},
        "ok",
        "[6]线代\n类别：学习 | 状态：已安排\n来源：日程\n占用时段：\n第4天 第3-4节",
    ),
    (
        SHARED,
        "get_task_info",
        {"task_id": 10},
        "ok",
        "[10]思政\n"
        "类别：课程 | 状态：已安排\n"
        "来源：课程表\n"
        "可嵌入：是（允许在此时段嵌入其他任务）\n"
        "占用时段：\n"
        "第1天 第3-6节\n"
        "第2天 第1-2节\n"
        "第3天 第1-2节\n"
        "当前嵌入任务：[7]写实验报告（第1天第5-6节）、[9]小组讨论（第3天第1-2节）",
    ),
    (
        SHARED,
        "get_task_info",
        {"task_id": 7},
        "ok",
        "[7]写实验报告\n类别：作业 | 状态：已预排\n来源：任务类\n嵌入宿主：[10]思政\n占用时段：\n第1天 第5-6节",
    ),
    (
        SHARED,
        "get_task_info",
        {"task_id": 12},
        "ok",
        "[12]早课\n类别：学习 | 状态：已预排（已固定位置）\n来源：任务类\n占用时段：\n第1天 第8节",
    ),
    (
        SHARED,
        "get_task_info",
        {"task_id": 13},
        "ok",
        "[13]值班\n类别：班务 | 状态：已安排（固定）\n来源：日程\n占用时段：\n第1天 第9-12节\n第2天 第3-4节",
    ),
    (
        SHARED,
        "get_task_info",
        {"task_id": 14},
        "ok",
        "[14]自习\n"
        "类别：班务 | 状态：已安排\n"
        "来源：日程\n"
        "可嵌入：是（允许在此时段嵌入其他任务）\n"
        "占用时段：\n"
        "第2天 第9-10节\n"
        "当前嵌入任务：无",
    ),
    (
        SHARED,
        "get_task_info",
        {"task_id": 15},
        "ok",
        "[15]实验\n"
        "类别：课程 | 状态：已安排（固定）\n"
        "来源：课程表\n"
        "占用时段：\n"
        "第3天 第5-8节\n"
        "当前嵌入任务：[16]预习（第3天第5-6节）",
    ),
    (
        SHARED,
        "get_task_info",
        {"task_id": 16},
        "ok",
        "[16]预习\n类别：学习 | 状态：已预排（固定）\n来源：任务类\n嵌入宿主：[15]实验\n占用时段：\n第3天 第5-6节",
    ),
    (
        TERM,
        "get_task_info",
        {"task_id": 99},
        "task_not_found",
        "查询任务详情失败：任务 [99] 不存在。",
    ),
    (
        TERM,
        "get_task_info",
        {},
        "missing_argument",
        "查询任务详情失败：缺少参数 task_id。",
    ),
]
