"""What a run did, on the terminal: a line a step, below it calls of tools and models and every wait (rule CLI-14)."""

import unicodedata
from collections.abc import Iterator, Mapping

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from api.schemas.trace import ModelCallView, TraceStepView, TraceTotals, TraceView
from domain.steps import DecidedBy
from runtime.cli.render.cells import padded, printable, wrapped
from runtime.cli.render.lists import moment
from runtime.cli.render.stages import ASKS, DONE, FAILED, MARK_STYLES, RUNNING, SKIPPED, TURNED

MAX_WIDTH = 120
_TIME, _NODE, _MARK = 8, 12, 1
_GAP = "  "

_MARKS = {
    "malformed": FAILED,
    "refused": FAILED,
    "fail": FAILED,
    "failed": FAILED,
    "away": TURNED,
    "again": TURNED,
    "retry": TURNED,
    "repair": TURNED,
    "skip": SKIPPED,
    "skipped": SKIPPED,
    "ask": ASKS,
    "model": RUNNING,
    "unread": RUNNING,
    "review": RUNNING,
}
_ASKED = {
    "given": "the model answered",
    "malformed": "the answer of the model is no use",
    "away": "the model gave no answer for now",
    "refused": "the model gives no answer, and is not asked any more",
    "skipped": "nothing had to be asked",
}


def show_steps(console: Console, page: TraceView) -> None:
    """Print sums and steps: wrapped on a terminal, one line for each thing where a program reads it."""
    for words in _sums(page):
        console.print(Text(words), soft_wrap=True)
    console.print()
    for number, step in enumerate(page.items):
        before = page.items[number - 1] if number else None
        for line in _step(step, before, _room(console)):
            console.print(line, soft_wrap=True)


def show_call(console: Console, step: TraceStepView, call: ModelCallView) -> None:
    """Print what a model was asked and said, as it was, line by line; only what steers a terminal is left out."""
    where = f"step {step.step}, {_node(step)}, attempt {call.attempt}: {call.model} at {call.endpoint}"
    form = f"form {call.prompt.get('schema', '')}, {call.mode or 'nothing sent'}: {call.outcome} {_cost(call)}"
    console.print()
    console.print(Text(f"{printable(where)}\n{printable(form)}", "bold"), soft_wrap=True)
    told = {
        "system": str(call.prompt.get("system", "")),
        "user": str(call.prompt.get("user", "")),
        "reasoning": call.reasoning,
        "answer": call.answer,
        "problem": call.problem,
    }
    for name, text in told.items():
        if text:
            console.print(Text(f"--- {name}", "cyan"))
            console.print(Text(verbatim(text)), soft_wrap=True)


def verbatim(text: str) -> str:
    """The text with its own line breaks and spaces, without characters that could steer the terminal."""
    return "".join(letter for letter in text if letter in "\n\t" or unicodedata.category(letter)[0] != "C")


def _room(console: Console) -> int | None:
    """Cells for the words of a step; None where there is no terminal to fit."""
    if not console.is_terminal:
        return None
    return max(20, min(console.width, MAX_WIDTH) - _indent() - _MARK - 1)


def _indent() -> int:
    return 4 + 2 + _TIME + 2 + _NODE + 2


def _sums(page: TraceView) -> Iterator[str]:
    totals = page.totals
    when = f", {moment(page.items[0].at)}" if page.items else ""
    yield f"Run {page.run_id}{when}"
    by = ", ".join(f"{count} by {who}" for who, count in _largest(totals.decided_by))
    yield f"{_count(totals.steps, 'step')}: {by}" if by else "no step"
    if totals.model_calls:
        yield f"{_count(totals.model_calls, 'model call')}: {_ends(totals)}"
        yield _spent(totals)


def _ends(totals: TraceTotals) -> str:
    return ", ".join(f"{count} {outcome}" for outcome, count in _largest(totals.outcomes))


