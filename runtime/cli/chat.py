"""``daywright chat``: say something, or talk line by line on a terminal."""

import sys
from typing import Annotated

import typer
from pydantic import ValidationError

from api.schemas.chat import ChatBody
from domain.errors import DaywrightError, InvalidInput
from domain.schedule.state import Locale
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.questions import next_line
from runtime.cli.render.cells import printable
from runtime.cli.render.turns import show_text
from runtime.cli.screen import Screen
from runtime.cli.spoken_session import last_used_session
from runtime.cli.talking import failure_of, say_and_show
from runtime.client.api import Api, every

_SHOWN = 40
_PROMPT = "> "

_Words = Annotated[
    str | None,
    typer.Argument(
        metavar="WORDS",
        help="what is said; left out, you talk line by line until Ctrl-D; without a terminal all input is one message",
    ),
]
_Session = Annotated[
    str | None,
    typer.Option("--session", metavar="ID", help="a session by the end of its id; the last one used if left out"),
]
_New = Annotated[bool, typer.Option("--new", help="talk in a new session")]
_Locale = Annotated[
    Locale | None, typer.Option("--locale", help="language of the answers; that of the words if left out")
]


def chat(
    said: _Words = None, session: _Session = None, new: _New = False, locale: _Locale = None, as_json: Json = False
) -> None:
    """Plan, change, ask and be reminded in plain words; alone, line by line.

    Text that is piped into it is one message, however many lines it has. It shows the stages as they happen, then the
    reply. Nothing is written into the timetable.
    """
    ask(lambda api, screen: _chat(api, screen, said, session, new, locale), as_json)


async def _chat(
    api: Api, screen: Screen, said: str | None, session: str | None, new: bool, locale: Locale | None
) -> None:
    if new and session is not None:
        raise InvalidInput(f"--new and --session {session!r} name two sessions: say one of them")
    if said is None and sys.stdin is not None and sys.stdin.isatty():
        if screen.is_for_program:
            raise InvalidInput("--json gives one document: say the words, `daywright chat WORDS --json`")
        await _talk(api, screen, await _session_id(api, session, new), locale)
        return
    first = _message(_input() if said is None else said, None, locale)
    spoken_in = await _session_id(api, session, new)
    heard = await say_and_show(api, screen, first.model_copy(update={"conversation_id": spoken_in}))
    screen.answer({"turn": heard.end, "events": heard.events})
    error = failure_of(heard)
    if heard.was_stopped:
        raise KeyboardInterrupt
    if error is not None:
        raise error


async def _talk(api: Api, screen: Screen, session_id: str | None, locale: Locale | None) -> None:
    """One line after the other, until the input ends; what goes wrong with one is told, and the next is read."""
    if session_id is not None:
        title = printable((await api.session(session_id)).title)
        screen.console.print(f"{session_id} {title}".strip(), style="dim", soft_wrap=True)
    while True:
        screen.console.print(_PROMPT, end="")
        line = await next_line(sys.stdin)
        if not line:
            screen.console.print()
            return
        if not line.strip():
            continue
        try:
            heard = await say_and_show(api, screen, _message(line.strip(), session_id, locale))
        except DaywrightError as error:
            show_text(screen.console, error.message, "red")
            continue
        session_id = heard.session or session_id
        if (failed := failure_of(heard)) is not None:
            show_text(screen.console, failed.message, "red")


def _input() -> str:
    """All that is given on the standard input.

    Raises:
        InvalidInput: it is no text in UTF-8.
    """
    given = b"" if sys.stdin is None else sys.stdin.buffer.read()
    try:
        return given.decode().strip()
    except UnicodeDecodeError as error:
        raise InvalidInput(f"the input is no UTF-8 at byte {error.start}: say it in UTF-8") from None


def _message(said: str, session_id: str | None, locale: Locale | None) -> ChatBody:
    """What is sent.

    Raises:
        InvalidInput: there is nothing in it, or too much.
    """
    try:
        return ChatBody(message=said, conversation_id=session_id, locale=locale)
    except ValidationError:
        shown = said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"
        raise InvalidInput(f"{shown!r} has {len(said)} characters: say 1 to 10,000, without U+0000") from None


async def _session_id(api: Api, given: str | None, new: bool) -> str | None:
    """The session that is named, else the one in which something was last said or planned; None for a new one."""
    if given is not None:
        return await whole_id(given, "session", every(api.sessions))
    # Asked for a new one too: an address at which nothing answers is told soon, and a message is waited for longer.
    latest = await last_used_session(api)
    return None if new or latest is None else latest.id
