import json
import os

import pytest
from pydantic import SecretStr

from domain.errors import InvalidInput
from runtime.settings import Settings, read_settings

_SECRET = "sk-very-secret"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("DAYWRIGHT_")]:
        monkeypatch.delenv(name)


def _set(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    for name, value in values.items():
        monkeypatch.setenv(f"DAYWRIGHT_{name}", value)


def test_nothing_set_means_no_endpoint() -> None:
    assert Settings().endpoints() == ()


def test_empty_variables_mean_no_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compose file passes on what is not set as nothing."""
    _set(monkeypatch, MODEL_PRESET="", MODEL_URL="", MODEL_NAME="", MODEL_KEY="", MODELS="", MODEL_HOSTS="")
    assert read_settings().endpoints() == ()


def test_a_preset_a_name_and_a_key_make_an_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    _set(monkeypatch, MODEL_PRESET="deepseek", MODEL_NAME="deepseek-chat", MODEL_KEY=_SECRET)
    (endpoint,) = read_settings().endpoints()
    assert (endpoint.id, endpoint.base_url) == ("default", "https://api.deepseek.com")
    assert endpoint.key == SecretStr(_SECRET)


def test_an_address_and_a_name_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    _set(monkeypatch, MODEL_URL="http://127.0.0.1:8080/v1/chat/completions/", MODEL_NAME="small")
    (endpoint,) = read_settings().endpoints()
    assert (endpoint.preset, endpoint.base_url, endpoint.key) == ("custom", "http://127.0.0.1:8080/v1", None)


def test_the_single_endpoint_comes_before_those_of_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    _set(monkeypatch, MODEL_PRESET="ollama", MODEL_NAME="a")
    _set(monkeypatch, MODELS='[{"id": "b", "preset": "vllm", "model": "b", "call_seconds": 90, "mode": "prompt"}]')
    first, second = read_settings().endpoints()
    assert (first.id, second.id, second.call_seconds, second.modes()) == ("default", "b", 90, ("prompt",))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"MODEL_KEY": _SECRET}, "DAYWRIGHT_MODEL_KEY is set, but not where: set DAYWRIGHT_MODEL_URL"),
        ({"MODEL_PRESET": "openai", "MODEL_KEY": _SECRET}, "DAYWRIGHT_MODEL_NAME is missing"),
        ({"MODEL_PRESET": "opnai", "MODEL_NAME": "m"}, "DAYWRIGHT_MODEL_PRESET is 'opnai'"),
        ({"MODEL_URL": f"https://me:{_SECRET}@h/v1", "MODEL_NAME": "m"}, "DAYWRIGHT_MODEL_URL is wrong: must hold"),
        ({"MODEL_URL": "ftp://h/v1", "MODEL_NAME": "m"}, "DAYWRIGHT_MODEL_URL is wrong: must be an http"),
        ({"MODEL_URL": "http://h", "MODEL_NAME": "m", "MODEL_KEY": f"{_SECRET} x"}, "DAYWRIGHT_MODEL_KEY is wrong"),
        ({"MODELS": f'[{{"key": "{_SECRET}"'}, "DAYWRIGHT_MODELS is no JSON (character"),
        ({"MODELS": '{"id": "a"}'}, "DAYWRIGHT_MODELS is no list"),
        ({"MODELS": "[3]"}, "DAYWRIGHT_MODELS[0] is no endpoint: write {"),
        ({"MODELS": f'[{{"preset": "vllm", "model": "m", "key": ["{_SECRET}"]}}]'}, "DAYWRIGHT_MODELS[0].key is wrong"),
        (
            {"MODELS": f'[{{"preset": "vllm", "model": "m", "kye": "{_SECRET}"}}]'},
            "].kye is no field of an endpoint",
        ),
        ({"MODELS": f'[{{"preset": "vllm", "model": "m", "{_SECRET}": 1}}]'}, "DAYWRIGHT_MODELS[0].? is no field"),
        (
            {"MODELS": f'[{{"preset": ["{_SECRET}"], "model": "m"}}]'},
            "DAYWRIGHT_MODELS[0].preset is wrong: must be",
        ),
        ({"MODELS": '[{"preset": "vllm", "model": "m", "call_seconds": NaN}]'}, "DAYWRIGHT_MODELS is no JSON"),
        ({"MODELS": '[{"preset": "vllm"}]'}, "DAYWRIGHT_MODELS[0].model is missing: write"),
        ({"MODELS": '[{"model": "m"}]'}, "DAYWRIGHT_MODELS[0].base_url is missing: give"),
        (
            {"MODELS": '[{"preset": "vllm", "model": "m"}, {"preset": "vllm", "model": "n"}]'},
            "DAYWRIGHT_MODELS makes two endpoints with the id 'default'",
        ),
        ({"MODELS": '[{"preset": "vllm", "model": "m", "extra_body": {"stream": false}}]'}, "must not hold stream"),
        ({"MODEL_PATIENCE_SECONDS": "-1"}, "DAYWRIGHT_MODEL_PATIENCE_SECONDS is '-1': must be a number from 0 to 3600"),
        ({"MODEL_HOSTS": "gpu.lan, http://h"}, "DAYWRIGHT_MODEL_HOSTS is 'gpu.lan, http://h': 'http://h' is no host"),
        ({"MODEL_HOSTS": "10.0.0.7:8080"}, "'10.0.0.7:8080' is no host: write names or addresses alone"),
    ],
)
def test_a_wrong_value_is_named_without_any_secret(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], said: str
) -> None:
    _set(monkeypatch, **values)
    with pytest.raises(InvalidInput) as refused:
        read_settings()
    assert said in refused.value.message
    assert _SECRET not in refused.value.message


ENDPOINT = {"preset": "vllm", "model": "m"}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("mode", "tools", "is 'tools': must be 'auto', 'json_schema', 'json_object' or 'prompt'"),
        ("mode", 3, "is 3: must be 'auto', 'json_schema', 'json_object' or 'prompt'"),
        ("preset", "x", "is 'x': must be 'custom', 'openai', "),
        ("id", "A b", "is 'A b': must be 1 to 40 of the characters a-z 0-9 . _ - and begin"),
        ("base_url", 3, "is wrong: must be a text of 0 to 500 characters"),
        ("model", " ", "is wrong: must be a name of 1 to 200 characters on one line"),
        ("extra_body", [], "is wrong: must be a JSON object"),
        ("max_tokens_field", "most", "is 'most': must be 'max_tokens' or 'max_completion_tokens'"),
        ("max_tokens", 1, "is 1: must be a whole number from 16 to 131072"),
        ("send_temperature", "maybe", "is 'maybe': must be true or false"),
        ("connect_seconds", 0, "is 0: must be a number above 0 and up to 60"),
        ("call_seconds", "long", "is 'long': must be a number above 0 and up to 600"),
        ("concurrency", 0, "is 0: must be a whole number from 1 to 64"),
    ],
)
def test_what_is_allowed_is_said_of_every_field(
    monkeypatch: pytest.MonkeyPatch, field: str, value: object, said: str
) -> None:
    _set(monkeypatch, MODELS=json.dumps([ENDPOINT | {field: value}]))
    with pytest.raises(InvalidInput) as refused:
        read_settings()
    assert f"DAYWRIGHT_MODELS[0].{field} {said}" in refused.value.message


def test_keys_show_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    _set(monkeypatch, MODEL_PRESET="vllm", MODEL_NAME="m", MODEL_KEY=_SECRET)
    _set(monkeypatch, MODELS=f'[{{"id": "b", "preset": "vllm", "model": "b", "key": "{_SECRET}"}}]')
    settings = read_settings()
    shown = [repr(settings), settings.model_dump_json(), *(str(one) for one in settings.endpoints())]
    shown += [endpoint.model_dump_json() for endpoint in settings.endpoints()]
    assert [text for text in shown if _SECRET in text] == []


def test_a_child_knows_the_same_endpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings that were made in a process reach the worker that it starts."""
    settings = Settings(
        model_url="http://127.0.0.1:8080/v1",
        model_name="m",
        model_key=SecretStr(_SECRET),
        models=SecretStr('[{"id": "b", "preset": "vllm", "model": "b"}]'),
        model_hosts="gpu.lan",
        model_patience_seconds=5,
    )
    for name, value in settings.environment().items():
        monkeypatch.setenv(name, value)
    assert Settings().endpoints() == settings.endpoints()
    assert Settings().allowed_model_hosts() == {"gpu.lan", "localhost", "127.0.0.1", "::1"}
    assert Settings().model_patience_seconds == 5


def test_a_server_allows_the_loopback_only_where_it_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one's own machine a model on it is as good as any; on a server the loopback belongs to others."""
    _set(monkeypatch, CODEC_KEYS="k1:" + "A" * 43 + "=", PUBLIC_URL="https://daywright.example", PRODUCTION="true")
    monkeypatch.setenv("DATABASE_URL", "postgresql://db/daywright")
    monkeypatch.setenv("TEMPORAL_ADDRESS", "temporal:7233")
    assert read_settings().allowed_model_hosts() == frozenset()
    _set(monkeypatch, MODEL_HOSTS=" gpu.lan, 10.0.0.7 ,")
    assert read_settings().allowed_model_hosts() == {"gpu.lan", "10.0.0.7"}


def test_a_run_is_at_least_as_patient_as_a_call_may_be_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless its patience was set: then no call takes longer, and a child knows no other."""
    assert Settings().model_patience() == 60
    for seconds, patience in ((20, 60), (300, 300)):
        _set(monkeypatch, MODELS=json.dumps([ENDPOINT | {"call_seconds": seconds}]))
        assert Settings().model_patience() == patience
    assert Settings().environment()["DAYWRIGHT_MODEL_PATIENCE_SECONDS"] == "300.0"
    _set(monkeypatch, MODEL_PATIENCE_SECONDS="5")
    assert Settings().model_patience() == 5
