"""``daywright trace`` (rules RUN-17, CLI-5 and CLI-7)."""

from tests.runtime.cli.shell import Shell

MOVE = "把第5周周五的任务都挪到周六"


async def test_a_run_is_shown_step_by_step(shell: Shell) -> None:
    """The newest unless one is named; for programs as the API answers."""
    assert "there is no run" in (await shell.run("trace")).err
    planned = (await shell.run("plan", "--weeks", "5-6", "--json")).json()["run"]
    refined = (await shell.run("refine", MOVE, "--json")).json()["run"]
    shown = await shell.run("trace")
    assert (shown.code, shown.err) == (0, "")
    for words in (refined["id"], "9 steps: 5 by rules, 4 by policy", "1 round and 1 action used"):
        assert words in " ".join(shown.out.split())
    assert (await shell.run("trace", "--json")).json() == await shell.asked(f"runs/{refined['id']}/trace")
    first = (await shell.run("trace", planned["id"][-8:], "--json")).json()
    assert first == await shell.asked(f"runs/{planned['id']}/trace")
