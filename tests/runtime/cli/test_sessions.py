"""``daywright sessions`` (rules CLI-5, CLI-7 and CLI-23)."""

from typing import Any

from rich.cells import cell_len

from storage.sessions import SessionEntry, append_session_events
from tests.edge import OWNER
from tests.runtime.cli.shell import Shell

REMINDER = (
    '[SCHEDULE REMINDER]\nPresent this.\nschedule_id_json: "schedule-1"\n'
    'occurrence_at: 2026-09-28T08:00:00.000Z\nreminder_prompt_json: "交作业\\n和签名"'
)
SCHEDULE = {"id": "schedule-1", "kind": "after", "prompt": "交作业", "afterSeconds": 60}
ENTRIES = (
    SessionEntry("message", {"role": "user", "text": "周五有什么课？", "origin": "person"}),
    SessionEntry("title", {"title": "周五", "by": "rules"}),
    SessionEntry("message", {"role": "assistant", "text": f"两节：\n{'概率论与数理统计，' * 12}", "origin": "person"}),
    SessionEntry(
        "schedule/change",
        {"version": 1, "operation": "create", "schedule": SCHEDULE | {"scheduledAt": "2026-09-28T08:00:00.000Z"}},
    ),
    SessionEntry("message", {"role": "user", "text": REMINDER, "origin": "reminder"}),
    SessionEntry("schedule/change", {"version": 1, "operation": "dispatch", "id": "schedule-1"}),
    SessionEntry("tool", {"turn": "t", "tool": "schedule_list", "arguments": {}, "result": []}),
    SessionEntry("message", {"role": "assistant", "text": "\x1b[2J坏了", "origin": "person", "code": "turn_lost"}),
)


async def posted(shell: Shell, path: str, body: object = None) -> Any:
    """What the API answers to a write."""
    async with shell.place.served.client(shell.place.key) as client:
        return (await client.post(f"/api/v1/sessions{path}", json=body)).raise_for_status().json()


async def spoken_in(shell: Shell, title: str = "期中复习") -> str:
    """The id of a session with a log."""
    session: str = (await posted(shell, "", {"title": title}))["id"]
    edge = shell.place.served.edge
    async with edge.engine.begin() as conn:
        await append_session_events(OWNER, conn, session, ENTRIES, edge.now())
    return session


async def test_sessions_are_listed_on_a_narrow_terminal(shell: Shell) -> None:
    """One line each, the newest first, with the way to those that follow."""
    assert "No sessions yet" in (await shell.run("sessions")).out
    ids = [(await posted(shell, "", {"title": title}))["id"] for title in ("一", "很长的标题" * 20, "三")]
    shell.environment["COLUMNS"] = "80"
    lines = (await shell.run("sessions")).out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(reversed(ids))
    assert max(cell_len(line) for line in lines) <= 80
    page = (await shell.run("sessions", "--limit", "2", "--json")).json()
    assert page == await shell.asked("sessions?limit=2")
    shown = await shell.run("sessions", "--limit", "2")
    assert f"daywright sessions --cursor {page['next_cursor']}" in shown.out


async def test_a_log_is_read_like_a_conversation(shell: Shell) -> None:
    """To its end, who said it and what, wrapped; a reminder by what it says; nothing steers the terminal."""
    session = await spoken_in(shell)
    shell.environment["COLUMNS"] = "80"
    shown = await shell.run("sessions", "log", session[-6:])
    assert (shown.code, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert max(cell_len(line) for line in lines) <= 80
    heads = [line.split("  ")[2:] for line in lines if not line.startswith("  ")]
    assert [head[0].split(": ")[0] for head in heads] == [
        *("you", "title", "daywright", "reminder", "reminder", "reminder", "tool"),
        "daywright (turn_lost)",
    ]
    for words in (
        "  周五有什么课？",
        "周五 (by rules)",
        "  两节：",
        "schedule-1 set for 2026-09-28 08:00: 交作业",
        "  交作业\n  和签名",
    ):
        assert words in shown.out
    assert "\x1b" not in shown.out
    assert (await shell.run("sessions", "log", session, "--json")).json() == await shell.asked(
        f"sessions/{session}/log?limit=20"
    )


async def test_a_log_is_read_further_back_and_by_kind(shell: Shell) -> None:
    """The command for that is told."""
    session = await spoken_in(shell)
    latest = await shell.run("sessions", "log", session, "--limit", "2", "--kind", "message")
    assert latest.out.count("daywright (turn_lost)") == 1
    [told] = [line for line in latest.out.splitlines() if line.startswith("There are earlier ones: ")]
    earlier = await shell.run(*told.removeprefix("There are earlier ones: daywright ").split())
    assert "周五有什么课？" in earlier.out
    assert "title" not in earlier.out
    assert "Nothing was said" in (await shell.run("sessions", "log", session, "--kind", "fork")).out


async def test_a_session_is_forked_renamed_ended_and_resumed(shell: Shell) -> None:
    """Each says what became of it; what is not possible is one sentence."""
    session = await spoken_in(shell)
    forked = await shell.run("sessions", "fork", session, "--length", "3", "--title", "另一种")
    [fork] = (await shell.asked(f"sessions/{session}/children"))["items"]
    assert forked.out == f"Forked {session} after 3 entries: {fork['id']}\n"
    listed = await shell.run("sessions", "children", session)
    assert fork["id"] in listed.out
    assert "fork of 3" in listed.out
    assert "另一种" in listed.out
    assert "Nothing was opened" in (await shell.run("sessions", "children", fork["id"])).out
    assert "期末" in (await shell.run("sessions", "rename", session, "期末")).out
    assert (await shell.run("sessions", "end", session)).out.startswith(f"Ended {session}.")
    assert "has ended: resume it first" in (await shell.run("sessions", "rename", session, "x")).refused()
    shown = await shell.run("sessions", "show", session)
    for words in ("期末", "ended", "10 entries"):
        assert words in shown.out
    resumed = (await shell.run("sessions", "resume", session, "--json")).json()
    assert resumed == await shell.asked(f"sessions/{session}")
    assert "has 11 entries, not 99" in (await shell.run("sessions", "fork", session, "--length", "99")).refused()
    assert "no session has an id" in (await shell.run("sessions", "show", "ZZZZ")).refused()
