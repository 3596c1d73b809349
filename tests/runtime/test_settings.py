import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from domain.errors import InvalidInput
from runtime.settings import Settings, read_settings
from runtime.worker_process import _limits

KEYS = "k1:" + "A" * 43 + "="

NAMES = ("DATABASE_URL", "TEMPORAL_ADDRESS", "XDG_DATA_HOME")


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*NAMES, *(name for name in os.environ if name.startswith("DAYWRIGHT_"))]:
        monkeypatch.delenv(name, raising=False)


def test_bare_environment_means_the_embedded_stack_in_the_home_folder() -> None:
    settings = Settings()
    assert settings.data_dir == Path.home() / ".local" / "share" / "daywright"
    assert (settings.database_url, settings.temporal_address, settings.codec_keys) == (None, None, None)
    assert settings.temporal_namespace == "default"


def test_data_folder_follows_xdg_and_then_its_own_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/data")
    assert Settings().data_dir == Path("/srv/data/daywright")
    monkeypatch.setenv("DAYWRIGHT_DATA_DIR", "/srv/mine")
    assert Settings().data_dir == Path("/srv/mine")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_database_url_gets_the_async_driver(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    monkeypatch.setenv("DATABASE_URL", f"{scheme}://me:secret@db/daywright")
    assert Settings().database_url == "postgresql+asyncpg://me:secret@db/daywright"


def test_database_url_of_another_kind_is_refused_without_telling_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://me:secret@db/daywright")
    with pytest.raises(InvalidInput, match="'mysql': write postgresql://") as caught:
        Settings()
    assert "secret" not in caught.value.message


def test_empty_addresses_count_as_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    monkeypatch.setenv("TEMPORAL_ADDRESS", "")
    assert (Settings().database_url, Settings().temporal_address) == (None, None)


def test_settings_are_frozen_and_hide_what_is_secret() -> None:
    settings = Settings(database_url="postgresql://me:secret@db/daywright", codec_keys=KEYS)
    with pytest.raises(ValidationError, match="frozen"):
        settings.temporal_namespace = "other"  # type: ignore[misc]
    assert "secret" not in repr(settings)
    assert KEYS not in repr(settings)


def test_a_child_reads_the_same_settings_from_the_environment_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYWRIGHT_LOG_LEVEL", "debug")
    settings = Settings(database_url="postgresql://db/daywright", temporal_address="t:7233", codec_keys=KEYS)
    environment = settings.environment()
    assert environment["PATH"] == os.environ["PATH"]
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Settings() == settings


WHOLE = {
    "DATABASE_URL": "postgresql://db/daywright",
    "TEMPORAL_ADDRESS": "temporal:7233",
    "DAYWRIGHT_CODEC_KEYS": KEYS,
    "DAYWRIGHT_PUBLIC_URL": "https://daywright.example",
}


@pytest.mark.parametrize("missing", [*((name,) for name in WHOLE), tuple(WHOLE)])
def test_production_refuses_to_start_with_a_part_missing(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...]
) -> None:
    """What is missing is named, all of it, and what is there is not shown."""
    for name, value in {**WHOLE, **dict.fromkeys(missing, "")}.items():
        monkeypatch.setenv(name, value)
    assert not Settings().production
    monkeypatch.setenv("DAYWRIGHT_PRODUCTION", "true")
    with pytest.raises(InvalidInput) as refusal:
        read_settings()
    assert {name for name in WHOLE if name in refusal.value.message} == set(missing)
    assert KEYS not in refusal.value.message


def test_production_starts_when_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {**WHOLE, "DAYWRIGHT_PRODUCTION": "true"}.items():
        monkeypatch.setenv(name, value)
    assert read_settings().production


def test_hardened_framing_is_off_until_it_is_switched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _limits(Settings()).hardened_framing
    monkeypatch.setenv("DAYWRIGHT_HARDENED_FRAMING", "true")
    assert _limits(Settings()).hardened_framing