def _spent(totals: TraceTotals) -> str:
    tokens = f"{totals.prompt_tokens:,} tokens in, {totals.completion_tokens:,} out"
    waited = f", {_seconds(totals.wait_seconds)} of waiting between tries" if totals.wait_seconds else ""
    return f"{_seconds(totals.model_seconds)} of calls, {tokens}{waited}"


def _step(step: TraceStepView, before: TraceStepView | None, room: int | None) -> Iterator[Text]:
    """The line of a step, and below it, under its words, what else is known of it."""
    mark = _mark(step)
    style = MARK_STYLES[mark]
    head = Text.assemble(
        (f"{step.step:>4}", "bold"),
        (f"{_GAP}{step.at.astimezone():%H:%M:%S}{_GAP}", "dim"),
        (padded(_node(step), _NODE), "bold"),
        _GAP,
    )
    first, *rest = _fitted(f"{_words(step)} ({step.decided_by})", room)
    yield Text.assemble(head, (f"{mark} ", style), (first, style if mark == FAILED else ""))
    under = " " * (_indent() + _MARK + 1)
    yield from (Text(f"{under}{line}") for line in rest)
    for detail in _details(step, before):
        yield from (Text(f"{under}{line}", "dim") for line in _fitted(detail, room))


def _fitted(text: str, room: int | None) -> list[str]:
    text = printable(text)
    return [text] if room is None or cell_len(text) <= room else wrapped(text, room)


def _mark(step: TraceStepView) -> str:
    if step.blocked or (step.code or "ok") != "ok":
        return FAILED
    if step.verdict == "continue" and step.tool is None:
        return TURNED
    return _MARKS.get(step.verdict, DONE)


def _node(step: TraceStepView) -> str:
    return printable(step.node.replace(".", " ").replace("_", " "))


def _words(step: TraceStepView) -> str:
    if step.node.startswith("ask."):
        return _asked(step)
    blocked = f", blocked: {step.blocked}" if step.blocked and step.blocked not in step.brief else ""
    return f"{step.brief}{blocked}"


def _asked(step: TraceStepView) -> str:
    """What came of asking; of a single call that went well there is no more to say."""
    if step.verdict == "away" and not step.model_calls:
        return "the model is left alone, as it did not answer before"
    words = _ASKED.get(step.verdict, step.brief)
    return f"{words} {_cost(step.model_calls[0])}" if _is_plain(step) else words


def _is_plain(step: TraceStepView) -> bool:
    return [call.outcome for call in step.model_calls] == ["given"]


def _calls(step: TraceStepView) -> Iterator[str]:
    """Each call with the wait behind it; what was wrong is told once where it was the same again."""
    told = ""
    for call in step.model_calls:
        yield f"{call.outcome} {_cost(call)}{_again(call)}"
        if call.problem not in ("", told):
            yield call.problem
        told = call.problem


def _details(step: TraceStepView, before: TraceStepView | None) -> Iterator[str]:
    if not _is_plain(step):
        yield from _calls(step)
    if step.node == "resume" and before is not None:
        yield f"waited {_seconds((step.at - before.at).total_seconds())} for the answer"
    if step.result and not step.blocked:
        yield step.result.partition("\n")[0]
    if step.node == "react" and step.used.get("rounds"):
        used = step.used
        yield f"{_count(used['rounds'], 'round')} and {_count(used.get('actions', 0), 'action')} used"


def _cost(call: ModelCallView) -> str:
    about = "about " if call.tokens_estimated else ""
    tokens = f", {about}{call.prompt_tokens:,} tokens in, {call.completion_tokens:,} out"
    return f"after {_seconds(call.seconds)}{tokens if call.prompt_tokens else ''}"


def _again(call: ModelCallView) -> str:
    return f"; asked again {_seconds(call.wait_seconds)} later" if call.wait_seconds else ""


def _largest(counts: Mapping[DecidedBy, int] | Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"


def _seconds(seconds: float) -> str:
    """A length of time as people say it."""
    if seconds < 0.995:
        return f"{seconds:.2f} s"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
