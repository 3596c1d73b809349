"""A driver of runs with a model, and models that answer from a script, by the built-in policy, or at random."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from domain.models.prompt import Prompt
from domain.policy.action import choose_action, choose_repair
from domain.refine.asking import prompt_for
from domain.refine.memory import Answered, AskedNode, RefineMemory
from domain.refine.nodes import NodeName, open_memory
from domain.refine.pausing import resume
from domain.refine.prompts.facts import day_labels
from domain.refine.react import Action
from domain.refine.upcoming import upcoming, wants_model
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from tests.domain.refine.plans import Drive

Model = Callable[[AskedNode, Prompt, ScheduleState, RefineMemory], Answered]
MOST_STEPS = 120


def given(node: AskedNode, answer: Mapping[str, Any] | str) -> Answered:
    """An answer as the wire brought it."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return Answered(node=node, outcome="given", text=text)


def malformed(node: AskedNode, problem: str = "没有 JSON") -> Answered:
    return Answered(node=node, outcome="malformed", problem=problem)


def away(node: AskedNode) -> Answered:
    return Answered(node=node, outcome="away", problem="端点没有回应")


def refused(node: AskedNode) -> Answered:
    return Answered(node=node, outcome="refused", problem="密钥不对")


@dataclass
class Conversation(Drive):
    """A run whose nodes ask ``model`` where the workflow would; what it asked is in ``asked``."""

    model: Model = lambda node, _prompt, _state, _memory: away(node)
    said: str | None = "随便"
    asked: list[AskedNode] = field(default_factory=list)

    def ask(self, node: AskedNode) -> None:
        if wants_model(node, self.state, self.memory):
            prompt = prompt_for(node, self.state, self.memory)
            answer = self.model(node, prompt, self.state, self.memory)
            self.asked.append(node)
            self.memory = RefineMemory.model_validate_json(
                self.memory.model_copy(update={"answer": answer}).model_dump_json()
            )

    def answered(self, node: NodeName) -> str:
        """A node with the model asked before, and once more where it says so."""
        self.ask(cast(AskedNode, node))
        verdict = self.step(node)
        if verdict == "again":
            self.ask(cast(AskedNode, node))
            verdict = self.step(node)
        return verdict

    def until(self, name: NodeName) -> "Conversation":
        for node in ("contract", "plan"):
            self.answered(node)
            if node == name:
                return self
        if self.step("slice") == "unread":
            self.answered("slice")
        return self

    def finish(self) -> "Conversation":
        verdict = "retry"
        while verdict == "retry":
            verdict = self.step("route")
        while verdict not in ("pass", "done"):
            verdict = self._round()
            assert len(self.steps) < MOST_STEPS
        if self.checked() == "repair":
            self.answered("repair")
            self.checked()
        self.answered("summary")
        return self

    def _round(self) -> str:
        self.ask("react")
        verdict = self.step("react")
        if verdict == "ask":
            resumed = resume(self.state, self.memory, self.said)
            self.memory = RefineMemory.model_validate_json(resumed.memory.model_dump_json())
            self.steps.append(("react", resumed))
        return verdict

    def checked(self) -> str:
        verdict = self.step("hard_check")
        for _ in range(2):
            if verdict == "review":
                self.ask("review")
                verdict = self.step("hard_check")
        return verdict

    def results(self, name: NodeName) -> list[NodeResult[RefineMemory]]:
        return [result for node, result in self.steps if node == name]


def conversing(plan: ScheduleState, message: str, model: Model, week: int | None = 5, **settings: Any) -> Conversation:
    """A run with a model, before its first node."""
    memory = open_memory(plan, message, week, **settings).model_copy(update={"endpoint": "default"})
    return Conversation(plan, memory, model=model)


def talked(plan: ScheduleState, message: str, model: Model, week: int | None = 5, **settings: Any) -> Conversation:
    """A run with a model, to its end."""
    return conversing(plan, message, model, week, **settings).until("slice").finish()


def scripted(otherwise: Model, **answers: list[Any]) -> Model:
    """A model that says what stands in the lists of its nodes, one after another, then what another one would say."""
    left = {node: list(lines) for node, lines in answers.items()}

    def answer(node: AskedNode, prompt: Prompt, state: ScheduleState, memory: RefineMemory) -> Answered:
        waiting = left.get(node)
        if not waiting:
            return otherwise(node, prompt, state, memory)
        line = waiting.pop(0)
        return line if isinstance(line, Answered) else given(node, line)

    return answer


