"""``daywright remind``: set, list and take back reminders of a session (rule CLI-24)."""

from typing import Annotated

import typer

from api.schemas.reminders import ReminderValue
from api.schemas.sessions import SessionView
from domain.conversation.delays import Delay, delays
from domain.errors import InvalidInput, NotFound
from domain.reminders.instants import instant_of, read_instant
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.render.cells import padded, printable
from runtime.cli.render.lists import listing, moment
from runtime.cli.screen import Screen
from runtime.cli.spoken_session import last_used_session
from runtime.client.api import Api, every

remind = typer.Typer(help="Set, list and take back reminders of a session.", no_args_is_help=True)

_SHORTEST_PROMPT = 20
_BESIDE_PROMPT = 44
_SHOWN = 40

_Delay = Annotated[str, typer.Argument(metavar="DELAY", help="after how long: 30m, 2h, 1h30m, 半小时")]
_Words = Annotated[str, typer.Argument(metavar="TEXT", help="what to be reminded of")]
_Id = Annotated[str, typer.Argument(metavar="ID", help="id of the reminder, such as schedule-1; see remind list")]
_Session = Annotated[
    str | None,
    typer.Option("--session", metavar="ID", help="a session by the end of its id; the last one used if left out"),
]


@remind.command(name="in")
def in_(delay: _Delay, text: _Words, session: _Session = None, as_json: Json = False) -> None:
    """Set a reminder: it is told once, in its session, so long from now."""
    seconds = _seconds(delay)

    async def question(api: Api, screen: Screen) -> None:
        chosen = await _session_of(api, session) or await api.open_session()
        made = await api.set_reminder(chosen.id, text, seconds)
        screen.answer({"session": chosen, "reminder": made})
        due = _due(made, (await api.me()).snapshot.zone)
        told = f"At {due} you will be reminded in session {chosen.id}: {printable(made.prompt)} ({made.id})"
        screen.console.print(told, soft_wrap=True)

    ask(question, as_json)


@remind.command(name="list")
def list_(session: _Session = None, as_json: Json = False) -> None:
    """List the reminders of a session that wait."""

    async def question(api: Api, screen: Screen) -> None:
        chosen = await _known_session(api, session)
        page = await api.reminders(chosen.id)
        screen.answer({"session": chosen, "reminders": page.items})
        if not page.items:
            screen.console.print(f"No reminder waits in session {chosen.id}.", soft_wrap=True)
            return
        room = max(_SHORTEST_PROMPT, screen.console.width - _BESIDE_PROMPT)
        zone = (await api.me()).snapshot.zone
        rows = [
            (each.id, _due(each, zone), each.state, padded(printable(each.prompt), room).rstrip())
            for each in page.items
        ]
        screen.console.print(listing(("reminder", "due", "state", "what"), rows))
        if chosen.state != "live":
            screen.console.print(f"The session is {chosen.state}: nothing is told in it.", style="dim", soft_wrap=True)

    ask(question, as_json)


@remind.command()
def delete(reminder: _Id, session: _Session = None, as_json: Json = False) -> None:
    """Take back a reminder that waits."""
    if not reminder.strip():
        raise InvalidInput(f"{reminder!r} is no id of a reminder: list them with `daywright remind list`")

    async def question(api: Api, screen: Screen) -> None:
        chosen = await _known_session(api, session)
        done = await api.delete_reminder(chosen.id, reminder)
        if not done.deleted:
            shown = reminder[:_SHOWN]
            raise NotFound(
                f"no reminder {shown!r} waits in session {chosen.id}: list them with `daywright remind list`"
            )
        screen.answer({"session": chosen, "reminder": done})
        screen.console.print(f"Deleted {printable(done.id)}.", soft_wrap=True)

    ask(question, as_json)


def _seconds(given: str) -> int:
    """The delay that was written, as people say it after "in" or before 后.

    Raises:
        InvalidInput: it is none.
    """
    text = given.strip()
    for said in (f"in {text}", f"{text}后"):
        found = delays(said)
        if len(found) == 1 and _is_whole(found[0], said) and found[0].seconds > 0:
            return found[0].seconds
    raise InvalidInput(
        f"{given[:_SHOWN]!r} is no delay of a second or more: write a number and a unit, such as 30m, 2h or 1h30m"
    )


def _is_whole(delay: Delay, said: str) -> bool:
    return (delay.start, delay.end) == (0, len(said))


def _due(reminder: ReminderValue, zone: str) -> str:
    """When it is due, on the clocks of the person."""
    return moment(instant_of(read_instant(reminder.scheduled_at)), zone)


async def _session_of(api: Api, given: str | None) -> SessionView | None:
    if given is not None:
        return await api.session(await whole_id(given, "session", every(api.sessions)))
    return await last_used_session(api)


async def _known_session(api: Api, given: str | None) -> SessionView:
    chosen = await _session_of(api, given)
    if chosen is None:
        raise NotFound('there is no session yet: set a reminder with `daywright remind in 30m "text"`')
    return chosen
