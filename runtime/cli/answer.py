"""``daywright answer``: say what a paused run asks."""

from typing import Annotated

import typer

from domain.errors import RunNotPaused
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.following import language_of
from runtime.cli.outcome import follow_and_show
from runtime.cli.questions import checked_answer
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

_Run = Annotated[str, typer.Argument(metavar="RUN", help="id of the run, or its last characters")]
_Text = Annotated[str, typer.Argument(metavar="TEXT", help="the answer, in 1 to 500 characters")]


def answer(run_id: _Run, text: _Text, as_json: Json = False) -> None:
    """Answer what a paused run asks, and follow the run to its end.

    It shows the stages from there on, and the plan as it then is.
    """
    ask(lambda api, screen: _answer(api, screen, run_id, text), as_json)


async def _answer(api: Api, screen: Screen, run_id: str, text: str) -> None:
    said = checked_answer(text)
    run = await api.run(await whole_id(run_id, "run", every(api.runs)))
    if run.question is None:
        raise RunNotPaused(
            f"run {run.id!r} is {run.status} and asks nothing: see it with `daywright runs show {run.id}`"
        )
    await api.answer_run(run.id, run.question.question_id, said)
    await follow_and_show(api, run, screen, language_of(run), run.last_seq)
