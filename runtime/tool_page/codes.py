"""What the codes of results mean, and what to do next."""

from typing import Final

from domain.tools.results import Code

CODES: Final[dict[Code, tuple[str, str]]] = {
    "ok": ("The call succeeded.", "Go on; the text holds the facts as they are now."),
    "unknown_tool": ("There is no tool of that name.", "Choose one of those the text lists."),
    "unknown_argument": ("The tool has no such argument.", "Leave it out; the text lists those it has."),
    "missing_argument": ("A required argument is missing.", "Give the arguments that the text names."),
    "invalid_argument": ("A value cannot be used.", "Give a value as the text expects."),
    "task_not_found": ("No task has that id.", "Take an id from `list_tasks` or `get_overview`."),
    "wrong_status": (
        "The task's status forbids it.",
        "`place` a pending task, `move` a suggested one; courses never move.",
    ),
    "locked": ("The task, or the host it is a guest of, is fixed.", "Choose another task."),
    "pinned": ("The person fixed the task's place by hand.", "Choose another task, or ask the person."),
    "out_of_window": ("The day is none of the window.", "Choose one of the days that the text names."),
    "section_invalid": ("The sections leave the day.", "Start earlier, so that all of them fit into 1 to 12."),
    "slot_conflict": (
        "The place is taken, wholly or in part.",
        "Choose from the free sections, or `query_available_slots`.",
    ),
    "host_taken": (
        "The embeddable course there already has a guest.",
        "Choose another place, or move that guest first.",
    ),
    "span_mismatch": ("The two tasks differ in length.", "Swap tasks of one length, or move them one by one."),
    "batch_limit": ("More moves than one call takes.", "Move two at a time, or work off the queue."),
    "reorder_not_allowed": ("The person did not release the order.", "Ask the person first; no argument allows it."),
    "queue_empty": ("No task of the queue is current.", "Call `queue_pop_head` first."),
    "not_enough_slots": ("Too few free slots pass the filters.", "Widen the filters, or take fewer tasks."),
}
