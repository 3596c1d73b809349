import json
from pathlib import Path
from typing import Any

from tests.runtime.cli.shell import Shell

EXAMPLES = Path(__file__).parents[3] / "examples"
TIMETABLE, TASKS = str(EXAMPLES / "timetable.ics"), str(EXAMPLES / "tasks.json")


async def test_a_timetable_and_tasks_are_imported_and_planned(shell: Shell) -> None:
    """What a person who begins does, each step naming the next (IMPORT-12 and CLI-6)."""
    shell.environment["DAYWRIGHT_KEY"] = shell.place.newcomer
    tried = await shell.run("import", TIMETABLE, "--dry-run")
    assert "Would be imported: 11 courses, 338 sections, 0 timed events, 0 skipped." in tried.out
    assert "A new term: 16 weeks from 2026-08-31, Asia/Shanghai." in tried.out
    assert "daywright import FILE.ics" in (await shell.run("plan")).refused()
    imported = await shell.run("import", TIMETABLE, "--weeks", "18")
    assert "Imported: 11 courses" in imported.out
    assert "高等数学            Monday sections 1-2 of weeks 1-16" in imported.out
    assert "daywright classes add FILE.json" in imported.out
    assert "daywright classes add FILE.json" in (await shell.run("plan", "--weeks", "5")).refused()
    added = await shell.run("classes", "add", TASKS)
    assert added.out.count("Added ") == 3
    assert "Place them with `daywright plan --from 2026-09-28 --to 2026-10-07`." in added.out
    planned = await shell.run("plan", "--from", "2026-09-28", "--to", "2026-10-07")
    assert (planned.code, planned.err) == (0, "")
    assert "概率论 6, 英语 5, 数据结构 5" in planned.out


async def test_what_is_left_out_is_told_with_its_reason(shell: Shell, tmp_path: Path) -> None:
    """By name, which is printed as it is; times are those of the term (IMPORT-3 and PREVIEW-10)."""
    calendar = tmp_path / "calendar.ics"
    example = (EXAMPLES / "exchange.ics").read_bytes()
    calendar.write_bytes(example.replace(b"SUMMARY:Culture Day", b"STATUS:CANCELLED\r\nSUMMARY:Dentist [/red] :smile:"))
    imported = await shell.run("import", str(calendar), "--first-monday", "2026-10-05", "--zone", "Europe/Berlin")
    assert (imported.code, imported.err) == (0, "")
    assert "  – Dentist [/red] :smile: : " in imported.out.replace(":smile::", ":smile: :")
    assert "from 2026-10-05, Europe/Berlin." in imported.out


async def test_programs_get_what_the_api_answers(shell: Shell) -> None:
    """The report of the import, the classes as they are stored (CLI-7)."""
    report = (await shell.run("import", TIMETABLE, "--new", "--json")).json()
    assert await shell.asked(f"terms/{report['term']['id']}") | report["term"] == await shell.asked(
        f"terms/{report['term']['id']}"
    )
    assert report["counts"]["courses"] == len(report["courses"]) == 11
    tried = (await shell.run("import", TIMETABLE, "--dry-run", "--json")).json()
    assert tried == report | {"term": report["term"] | {"id": None}, "same_as": report["term"]["id"]}
    added = (await shell.run("classes", "add", TASKS, "--json")).json()
    assert added["classes"] == [await shell.asked(f"classes/{one['id']}") for one in added["classes"]]
    assert added["window"] is not None
    assert (await shell.run("classes", "--json")).json() == await shell.asked("classes")


async def test_a_file_goes_into_a_term_and_later_another(shell: Shell, tmp_path: Path) -> None:
    """Named by the end of its id; the difference is told, and which term holds the very same (CLI-33)."""
    async with shell.place.served.client(shell.place.key) as client:
        term = (await client.post("/api/v1/terms", json={"first_monday": "2026-08-31", "weeks": 18})).json()
    report = (await shell.run("import", TIMETABLE, "--term", term["id"][-8:], "--json")).json()
    assert report["term"]["id"] == term["id"]
    again = await shell.run("import", TIMETABLE, "--term", term["id"])
    assert "Nothing changes: the timetable is as the file says." in again.out
    assert "same_timetable" not in again.err
    assert (
        f"term '{term['id']}' from 2026-08-31 holds this timetable" in (await shell.run("import", TIMETABLE)).refused()
    )
    tried = await shell.run("import", TIMETABLE, "--dry-run")
    assert f"Term {term['id']} holds the very same already" in tried.out
    other = tmp_path / "other.ics"
    other.write_bytes(Path(TIMETABLE).read_bytes().replace("高等数学".encode(), "数学分析".encode()))
    changed = await shell.run("import", str(other), "--term", term["id"][-8:])
    assert "~ 高等数学 → 数学分析" in changed.out
    assert "Imported: 0 added, 0 removed, 1 changed, 0 tasks displaced; the file has 11 courses" in changed.out


async def test_terms_are_listed_shown_and_deleted(shell: Shell) -> None:
    """Each by a part of its id; one for which a plan could have been made stays where one was (CLI-33)."""
    shell.environment["DAYWRIGHT_KEY"] = shell.place.newcomer
    assert "No terms yet" in (await shell.run("terms")).out
    term_id = (await shell.run("import", TIMETABLE, "--json")).json()["term"]["id"]
    assert f"{term_id}  2026-08-31 to 2026-12-20  16     Asia/Shanghai  1" in (await shell.run("terms", "list")).out
    shown = (await shell.run("terms", "show", term_id[-6:])).out
    assert "2026-08-31 to 2026-12-20" in shown
    assert "08:00-08:45" in shown
    assert (await shell.run("terms", "delete", term_id, "--json")).json()["id"] == term_id
    assert "does not exist" in (await shell.run("terms", "show", term_id)).refused()


async def test_files_that_cannot_be_used_are_one_sentence(shell: Shell, tmp_path: Path) -> None:
    """It begins with the name of the file and says what to do (CLI-1)."""
    large, wrong = tmp_path / "large.ics", tmp_path / "wrong.json"
    large.write_bytes(b"BEGIN:VCALENDAR\r\n" * 400_000)
    tasks: dict[str, Any] = json.loads((EXAMPLES / "tasks.json").read_text())
    tasks["classes"][1]["strategy"] = "slow"
    wrong.write_text(json.dumps(tasks))
    cases = [
        (("import", "nowhere.ics"), "nowhere.ics cannot be read (No such file or directory)"),
        (("import", TASKS), f"{TASKS}: the file is a list of tasks"),
        (("import", str(large)), f"{large}: the body has 6800000 bytes, 5000000 are allowed"),
        (("import", TIMETABLE, "--zone", "Mars/Base"), "Mars/Base"),
        (("import", TIMETABLE, "--first-monday", "2026-09-01"), "2026-09-01 is a Tuesday"),
        (("classes", "add", TIMETABLE), f"{TIMETABLE}: the task file is no JSON"),
        (("classes", "add", str(wrong)), f"{wrong}: classes.1.strategy is 'slow'"),
    ]
    for arguments, sentence in cases:
        assert sentence in (await shell.run(*arguments)).refused(), arguments
    assert len((await shell.asked("terms"))["items"]) == 1
    assert len((await shell.asked("classes"))["items"]) == 3
