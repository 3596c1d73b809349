"""Something said in a session, and what answers it, on the terminal (rules CLI-20 to CLI-22)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field

from api.schemas.chat import ChatBody, TurnEnd, TurnEventView
from domain.errors import DaywrightError
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from runtime.cli.interrupts import Interrupts, counting_interrupts
from runtime.cli.planned_session import planned_session
from runtime.cli.render.turns import TurnPrinter, show_text
from runtime.cli.running import console
from runtime.cli.screen import Screen
from runtime.client.api import Api

_COLUMN: dict[Locale, int] = {"zh-CN": 0, "en": 1}
_WORDS: dict[str, tuple[str, str]] = {
    "stopping": ("正在停止，再按一次 Ctrl-C 不再等待……", "Stopping; press Ctrl-C again not to wait for it …"),
    "left": (
        "对话仍在处理。回答会记在会话里：daywright sessions log {session}",
        "The turn goes on. Its answer will stand in the session: daywright sessions log {session}",
    ),
    "late": (
        "来不及停止：停止之前已经处理完了。",
        "It was too late to stop it: it had been done by then.",
    ),
    "next": (
        "看计划：daywright preview{option}；再改：接着说；写入课表：daywright confirm{option}",
        "See it: daywright preview{option}; change it: say more; write it: daywright confirm{option}",
    ),
    "answer": ("接着说就是回答：daywright chat 回答{option}", "Answer by saying more: daywright chat TEXT{option}"),
}


@dataclass
class Heard:
    """What came of something said.

    Attributes:
        events: of the turn and of its run, in order.
        end: how the turn ended; None where that was not waited for.
        was_stopped: whether the person asked it to stop.
    """

    locale: Locale
    events: list[TurnEventView] = field(default_factory=list)
    end: TurnEnd | None = None
    was_stopped: bool = False
    began: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, told: TurnEventView | TurnEnd) -> None:
        """Take down what was told."""
        if isinstance(told, TurnEnd):
            self.end = told
        else:
            self.events.append(told)
            self.began.set()

    @property
    def session(self) -> str | None:
        """The session in which it was said, once that is known."""
        return self.events[0].conversation_id if self.events else None


async def say_and_show(api: Api, screen: Screen, said: ChatBody) -> Heard:
    """Say it, show what happens as it comes, then the reply and what can be done next.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed twice.
        DaywrightError: it was refused, or nothing answers.
    """
    heard = Heard(said.locale or locale_of(said.message))
    printer = TurnPrinter(screen.console, heard.locale)
    with counting_interrupts() as interrupts:
        async with _stopping(api, heard, interrupts):
            try:
                async with aclosing(api.say(said)) as told:
                    async for one in told:
                        heard.note(one)
                        if isinstance(one, TurnEventView):
                            printer.show(one)
            except asyncio.CancelledError:
                if not interrupts.is_impatient:
                    raise
                _tell(words("left", heard.locale, session=heard.session or ""))
                raise KeyboardInterrupt from None
    heard.was_stopped = interrupts.count > 0
    if heard.was_stopped and heard.end is not None and heard.end.status != "cancelled":
        _tell(words("late", heard.locale))
    if heard.end is not None and heard.end.status != "failed":
        show_text(screen.console, printer.reply)
        await _tell_next(api, screen, heard, heard.end)
    return heard


def failure_of(heard: Heard) -> DaywrightError | None:
    """The error for a turn that failed; None for any other."""
    end = heard.end
    if end is None or end.status != "failed":
        return None
    error = DaywrightError(end.detail or "the turn failed: say it again")
    error.code = end.code or error.code
    return error


def words(key: str, locale: Locale, **values: object) -> str:
    """A sentence of this command in a language."""
    return _WORDS[key][_COLUMN[locale]].format(**values)


@asynccontextmanager
async def _stopping(api: Api, heard: Heard, interrupts: Interrupts) -> AsyncIterator[None]:
    """Ask the turn to stop, in the body, once the person wishes it and the turn is known."""

    async def stop() -> None:
        await interrupts.asked.wait()
        _tell(words("stopping", heard.locale))
        await heard.began.wait()
        try:
            await api.cancel_turn(heard.events[0].turn)
        except DaywrightError as error:
            _tell(error.message)

    stopping = asyncio.create_task(stop())
    try:
        yield
    finally:
        stopping.cancel()
        await asyncio.gather(stopping, return_exceptions=True)


async def _tell_next(api: Api, screen: Screen, heard: Heard, end: TurnEnd) -> None:
    if end.run is None or end.kind not in ("plan", "refine", "answer") or screen.is_for_program:
        return
    run = await api.run(end.run)
    key = {"paused": "answer", "completed": "next"}.get(run.status)
    if key is not None:
        option = await _option(api, end.conversation_id, run.status)
        show_text(screen.console, words(key, heard.locale, option=option), "dim")


async def _option(api: Api, session_id: str, status: str) -> str:
    """What names the session to other commands, where they would take another one."""
    if status == "completed" and (await planned_session(api, None)).id == session_id:
        return ""
    return f" --session {session_id}"


def _tell(sentence: str) -> None:
    console(stderr=True).print(sentence, soft_wrap=True)
