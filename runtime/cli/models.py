"""``daywright models``: the configured model endpoints, and whether they work (rules MODEL-18 and CLI-12)."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from domain.models.endpoint import PRESETS, Endpoint
from runtime.cli.running import run_command
from runtime.settings import Settings

if TYPE_CHECKING:
    from activities.models.trial import Trial

models = typer.Typer(help="List the model endpoints, or try whether they work.")

_Json = Annotated[bool, typer.Option("--json", help="print JSON")]
NONE_CONFIGURED = (
    "No model endpoint is configured, so the built-in rules answer every step.\n"
    "To use one, set DAYWRIGHT_MODEL_PRESET to a preset, or DAYWRIGHT_MODEL_URL to any address that speaks OpenAI's\n"
    "protocol; then DAYWRIGHT_MODEL_NAME, and DAYWRIGHT_MODEL_KEY if it wants a key. Then: daywright models test"
)


@models.callback(invoke_without_command=True)
def list_(context: typer.Context, as_json: _Json = False) -> None:
    """List the model endpoints, or try whether they work.

    Without a command it lists the configured endpoints and the presets. Keys are never shown.
    """
    if context.invoked_subcommand is not None:
        return

    async def command(settings: Settings, out: Console) -> None:
        if as_json:
            out.print(_listing(settings.endpoints()), soft_wrap=True)
            return
        out.print(_endpoints(settings.endpoints()) if settings.endpoints() else NONE_CONFIGURED, soft_wrap=True)
        out.print(_presets())

    run_command(command)


@models.command("test")
def try_(as_json: _Json = False) -> None:
    """Call each endpoint once and say what came of it. Exit code 1: one of them failed."""

    async def command(settings: Settings, out: Console) -> None:
        trials = await _trials(settings, None if as_json else out)
        if as_json:
            out.print(json.dumps([_facts(trial) for trial in trials], ensure_ascii=False), soft_wrap=True)
        elif not trials:
            out.print(NONE_CONFIGURED, soft_wrap=True)
        if any(trial.fault for trial in trials):
            raise typer.Exit(1)

    run_command(command)


async def _trials(settings: Settings, out: Console | None) -> "list[Trial]":
    """One endpoint after the other, since those on this machine share it; each is told as soon as it is known."""
    from activities.models.client import ModelClients
    from activities.models.trial import tried

    clients = ModelClients(settings.endpoints(), settings.allowed_model_hosts())
    trials = []
    try:
        for endpoint in clients.endpoints:
            trials.append(await tried(clients, endpoint.id))
            if out is not None:
                out.print(_line(trials[-1]), soft_wrap=True)
    finally:
        await clients.close()
    return trials


def _line(trial: "Trial") -> str:
    who = f"{trial.endpoint} ({trial.model})"
    if trial.fault:
        return f"{who}  FAILED after {trial.seconds:.1f} s, {trial.fault}: {trial.message}"
    return f"{who}  ok, {trial.mode}, {trial.seconds:.1f} s, {_tokens(trial)}: {trial.answer}"


def _tokens(trial: "Trial") -> str:
    if trial.usage is None:
        return "no tokens"
    about = "about " if trial.usage.estimated else ""
    return f"{about}{trial.usage.prompt_tokens} + {trial.usage.completion_tokens} tokens"


def _facts(trial: "Trial") -> dict[str, object]:
    return asdict(trial) | {"ok": not trial.fault, "answer": json.loads(trial.answer) if trial.answer else None}


def _listing(endpoints: tuple[Endpoint, ...]) -> str:
    rows = [endpoint.model_dump(mode="json") | {"has_key": endpoint.key is not None} for endpoint in endpoints]
    presets = {name: preset.model_dump(mode="json") for name, preset in PRESETS.items()}
    return json.dumps({"endpoints": rows, "presets": presets}, ensure_ascii=False)


def _endpoints(endpoints: tuple[Endpoint, ...]) -> Table:
    table = _table("endpoint", "model", "preset", "address", "key", "asks for")
    for endpoint in endpoints:
        key = "set" if endpoint.key else "none"
        table.add_row(
            endpoint.id, endpoint.model, endpoint.preset, endpoint.base_url, key, " > ".join(endpoint.modes())
        )
    return table


def _presets() -> Table:
    table = _table("preset", "server", "its address")
    for name, preset in PRESETS.items():
        table.add_row(name, preset.title, preset.base_url or "DAYWRIGHT_MODEL_URL")
    return table


def _table(*names: str) -> Table:
    table = Table(box=None)
    for name in names:
        table.add_column(name, overflow="fold")
    return table
