"""``daywright me``: who asks, and what is known of them (rule CLI-31)."""

from rich.console import Console

from api.schemas.memories import MeView
from domain.context.person.snapshot import Commitment, FactValue
from runtime.cli.asking import Json, ask
from runtime.cli.render.cells import padded, printable
from runtime.cli.render.lists import facts, listing, moment
from runtime.cli.screen import Screen
from runtime.client.api import Api

_SHORTEST_TEXT = 20
_BESIDE_TEXT = 32


def me(as_json: Json = False) -> None:
    """Show who you are here, what is known of you, and what you have undertaken in the coming days."""

    async def question(api: Api, screen: Screen) -> None:
        found = await api.me()
        screen.answer(found)
        _show(screen.console, found)

    ask(question, as_json)


def _show(out: Console, found: MeView) -> None:
    snapshot = found.snapshot
    names = ", ".join(f"{name.provider}:{name.subject}" for name in found.identities)
    known = {
        "user": found.user_id,
        "signed in by": f"{found.signed_in_by} {found.credential}",
        "zone": found.zone or "",
        "language": found.locale or "",
        "elsewhere": names,
    }
    out.print(facts(known))
    _section(out, "Profile", snapshot.profile)
    _section(out, "Preferences", snapshot.preferences | {each.id: each.text for each in snapshot.remembered})
    if snapshot.commitments:
        out.print("\nThe coming days")
        room = max(_SHORTEST_TEXT, out.width - _BESIDE_TEXT)
        rows = [_row(each, snapshot.zone, room) for each in snapshot.commitments]
        out.print(listing(("when", "what it is", "what"), rows))


def _section(out: Console, title: str, told: dict[str, FactValue]) -> None:
    if told:
        out.print(f"\n{title}")
        out.print(facts({name: _shown(value) for name, value in told.items()}))


def _shown(value: FactValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _row(each: Commitment, zone: str, room: int) -> tuple[str, str, str]:
    when = moment(each.starts_at, zone) if each.starts_at else ""
    noun = {"timetable": "task", "reminder": "reminder", "memory": "memory"}[each.source]
    return when, noun, padded(printable(each.text), room).rstrip()
