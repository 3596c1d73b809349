"""``daywright key`` as an operator or a script runs it (rule CRED-8)."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.errors import InvalidInput, Unauthenticated
from runtime.cli.keys import expiry
from runtime.embedded.postgres import PostgresServer
from services.authenticate import Principal, key_principal
from storage.engine import create_engine
from tests import forking

DAYWRIGHT = Path(sys.executable).parent / "daywright"
NOW = datetime(2026, 9, 7, 8, 30, tzinfo=UTC)
Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]


def _key(*arguments: str, **environment: str) -> Done:
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("DAYWRIGHT_")}
    surroundings |= {"COLUMNS": "80", **environment}
    done = forking.run(["key", *arguments], surroundings)
    return Done(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def run(database: str, tmp_path: Path) -> Run:
    """The command on a database of the test's own; the data folder is not to be touched."""

    def run(*arguments: str) -> Done:
        done = _key(*arguments, DATABASE_URL=database, DAYWRIGHT_DATA_DIR=str(tmp_path / "untouched"))
        assert not (tmp_path / "untouched").exists()
        return done

    return run


def _listed(run: Run, *arguments: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(run("list", "--json", *arguments).stdout)
    return listed


async def _principal(url: str, key: str) -> Principal:
    engine = create_engine(url)
    try:
        return await key_principal(engine, key, datetime.now(UTC))
    finally:
        await engine.dispose()


async def test_the_key_alone_goes_to_standard_output_and_is_good(run: Run, database: str) -> None:
    """What a person should know goes to standard error."""
    done = run("create", "--user", "me", "--expires", "90d")
    key = done.stdout.removesuffix("\n")
    assert (await _principal(database, key)).user_id == "me"
    assert done.stderr.startswith("The key of me is good until 20")
    assert key not in done.stderr


async def test_a_key_of_a_service_is_told_apart(run: Run, database: str) -> None:
    """It is of its user as every key is, and the list says which is which."""
    service, person = run("create", "--user", "me", "--service").stdout, run("create", "--user", "me").stdout
    scopes = [(await _principal(database, text.strip())).scope for text in (service, person)]
    assert scopes == ["service", "person"]
    assert [key["scope"] for key in _listed(run)] == ["person", "service"]


async def test_a_key_as_json_has_all_there_is_to_know(run: Run, database: str) -> None:
    """``--json`` prints it with its record, and the list prints the same without it."""
    made = json.loads(run("create", "--user", "me", "--name", "my [bold]笔记本", "--json").stdout)
    principal = await _principal(database, made.pop("key"))
    assert (principal.user_id, principal.credential_id) == (made["user"], made["id"])
    assert made["name"] == "my [bold]笔记本"
    assert (made["expires_at"], made["revoked_at"]) == (None, None)
    assert _listed(run) == [made]


def test_lists_show_every_key_and_no_secret(run: Run) -> None:
    """For people and for programs, of everybody or of one."""
    texts = [run("create", "--user", user).stdout.strip() for user in ("me", "you")]
    mine, yours = (text[:11] for text in texts)
    everyone, of_me, table = (
        run("list", "--json").stdout,
        run("list", "--json", "--user", "me").stdout,
        run("list").stdout,
    )
    assert [(key["user"], key["prefix"]) for key in json.loads(everyone)] == [("you", yours), ("me", mine)]
    assert [(key["user"], key["prefix"]) for key in json.loads(of_me)] == [("me", mine)]
    assert [line.split()[0] for line in table.splitlines()] == ["prefix", yours, mine]
    assert [text for text in texts if text[11:] in everyone + of_me + table] == []


def test_an_empty_list_says_what_to_do(run: Run) -> None:
    """It is no error."""
    assert run("list").stdout == "There are no keys: `daywright key create --user NAME` makes one.\n"


async def test_a_key_is_revoked_by_its_prefix_or_id(run: Run, database: str) -> None:
    """Again it is harmless; the user that is named must be the key's."""
    made = json.loads(run("create", "--user", "me", "--json").stdout)
    assert run("revoke", made["prefix"], "--user", "you").returncode == 1
    assert (await _principal(database, made["key"])).user_id == "me"
    for arguments in ([made["prefix"]], [made["id"]], [made["prefix"], "--user", "me"]):
        done = run("revoke", *arguments)
        assert (done.returncode, done.stdout) == (0, f"{made['prefix']} of me is revoked.\n")
    with pytest.raises(Unauthenticated, match="revoked"):
        await _principal(database, made["key"])
    assert _listed(run)[0]["revoked_at"] is not None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("create", "--user", "two words"), "'two words' is no user: write"),
        (("list", "--user", "\udcff"), "'\\udcff' is no user: write"),
        (("create", "--user", "me", "--name", "a\nb"), "the name of the key is 'a\\nb': write"),
        (("create", "--user", "me", "--expires", "soon"), "--expires is 'soon': write days"),
        (("create", "--user", "me", "--expires", "2020-01-31"), "the key would be expired since 2020-01-31"),
        (("revoke", "dw_neverwas_" + "s" * 43), "key 'dw_neverwas' does not exist: `daywright key list`"),
    ],
    ids=["user", "user of a list", "name", "expiry", "expired", "reference"],
)
def test_what_is_wrong_is_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    """It quotes the value, and nothing of a secret."""
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"daywright: {sentence}")
    assert done.stderr.count("\n") == 1


async def test_the_embedded_database_is_made_joined_and_left_as_it_was(tmp_path: Path) -> None:
    """Without a server one is started and stopped again; one that runs is used, and runs on."""
    alone = _key("create", "--user", "me", DAYWRIGHT_DATA_DIR=str(tmp_path), DATABASE_URL="")
    assert alone.returncode == 0, alone.stderr
    server = PostgresServer(tmp_path / "postgres", print, durable=False)
    await server.start()
    try:
        assert server.pid is not None
        assert (await _principal(server.url, alone.stdout.strip())).user_id == "me"
        joined = _key("create", "--user", "you", DAYWRIGHT_DATA_DIR=str(tmp_path), DATABASE_URL="")
        assert (await _principal(server.url, joined.stdout.strip())).user_id == "you"
    finally:
        await server.stop()


@given(st.integers(min_value=0, max_value=99_999))
def test_days_are_counted_from_now(days: int) -> None:
    """To the moment."""
    assert expiry(f"{days}d", NOW) == NOW + timedelta(days=days)


@given(st.dates())
def test_a_date_is_its_first_moment_in_utc(day: date) -> None:
    """Whatever the machine's zone is."""
    assert expiry(day.isoformat(), NOW) == datetime(day.year, day.month, day.day, tzinfo=UTC)


NEITHER = ["-1d", "1.5d", "999999d", "٣d", "90d ", "2027-02-30", "2027-01-31T08:00", "31.1.2027"]


@given(st.text(max_size=6) | st.sampled_from(NEITHER))
def test_no_other_text_is_an_expiry(text: str) -> None:
    """The message quotes it."""
    assume(not re.fullmatch(r"[0-9]{1,5}d", text))
    with pytest.raises(InvalidInput) as refusal:
        expiry(text, NOW)
    assert refusal.value.message.startswith(f"--expires is {text!r}: write days")
