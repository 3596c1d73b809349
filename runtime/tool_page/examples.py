"""One call of each tool on the example state, really made."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from domain.schedule.state import Locale
from domain.schedule.state_file import parse_state
from domain.tools.context import ToolContext
from domain.tools.registry import run_tool

STATE: Final = Path(__file__).parents[2] / "examples" / "state.json"


@dataclass(frozen=True, slots=True)
class Example:
    """A call.

    Attributes:
        arguments: those of the tool.
        before: calls made first on the same state, by name without arguments.
        allow_reorder: whether the order of the tasks is released for it.
    """

    arguments: Mapping[str, Any]
    before: tuple[str, ...] = ()
    allow_reorder: bool = False

    @property
    def args(self) -> str:
        """The arguments as JSON."""
        return json.dumps(self.arguments, ensure_ascii=False)

    def text(self, tool: str, locale: Locale) -> str:
        """What the tool says in that language."""
        state = parse_state(STATE.read_bytes()).model_copy(update={"locale": locale})
        for earlier in self.before:
            state, _ = run_tool(state, earlier, {})
        _, result = run_tool(state, tool, self.arguments, ToolContext(reorder_allowed=self.allow_reorder))
        if not result.ok:
            raise ValueError(f"the example of {tool} is refused: {result.text}; correct it in {__name__}")
        return result.text


EXAMPLES: Final[dict[str, Example]] = {
    "get_overview": Example({}),
    "query_range": Example({"day": 2}),
    "query_available_slots": Example({"day_scope": "workday", "span": 2, "after_section": 8, "limit": 2}),
    "list_tasks": Example({"status": "pending"}),
    "get_task_info": Example({"task_id": 2}),
    "query_target_tasks": Example({"category": "概率", "reset_queue": True}),
    "verify": Example({"check_order": True}),
    "place": Example({"task_id": 8, "day": 6, "slot_start": 3}),
    "move": Example({"task_id": 4, "new_day": 5, "new_slot_start": 1}),
    "swap": Example({"task_a": 5, "task_b": 6}),
    "batch_move": Example(
        {
            "moves": [
                {"task_id": 4, "new_day": 3, "new_slot_start": 1},
                {"task_id": 7, "new_day": 2, "new_slot_start": 1},
            ]
        }
    ),
    "unplace": Example({"task_id": 4}),
    "queue_pop_head": Example({}),
    "queue_apply_head_move": Example({"new_day": 6, "new_slot_start": 1}, before=("queue_pop_head",)),
    "queue_skip_head": Example({"reason": "周末再说"}, before=("queue_pop_head",)),
    "queue_status": Example({}, before=("queue_pop_head",)),
    "spread_even": Example({"task_ids": [4, 5, 6, 7], "day_scope": "workday", "allow_embed": False}),
    "min_context_switch": Example({"task_ids": [4, 5, 6, 7]}, allow_reorder=True),
}
