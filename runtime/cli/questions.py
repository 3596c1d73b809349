"""What a run asks, and a person's answer on the terminal (rule CLI-11)."""

import asyncio
import sys
from typing import Protocol, TextIO

from api.schemas.runs import RunEventView, RunQuestionView, RunView
from domain.errors import AlreadyAnswered, AnswerNeeded, InvalidInput, RunNotPaused
from domain.schedule.state import Locale
from runtime.cli.render.cells import printable
from runtime.cli.render.stages import stage_parts
from runtime.cli.screen import Screen
from runtime.client.api import Api

LONGEST = 500
_PROMPT: dict[Locale, str] = {"zh-CN": "回答：", "en": "Answer: "}
_GOES_ON: dict[Locale, str] = {
    "zh-CN": "运行已继续，不再等这个回答。",
    "en": "The run went on; it waits for no answer any more.",
}


class _Identified(Protocol):
    @property
    def id(self) -> str:
        """Id of the run."""


async def waiting_after(api: Api, event: RunEventView) -> RunView | None:
    """The run as it waits, where the event tells a question that nobody has answered yet."""
    if stage_parts(event.stage)[1] != "need_info":
        return None
    run = await api.run(event.run)
    question = run.question
    is_open = question is not None and question.answered_at is None
    return run if is_open and question and question.question_id == event.data.get("question_id") else None


def can_be_asked(screen: Screen) -> bool:
    """Whether there is a person to ask: both ends of the terminal are there, and no program reads the output."""
    return not screen.is_for_program and sys.stdin.isatty() and sys.stdout.isatty()


async def answer_on_terminal(api: Api, run: RunView, screen: Screen, locale: Locale) -> bool:
    """Ask the person and pass the answer on; False where the person gave none."""
    question = run.question
    assert question is not None
    show_question(screen, question)
    said = await _said(screen, locale)
    if said is None:
        return False
    try:
        await api.answer_run(run.id, question.question_id, said)
    except (AlreadyAnswered, RunNotPaused):
        screen.console.print(_GOES_ON[locale], style="dim", soft_wrap=True)
    return True


def show_question(screen: Screen, question: RunQuestionView) -> None:
    """Each of its sentences on a line of its own."""
    for line in question.questions:
        screen.console.print(f"  {printable(line)}", soft_wrap=True)


def answer_needed(run: RunView) -> AnswerNeeded:
    """That a run waits, with the command that answers it."""
    asked = printable(" ".join(run.question.questions)) if run.question else ""
    return AnswerNeeded(f"run {run.id} waits for an answer to “{asked}”: {how_to_answer(run)}", run_id=run.id)


def how_to_answer(run: _Identified) -> str:
    """The command that answers a run."""
    return f"say it with `daywright answer {run.id} TEXT`"


def checked_answer(text: str) -> str:
    """The answer without space around it.

    Raises:
        InvalidInput: nothing is left of it, or it is too long.
    """
    said = text.strip()
    if not 0 < len(said) <= LONGEST or "\0" in said:
        shown = said if len(said) <= 40 else f"{said[:40]}…"
        raise InvalidInput(f"the answer {shown!r} has {len(said)} characters: say it in 1 to {LONGEST}")
    return said


async def _said(screen: Screen, locale: Locale) -> str | None:
    """What the person typed; None where the input ended."""
    while True:
        screen.console.print(_PROMPT[locale], end="")
        line = await next_line(sys.stdin)
        if not line:
            screen.console.print()
            return None
        if line.strip():
            try:
                return checked_answer(line)
            except InvalidInput as error:
                screen.console.print(error.message, style="red", soft_wrap=True)


async def next_line(stream: TextIO) -> str:
    """The next line of a terminal, empty at its end; unlike a thread that reads, it ends when it is cancelled."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(stream.fileno(), ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(stream.fileno())
    return stream.readline()
