"""``daywright prepare`` and ``briefing`` (rules CLI-50 and CLI-51)."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from domain.errors import InvalidInput
from domain.preparation.keys import RANGES, Range
from runtime.cli.room_values import room_values
from runtime.clock import now
from services.report_session import SessionReport, report_session
from services.report_snapshot import SnapshotReport, report_snapshot
from tests.edge import OWNER
from tests.runtime.cli.shell import Shell

_SECONDS = 120
_HOUR = timedelta(hours=1)


def test_a_value_is_what_its_key_takes() -> None:
    """Of a key that is not known it is what it looks like; what a key cannot take is left to the API to refuse."""
    given = [
        "hvac_power=off",
        "hvac_target_temp=22.0",
        "hvac_mode=制冷",
        "light_power=开",
        "fan=3",
        "scene=talk",
        "on=On",
    ]
    assert room_values(given, RANGES) == {
        "hvac_power": False,
        "hvac_target_temp": 22,
        "hvac_mode": "制冷",
        "light_power": True,
        "fan": 3,
        "scene": "talk",
        "on": True,
    }
    assert room_values(["scene=1", "a= b=c "], {"scene": Range(kind="choice", choices=("1",))}) == {
        "scene": "1",
        "a": "b=c",
    }
    for text in ("nan", "inf", "1e999", "warm"):
        assert room_values([f"hvac_target_temp={text}"], RANGES) == {"hvac_target_temp": text}


@pytest.mark.parametrize("given", [["light_power"], ["=1"], ["a="], ["a= "], [""], ["a=1", "a=2"]])
def test_what_is_no_setting_is_named(given: list[str]) -> None:
    with pytest.raises(InvalidInput, match=r"no KEY=VALUE|given twice"):
        room_values(given, RANGES)


async def _standing(shell: Shell, status: str) -> Any:
    async with asyncio.timeout(_SECONDS):
        while (shown := (await shell.asked("preparation/sessions"))["items"][0])["status"] != status:
            await asyncio.sleep(0.1)
    return shown


async def _past(shell: Shell, booker: str) -> None:
    """A meeting of yesterday, in which the booker wanted it warmer."""
    edge, then = shell.place.served.edge, now() - timedelta(days=1)
    times = {"meeting_start": then.isoformat(), "meeting_end": (then + _HOUR).isoformat()}
    facts = {
        "session_id": "s1",
        "meeting_id": "m1",
        "room_id": "A-101",
        "booker_id": booker,
        "prep_type": "auto_notify",
    }
    report = SessionReport(**facts, **times, weather_temp=3)  # type: ignore[arg-type]
    await report_session(OWNER, edge.engine, edge.client, report, now())
    for minutes, source, temp in ((-15, "llm_recommend", 22), (-15, "auto_executed", 22), (5, "user_later_adjust", 25)):
        at = (then + timedelta(minutes=minutes)).isoformat()
        who = booker if source.startswith("user") else None
        row = SnapshotReport("s1", at, source, who, {"hvac_target_temp": temp})
        await report_snapshot(OWNER, edge.engine, row, now())


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")


async def test_a_room_is_prepared_adjusted_and_confirmed(shell: Shell) -> None:
    """The newest preparation is meant where none is named; what it recalls is shown as a model is told it."""
    assert "No room is prepared" in (await shell.run("prepare")).out
    assert "no room is prepared yet" in (await shell.run("prepare", "show")).refused()
    await _past(shell, OWNER)
    start, end = _written(now() + timedelta(minutes=10)), _written(now() + _HOUR)
    made = await shell.run("prepare", "create", "A-101", start, end, "--name", "安\u202e", "--locale", "en")
    assert (made.code, made.err) == (0, "")
    assert "you are asked first" in made.out
    waiting = await _standing(shell, "unconfirmed")
    assert waiting["id"] in made.out
    shown = (await shell.run("prepare", "show", waiting["id"][-6:])).out
    assert "waits for your word: daywright prepare confirm" in shown
    assert "1 earlier decision" in shown
    assert "if confirmed" in shown
    assert "\u202e" not in shown
    changed = (await shell.run("prepare", "adjust", "hvac_target_temp=21.5", "light_power=off", "--json")).json()
    assert (changed["values"]["hvac_target_temp"], changed["values"]["light_power"]) == (21.5, False)
    done = (await shell.run("prepare", "confirm")).out
    assert "is prepared" in done
    assert "if confirmed" not in done
    assert "temperature" in done
    lines = (await shell.run("prepare", "list")).out.splitlines()
    assert (len(lines), lines[1].split()[0]) == (3, waiting["id"])
    assert lines[1].split()[-2:] == ["confirm", "prepared"]
    told = (await shell.run("briefing", "--temp", "4")).out
    assert "[Recent decisions of 安" in told
    assert "4°C" in told
    assert "22→25" in told
    assert "【" in (await shell.run("briefing", "--locale", "zh-CN")).out
    asked = (await shell.run("briefing", "--json")).json()
    assert asked["briefing"].startswith("\n")
    for arguments, said in {
        ("adjust", "hvac_target_temp=99"): "hvac_target_temp",
        ("adjust", "warm"): "'warm' is no KEY=VALUE",
        ("confirm",): "only one that is 'unconfirmed'",
        ("show", "zzzz"): "'ZZZZ'",
        ("create", "A-101", "soon", "later"): "'soon'",
    }.items():
        assert said in (await shell.run("prepare", *arguments)).refused(), arguments


async def test_a_meeting_is_moved_and_called_off(shell: Shell) -> None:
    """Its end and its time of preparing go along; what is said is on the clocks of the room, with their zone."""
    await shell.run("prepare", "create", "A-101", "2126-12-01 14:00", "2126-12-01 15:00", "--zone", "Asia/Tokyo")
    moved = (await shell.run("prepare", "move", "2126-12-01 16:00")).out
    assert "prepared at 2126-12-01 15:45 for 2126-12-01 16:00 – 17:00 (Asia/Tokyo)" in moved
    exact = ("move", "2126-12-02 09:00", "2126-12-02 09:30", "--at", "2126-12-02 08:00", "--json")
    shown = (await shell.run("prepare", *exact)).json()
    assert (shown["meeting_end"], shown["prep_trigger_at"]) == ("2126-12-02T00:30:00Z", "2126-12-01T23:00:00Z")
    for times, said in {
        ("noon",): "'noon'",
        ("2126-12-01 16:00", "2126-12-01 15:00"): "end at 2126-12-01 15:00:00+09:00",
    }.items():
        assert said in (await shell.run("prepare", "move", *times)).refused()
    early = ("create", "A-101", "2126-12-01 16:00", "2126-12-01 15:00", "--zone", "Asia/Tokyo")
    assert "end at 2126-12-01 15:00:00+09:00" in (await shell.run("prepare", *early)).refused()
    one = shown["id"]
    for _ in range(2):
        called_off = (await shell.run("prepare", "cancel", one[-6:])).out
        assert (
            f"not prepared for 2126-12-02 09:00 – 09:30 (Asia/Tokyo): the meeting was called off ({one})" in called_off
        )
    assert "cannot be moved: make a new one" in (await shell.run("prepare", "move", "2126-12-03 09:00")).refused()
    assert "the meeting was called off" in (await shell.run("prepare", "show")).out


async def test_what_was_learned_is_listed_and_forgotten(shell: Shell) -> None:
    """By whom it is forgotten is said each time; nobody forgets everything by leaving something out."""
    assert "Nothing was learned" in (await shell.run("prepare", "history")).out
    await _past(shell, "ann")
    listed = (await shell.run("prepare", "history", "--booker", "ann")).out
    assert "空调22→25°C" in listed
    assert "Nothing was learned" in (await shell.run("prepare", "history", "--room", "B")).out
    for unclear in ((), ("--all", "--booker", "ann")):
        assert "either --booker ID or --all" in (await shell.run("prepare", "forget", *unclear)).refused()
    assert "0 that were over are gone" in (await shell.run("prepare", "forget", "--booker", "bob")).out
    assert "1 that were over are gone; 0 at hand" in (await shell.run("prepare", "forget", "--all")).out
    assert (await shell.run("prepare", "history", "--json")).json()["items"] == []


async def test_a_briefing_of_nothing_says_so(shell: Shell) -> None:
    start = now() + timedelta(days=1)
    made = await shell.run("prepare", "create", "B", _written(start), _written(start + _HOUR), "--auto", "--json")
    assert made.json()["prep_type"] == "auto_notify"
    assert "Nothing is told: no decision of" in (await shell.run("briefing")).out
