"""A model that does as its prompts say: it copies the first of the places that it is shown."""

import json
import re
from typing import Any

from tests.model_server.exchange import Asked, Said

THOUGHT = "先看看哪天还有空位，再决定把当前任务放到哪里。" * 4

CHAT, TITLE = "你好呀，很高兴见到你。", "打个招呼"

QUESTION = "周六上午可以吗？"

_FIRST_PLACE = re.compile(r"^1\. .* = (\{.*\})$", re.MULTILINE)


def diligent(asked: Asked) -> Said:
    """The answer to any prompt of a refine run or a turn in Chinese, thought over aloud before."""
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


def _said(asked: Asked, label: str) -> str:
    """What a prompt of a turn quotes behind a label."""
    [line] = [line for line in asked.user.splitlines() if line.startswith(label)]
    return str(json.loads(line.removeprefix(label)))


def _chat_plain(asked: Asked) -> dict[str, Any]:
    return {"text": CHAT}


def _chat_answer(asked: Asked) -> dict[str, Any]:
    return {"text": f"查到了：{_said(asked, '答案：')}"}


def _chat_reminder(asked: Asked) -> dict[str, Any]:
    return {"text": f"该做这件事了：{_said(asked, '内容：')}"}


def _chat_title(asked: Asked) -> dict[str, Any]:
    return {"text": TITLE}


_ANSWERS = {
    "chat_plain": _chat_plain,
    "chat_answer": _chat_answer,
    "chat_reminder": _chat_reminder,
    "chat_title": _chat_title,
    "contract": _contract,
    "plan": _plan,
    "react": _react,
    "repair": _repair,
    "review": _review,
    "summary": _summary,
}
