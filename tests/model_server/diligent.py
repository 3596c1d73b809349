"""A model that does as its prompts say: it copies the first of the places that it is shown."""

import json
import re
from typing import Any

from tests.model_server.exchange import Asked, Said

THOUGHT = "先看看哪天还有空位，再决定把当前任务放到哪里。" * 4

QUESTION = "周六上午可以吗？"

_FIRST_PLACE = re.compile(r"^1\. .* = (\{.*\})$", re.MULTILINE)


def diligent(asked: Asked) -> Said:
    """The answer to any prompt of a refine run in Chinese, thought over aloud before."""
    return Said(json.dumps(_ANSWERS[asked.name](asked), ensure_ascii=False), reasoning=THOUGHT)


def inquisitive(asked: Asked) -> Said:
    """The same, but in its first round it asks the person."""
    answer = diligent(asked)
    if asked.name != "react" or not asked.schema["properties"]["missing_info"]["maxItems"]:
        return answer
    question = json.loads(answer.content or "") | {"tool_calls": [], "missing_info": [QUESTION]}
    return Said(json.dumps(question, ensure_ascii=False))


def _contract(asked: Asked) -> dict[str, Any]:
    return {"goal": "移动", "goal_quote": "", "order_quote": "", "strategy": "照请求调整"}


def _plan(asked: Asked) -> dict[str, Any]:
    return {"steps": ["圈定任务", "逐个移动", "核对"], "batch": False}


def _react(asked: Asked) -> dict[str, Any]:
    closing = {"done": False, "missing_info": [], "summary": ""}
    return {"goal_check": "还差几个", **_repair(asked), **closing}


def _repair(asked: Asked) -> dict[str, Any]:
    place = _FIRST_PLACE.search(asked.user)
    call = {"tool": "move", "arguments": json.loads(place[1])} if place else {"tool": "verify", "arguments": {}}
    return {"decision": "放到第一个空位", "tool_calls": [call]}


def _review(asked: Asked) -> dict[str, Any]:
    return {"unmet": [], "reason": "已按请求调整", "verdict": "达成"}


def _summary(asked: Asked) -> dict[str, Any]:
    verdict = asked.schema["properties"]["verdict"]["const"]
    outcome = "目标已达成。" if verdict == "达成" else "请求未完全达成。"
    return {"verdict": verdict, "sentences": ["安排如下。", outcome]}


_ANSWERS = {
    "contract": _contract,
    "plan": _plan,
    "react": _react,
    "repair": _repair,
    "review": _review,
    "summary": _summary,
}
