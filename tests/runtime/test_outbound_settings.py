"""Which addresses and secrets of the outside are taken (rules DEVICE-2, DEVICE-6, DEVICE-7 and DEVICE-10)."""

import base64
import os

import pytest

from domain.errors import InvalidInput
from runtime.outbound_settings import Hook
from runtime.settings import Settings, read_settings

SECRET = "whsec_" + base64.b64encode(b"a" * 32).decode()
NEWER = "whsec_" + base64.b64encode(b"b" * 64).decode()
DEVICES = {"DAYWRIGHT_DEVICES_URL": "https://hub.example/commands", "DAYWRIGHT_DEVICES_SECRETS": SECRET}


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("DAYWRIGHT_")]:
        monkeypatch.delenv(name)


def _read(monkeypatch: pytest.MonkeyPatch, **variables: str) -> Settings:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return read_settings()


def test_nobody_is_reached_unless_that_is_set() -> None:
    outside = Settings().outside()
    assert (outside.devices, outside.rooms_url, outside.weather_url, outside.notifications) == (None, None, None, None)
    assert outside.hosts == {"localhost", "127.0.0.1", "::1"}


def test_what_is_set_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two secrets while one is changed; hosts that are listed may have plain http; the loopback only on one's own."""
    settings = _read(
        monkeypatch,
        **DEVICES | {"DAYWRIGHT_DEVICES_SECRETS": f"{NEWER}, {SECRET}"},
        DAYWRIGHT_OUTBOUND_HOSTS="hub.lan,10.0.0.7",
        DAYWRIGHT_ROOMS_URL="http://hub.lan:8080/rooms/{room_id}?of={user_id}",
        DAYWRIGHT_WEATHER_URL="http://me:pass@127.0.0.1/weather",
    )
    outside = settings.outside()
    assert outside.devices == Hook("https://hub.example/commands", (NEWER, SECRET))
    assert outside.rooms_url == "http://hub.lan:8080/rooms/{room_id}?of={user_id}"
    assert outside.weather_url == "http://me:pass@127.0.0.1/weather"
    assert {"hub.lan", "10.0.0.7"} < outside.hosts
    assert not {"pass", SECRET, NEWER} & set(repr(settings).split("'"))
    assert SECRET not in repr(outside)


BAD_URLS = {
    "hub.example/x": "no whole address",
    "ftp://hub.example/x": "no whole address",
    "https://": "no whole address",
    "https:///x": "no whole address",
    "https://hub.example:99999/": "no whole address",
    "https://[::1/": "no whole address",
    "https://hub.example/#sesame": "no whole address",
    "http://hub.example/sesame": "plain http to hub.example",
    "http://127.0.0.1.example/sesame": "plain http to 127.0.0.1.example",
    "https://{room_id}.example/sesame": "in braces",
    "https://hub.example/{sesame}": "in braces",
}


def test_addresses_that_cannot_be_used_are_refused_without_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for url, said in BAD_URLS.items():
        with pytest.raises(InvalidInput, match=said) as refusal:
            _read(monkeypatch, DAYWRIGHT_ROOMS_URL=url)
        assert refusal.value.message.startswith("DAYWRIGHT_ROOMS_URL")
        assert "sesame" not in refusal.value.message
    monkeypatch.delenv("DAYWRIGHT_ROOMS_URL")
    with pytest.raises(InvalidInput, match="DAYWRIGHT_DEVICES_URL has something else in braces"):
        _read(monkeypatch, **DEVICES | {"DAYWRIGHT_DEVICES_URL": "https://hub.example/{room_id}"})


BAD_SECRETS = (
    "sesame",
    "whsec_sesame!",
    "whsec_" + base64.b64encode(b"sesame").decode(),
    "whsec_" + base64.b64encode(b"c" * 65).decode(),
    f"{SECRET},{NEWER},{SECRET}",
    f"{SECRET},sesame",
    ",",
)


def test_secrets_that_cannot_be_used_are_refused_without_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for secret in BAD_SECRETS:
        with pytest.raises(InvalidInput, match="DAYWRIGHT_DEVICES_SECRETS cannot be used") as refusal:
            _read(monkeypatch, **DEVICES | {"DAYWRIGHT_DEVICES_SECRETS": secret})
        assert "sesame" not in refusal.value.message
        assert SECRET not in refusal.value.message


@pytest.mark.parametrize("missing", DEVICES)
def test_an_address_needs_secrets_and_secrets_an_address(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    with pytest.raises(InvalidInput, match=f"set {missing}"):
        _read(monkeypatch, **{name: value for name, value in DEVICES.items() if name != missing})


def test_in_production_the_loopback_is_listed_by_nobody_else() -> None:
    listed = Settings(
        production=True,
        database_url="postgresql://db/daywright",
        temporal_address="temporal:7233",
        codec_keys="k1:" + "A" * 43 + "=",
        public_url="https://daywright.example",
        outbound_hosts="hub.lan",
    )
    assert listed.outside().hosts == {"hub.lan"}
    assert listed.reached_at() == "https://daywright.example"


def test_a_child_reaches_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = _read(monkeypatch, **DEVICES, DAYWRIGHT_WEATHER_URL="https://weather.example/?key=k")
    for name, value in settings.environment().items():
        monkeypatch.setenv(name, value)
    assert Settings().outside() == settings.outside()
