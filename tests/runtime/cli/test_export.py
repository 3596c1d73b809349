"""``daywright export`` and ``feed`` (rules CLI-40 and CLI-41)."""

from icalendar import Calendar

from tests.runtime.cli.shell import Shell


async def test_a_term_is_written_into_files_and_to_the_output(shell: Shell) -> None:
    """In the form that is asked for; what is there already stays unless it is named."""
    to_output = await shell.run("export", "--out", "-")
    assert len(Calendar.from_ical(to_output.out).walk("VEVENT")) > 3
    target = shell.folder / "term.csv"
    written = await shell.run("export", "--csv", "--out", str(target))
    assert written.out.startswith(f"Written: {target} (")
    assert target.read_bytes().startswith("\ufeff课程名称".encode())
    picture = shell.folder / "week.svg"
    assert (await shell.run("export", "--svg", "--week", "1", "--locale", "en", "--out", str(picture))).code == 0
    assert "Week 1" in picture.read_text()
    assert "for pictures" in (await shell.run("export", "--csv", "--week", "1")).refused()
    assert "cannot be written" in (await shell.run("export", "--out", str(shell.folder))).refused()


async def test_a_feed_is_made_listed_and_revoked(shell: Shell) -> None:
    """Its address stands alone on the output, and nowhere else."""
    made = await shell.run("feed", "create", "--name", "手机", "--alarm", "10")
    url = made.out.strip()
    async with shell.place.served.client(None) as nobody:
        assert (await nobody.get(url)).status_code == 200
        listed = (await shell.run("feed", "list")).out
        assert ("手机" in listed, "10 min" in listed, url in listed) == (True, True, False)
        feed_id = (await shell.run("feed", "list", "--json")).json()["items"][0]["id"]
        assert "Revoked" in (await shell.run("feed", "revoke", feed_id[-6:].lower())).out
        assert (await nobody.get(url)).status_code == 404
    assert "There are no feeds" in (await shell.run("feed", "list")).out
