"""``daywright trace``: what a run did, step by step (rule RUN-17)."""

from typing import Annotated

import typer
from rich.console import Console

from api.schemas.runs import RunView
from api.schemas.trace import ModelCallView, TraceStepView, TraceTotals, TraceView
from domain.errors import NotFound
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.render.lists import facts, listing
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

_Run = Annotated[
    str | None, typer.Argument(metavar="[RUN]", help="id of the run, or its last characters; else the newest")
]
_Prompts = Annotated[bool, typer.Option("--prompts", help="show prompts and answers of the model word for word")]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]


def trace(run: _Run = None, prompts: _Prompts = False, cursor: _Cursor = None, as_json: Json = False) -> None:
    """Show what a run did, step by step, and what its model was asked."""

    async def question(api: Api, screen: Screen) -> None:
        page = await api.trace(await _run_id(api, run), cursor)
        screen.answer(page)
        show_trace(screen.console, page, prompts=prompts)

    ask(question, as_json)


def show_trace(console: Console, page: TraceView, *, prompts: bool = False) -> None:
    """Print a page of a trace.

    Args:
        prompts: prompts and answers too, word for word.
    """
    console.print(facts({"run": page.run_id, **_sums(page.totals)}))
    rows = [(str(step.step), step.node, step.decided_by, _outcome(step), _models(step)) for step in page.items]
    console.print(listing(("step", "node", "decided by", "what", "model"), rows))
    for step in page.items if prompts else ():
        for call in step.model_calls:
            _show_call(console, step, call)
    if page.next_cursor is not None:
        more = f"There is more: daywright trace {page.run_id} --cursor {page.next_cursor}"
        console.print(more, style="dim", soft_wrap=True)


def _sums(totals: TraceTotals) -> dict[str, str]:
    by = ", ".join(f"{count} by {who}" for who, count in sorted(totals.decided_by.items()))
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(totals.outcomes.items()))
    tokens = f"{totals.prompt_tokens} in, {totals.completion_tokens} out"
    calls = f"{totals.model_calls} ({outcomes}), {tokens}, {totals.model_seconds:.1f} s"
    return {"steps": f"{totals.steps} ({by})" if by else "0", "model calls": calls if totals.model_calls else ""}


def _outcome(step: TraceStepView) -> str:
    used = {name: step.used.get(name, 0) for name in ("actions", "rounds")}
    budget = f" [used: actions {used['actions']}, rounds {used['rounds']}]" if any(used.values()) else ""
    blocked = f", blocked: {step.blocked}" if step.blocked and step.blocked not in step.brief else ""
    return f"{step.verdict}: {step.brief}{blocked}{budget}"


def _models(step: TraceStepView) -> str:
    return "; ".join(
        f"{call.outcome}, {call.prompt_tokens}+{call.completion_tokens} tokens, {call.seconds:.1f} s"
        for call in step.model_calls
    )


def _show_call(console: Console, step: TraceStepView, call: ModelCallView) -> None:
    rows = {
        "step": f"{step.step} {step.node}, attempt {call.attempt}",
        "model": f"{call.model} at {call.endpoint}, {call.mode}",
        "system": str(call.prompt.get("system", "")),
        "user": str(call.prompt.get("user", "")),
        "reasoning": call.reasoning,
        "answer": call.answer,
        "problem": call.problem,
    }
    console.print()
    console.print(facts(rows))


async def _run_id(api: Api, given: str | None) -> str:
    if given is not None:
        return await whole_id(given, "run", every(api.runs))
    newest: tuple[RunView, ...] = (await api.runs(limit=1)).items
    if not newest:
        raise NotFound("there is no run to trace: start one with `daywright plan`")
    return newest[0].id
