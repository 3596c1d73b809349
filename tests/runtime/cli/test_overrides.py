"""``daywright overrides`` (rule CLI-42)."""

from pathlib import Path

from tests.runtime.cli.shell import Shell

TIMETABLE = str(Path(__file__).parents[3] / "examples" / "timetable.ics")


async def test_days_are_proposed_accepted_listed_and_taken_back(shell: Shell) -> None:
    """By date or all at once, as proposed or as said; what makes no sense is refused before anything is asked."""
    shell.environment["DAYWRIGHT_KEY"] = shell.place.newcomer
    imported = await shell.run("import", TIMETABLE)
    assert "The public calendar would change" in imported.out
    proposed = await shell.run("overrides", "propose")
    assert "国庆节放假，停课。" in proposed.out.replace("\n", "")
    assert "Every day is held as itself" in (await shell.run("overrides")).out
    dry = await shell.run("overrides", "accept", "2026-10-01", "--dry-run")
    assert "2026-10-01 Thu: no classes" in dry.out
    assert "goes: Thursday" in dry.out
    assert "Nothing was changed" in dry.out
    accepted = await shell.run("overrides", "accept", "2026-09-06", "--as", "2-1")
    assert "2026-09-06 Sun: Monday of week 2" in accepted.out
    changed = (await shell.run("overrides", "accept", "--all", "--json")).json()
    assert len(changed["overrides"]) > 5
    assert "accepted" in (await shell.run("overrides", "propose")).out
    assert "no proposal is open" in (await shell.run("overrides", "accept", "--all")).refused()
    assert (await shell.run("overrides", "remove", "--all")).out.count("held as itself") == len(changed["overrides"])
    assert (await shell.run("overrides", "list", "--json")).json()["items"] == []
    assert (
        "--as '9-9' is no WEEK-DAY" in (await shell.run("overrides", "accept", "2026-09-06", "--as", "9-9")).refused()
    )
    assert "say which days" in (await shell.run("overrides", "remove")).refused()
    assert "nothing is proposed for 2026-09-02" in (await shell.run("overrides", "accept", "2026-09-02")).refused()