def well_behaved(node: AskedNode, prompt: Prompt, state: ScheduleState, memory: RefineMemory) -> Answered:
    """Answers in the right form what the built-in policy would choose."""
    return given(node, _WELL[node](state, memory))


def _contract(state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    goal = "移动" if memory.locale == "zh-CN" else "move"
    return {"goal": goal, "goal_quote": "", "order_quote": "", "strategy": "照请求调整"}


def _plan(state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    return {"steps": ["圈定任务", "逐个移动", "核对"], "batch": False}


def _react(state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    ahead = upcoming(state, memory)
    return wire_action(state, memory, choose_action(state, ahead)) | {
        "goal_check": "还差",
        "done": False,
        "missing_info": [],
        "summary": "",
    }


def _repair(state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    return wire_action(state, memory, choose_repair(state, memory))


def _review(state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    verdict = "达成" if memory.locale == "zh-CN" else "met"
    return {"unmet": [], "reason": "已按请求调整", "verdict": verdict}


def _summary(state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    zh = memory.locale == "zh-CN"
    verdict = ("达成" if memory.completed else "未达成") if zh else ("met" if memory.completed else "not met")
    good, bad = ("目标已达成。", "请求未完全达成。") if zh else ("The goal is met.", "The request is not fully met.")
    first = "安排如下。" if zh else "Here is the outcome."
    return {"verdict": verdict, "sentences": [first, good if memory.completed else bad]}


def wire_action(state: ScheduleState, memory: RefineMemory, action: Action) -> dict[str, Any]:
    """A move or a query in the form of the wire."""
    calls: list[dict[str, Any]] = []
    for call in action.tool_calls:
        arguments = call.arguments
        if call.tool == "move":
            label = next(iter(day_labels(state.window, [arguments["new_day"]], memory.locale)))
            move = {"task": arguments["task_id"], "day": label, "start": arguments["new_slot_start"]}
            calls.append({"tool": "move", "arguments": move})
        else:
            calls.append({"tool": "verify", "arguments": {}})
    return {"decision": action.decision[:100], "tool_calls": calls}


_WELL: Mapping[AskedNode, Callable[[ScheduleState, RefineMemory], Mapping[str, Any]]] = {
    "contract": _contract,
    "plan": _plan,
    "react": _react,
    "repair": _repair,
    "review": _review,
    "summary": _summary,
    "slice": lambda state, memory: {},
}


def at_random(chance: Random, nonsense: float = 0.25) -> Model:
    """Any answer that fits the form asked for; with some probability garbage, a fault, or no answer at all."""

    def answer(node: AskedNode, prompt: Prompt, state: ScheduleState, memory: RefineMemory) -> Answered:
        if chance.random() < nonsense:
            garbage = [given(node, "{}"), given(node, "x"), malformed(node), away(node)]
            return refused(node) if chance.random() < 0.03 else chance.choice(garbage)
        schema = prompt.answer.model_json_schema()
        return given(node, _instance(schema, schema.get("$defs", {}), chance))

    return answer


def _instance(schema: Mapping[str, Any], defs: Mapping[str, Any], chance: Random) -> Any:
    """A value that a schema allows."""
    if "$ref" in schema:
        return _instance(defs[schema["$ref"].rpartition("/")[2]], defs, chance)
    if "anyOf" in schema:
        return _instance(chance.choice(schema["anyOf"]), defs, chance)
    if "const" in schema or "enum" in schema:
        return chance.choice(schema.get("enum", [schema.get("const")]))
    match schema["type"]:
        case "object":
            return {key: _instance(part, defs, chance) for key, part in schema.get("properties", {}).items()}
        case "array":
            least, most = schema.get("minItems", 0), min(schema.get("maxItems", 3), 3)
            items = schema.get("items", {"type": "null"})
            return [_instance(items, defs, chance) for _ in range(chance.randint(least, max(least, most)))]
        case "string":
            words = ["周一", "完成", "未达成", "3 个任务", "moved", "顺序", "x"]
            text = "".join(chance.choice(words) for _ in range(3))
            return text[: schema.get("maxLength", 10)].ljust(schema.get("minLength", 0), "x")
        case "integer":
            return chance.randint(schema.get("minimum", -3), schema.get("maximum", 15))
        case "number":
            return chance.uniform(schema.get("minimum", 0), schema.get("maximum", 1))
        case "boolean":
            return chance.random() < 0.3
    return None
