import signal
import socket
from pathlib import Path

from runtime.client_file import announced
from tests.runtime.cli.shell import Shell
from tests.runtime.client.flaky import FlakyProxy

ROOT = Path(__file__).parents[3]


async def test_the_api_is_found_where_daywright_dev_left_word(shell: Shell) -> None:
    """Without settings the file in the data folder says where it is and which key it takes (STACK-13 and CLI-1)."""
    for name in ("DAYWRIGHT_URL", "DAYWRIGHT_KEY"):
        del shell.environment[name]
    folder = Path(shell.environment["DAYWRIGHT_DATA_DIR"])
    assert (await shell.run("runs")).refused() == (
        "No Daywright answers on this machine: start it with `daywright dev`, or set DAYWRIGHT_URL and DAYWRIGHT_KEY"
    )
    folder.mkdir()
    with announced(folder, shell.place.served.url, shell.place.key):
        assert (await shell.run("runs", "--json")).json() == {"items": [], "next_cursor": None}


async def test_what_cannot_be_reached_is_one_sentence(shell: Shell) -> None:
    """Nothing there, a wrong key, half of the settings (CLI-1)."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        free = f"http://127.0.0.1:{held.getsockname()[1]}"
    cases = [
        ({"DAYWRIGHT_URL": free}, f"No Daywright answers at {free}: start it with `daywright dev`"),
        ({"DAYWRIGHT_KEY": "dw_wrong"}, "key"),
        ({"DAYWRIGHT_KEY": "schlüssel"}, "DAYWRIGHT_KEY holds a character that no key has"),
        ({"DAYWRIGHT_KEY": ""}, "DAYWRIGHT_URL is set but DAYWRIGHT_KEY is not"),
        ({"DAYWRIGHT_URL": ""}, "DAYWRIGHT_KEY is set but DAYWRIGHT_URL is not"),
        ({"DAYWRIGHT_URL": "localhost"}, "DAYWRIGHT_URL is 'localhost': write http://host:port"),
    ]
    usual = dict(shell.environment)
    for environment, sentence in cases:
        shell.environment = usual | environment
        told = (await shell.run("runs")).refused()
        assert sentence in told
        assert "wrong" not in told


async def test_a_plan_is_made_through_a_network_that_breaks(shell: Shell) -> None:
    """Lost answers and broken streams are not seen by the person: one run, every stage once (CLI-2 and CLI-3)."""
    quiet = (await shell.run("plan", "--weeks", "5-6")).out.splitlines()
    async with FlakyProxy(shell.place.served.url, [None, 0, 900, 1200, 700, 0, 1500]) as proxy:
        shell.environment["DAYWRIGHT_URL"] = proxy.url
        broken = await shell.run("plan", "--weeks", "5-6")
        assert proxy.met > 3
    assert (broken.code, broken.err) == (0, "")
    assert len(broken.out.splitlines()) == len(quiet)
    assert len((await shell.asked("runs"))["items"]) == 2


async def test_usage_errors_are_told_by_their_own_code(shell: Shell) -> None:
    """2 for what a command does not take, and 1 for what it cannot do (CLI-1)."""
    for arguments in (("plan", "--weeks"), ("plan", "--from", "tomorrow"), ("runs", "show"), ("planning",)):
        assert (await shell.run(*arguments)).code == 2


async def test_a_page_is_opened_signed_in(shell: Shell, tmp_path: Path) -> None:
    """The browser at hand is given the address; without one, or when asked to, it is only printed."""
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >>{seen}\n')
    browser.chmod(0o700)
    printed = await shell.run("open")
    assert "it works once" in printed.out
    shell.environment["BROWSER"] = f"{browser} %s"
    opened = await shell.run("open")
    assert "It was opened in the browser." in opened.out
    address = seen.read_text().strip()
    assert address == opened.out.splitlines()[0]
    link = (await shell.run("open", "--json")).json()
    assert (await shell.run("open", "--print")).out.startswith(f"{shell.place.served.url}/login/")
    assert seen.read_text().strip() == address
    async with shell.place.served.client(None) as client:
        for url in (address, link["url"]):
            assert "Signed in" in (await client.get(url)).text


async def test_an_interrupt_anywhere_leaves_no_trace(shell: Shell) -> None:
    """Also while the API is waited for (CLI-4)."""
    command = await shell.start_anew("runs")
    command.send_signal(signal.SIGINT)
    ended = await shell.ended(command)
    # What the interpreter says before it has come to our code is its own.
    assert "Traceback" not in ended.err or f'File "{ROOT / "runtime"}' not in ended.err
