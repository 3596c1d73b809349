"""What is found where a rule does not hold, and what ``verify`` says of it."""

from typing import Final

BREACHES: Final[dict[str, tuple[str, str]]] = {
    "verify.failed": ("校验失败：{reason}", "Verification failed: {reason}"),
    "verify.passed": ("校验通过：未发现问题。", "Verification passed: no problem found."),
    "verify.breaches": ("校验未通过：发现{count}处问题。", "Verification did not pass: {count} problems found."),
    "breach.bounds.window": ("{task} 的{slot}不在规划窗口内。", "{task}: {slot} is outside the window."),
    "breach.bounds.sections": ("{task} 的{slot}不是有效的节次范围。", "{task}: {slot} is no valid range of sections."),
    "breach.overlap.tasks": ("{task} 与 {other} 在{slot}重叠。", "{task} and {other} overlap on {slot}."),
    "breach.embedding.host_missing": (
        "{task} 的宿主 [{host_id}] 不存在或不可嵌入。",
        "{task} is embedded in [{host_id}], which does not exist or takes no guests.",
    ),
    "breach.embedding.outside_host": (
        "{task} 的{slot}不在宿主 {other} 的同一时段内。",
        "{task}: {slot} does not lie within one slot of its host {other}.",
    ),
    "breach.embedding.shared_host": (
        "{task} 与 {other} 嵌入了同一宿主时段{slot}。",
        "{task} and {other} are guests of the same host slot {slot}.",
    ),
    "breach.status.pending_placed": ("{task} 为待安排状态，却占用{slot}。", "{task} is pending, yet it takes {slot}."),
    "breach.status.pending_guest": (
        "{task} 为待安排状态，却标记为嵌入任务。",
        "{task} is pending, yet it is marked as a guest.",
    ),
    "breach.status.unplaced": ("{task} 不是待安排状态，却没有时段。", "{task} is not pending, yet it has no slot."),
    "breach.count.duration": (
        "{task} 需要{duration}个连续时段，实际占用{taken}个。",
        "{task} needs {duration} consecutive sections and takes {taken}.",
    ),
    "breach.count.no_duration": ("{task} 没有所需时段数。", "{task} has no duration."),
    "breach.count.queue": ("队列中的任务 [{task_id}] 不存在。", "Task [{task_id}] in the queue does not exist."),
    "breach.count.queue_twice": (
        "队列中的任务 [{task_id}] 出现了不止一次。",
        "Task [{task_id}] stands in the queue more than once.",
    ),
    "breach.count.queue_reason": (
        "队列为任务 [{task_id}] 记录的跳过原因与已跳过的任务不符。",
        "The queue's reason for skipping [{task_id}] does not match its skipped tasks.",
    ),
    "breach.count.queue_attempt": (
        "队首的失败次数为{attempt}，应在0到{most}之间。",
        "The head of the queue has {attempt} failed attempts; expected 0 to {most}.",
    ),
    "breach.order.classes": (
        "{task} 应排在 {other} 之前，却在其后。",
        "{task} should come before {other}, yet it comes after it.",
    ),
}
