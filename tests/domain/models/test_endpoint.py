"""What an endpoint may be configured as (rule MODEL-2)."""

from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from domain.models.endpoint import PRESETS, Endpoint


def endpoint(**given: Any) -> Endpoint:
    return Endpoint.model_validate({"base_url": "https://models.example/v1", "model": "m"} | given)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        (" https://api.openai.com/v1/ ", "https://api.openai.com/v1"),
        ("http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/chat/completions/", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
    ],
)
def test_an_address_is_kept_as_given_without_what_was_pasted_along(given: str, kept: str) -> None:
    """Nothing is appended: not every server has its API under /v1."""
    assert endpoint(base_url=given).base_url == kept


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.openai.com/v1",
        "ftp://models.example/v1",
        "file:///etc/passwd",
        "http://",
        "https://me:secret@models.example/v1",
        "https://models.example/v1?key=secret",
        "https://models.example/v1#x",
        "https://models.example/v 1",
        "https://models.example/v1\nx",
        "http://[::1/v1",
        "http://h:99999/v1",
    ],
)
def test_what_is_no_address_or_holds_a_secret_is_refused(url: str) -> None:
    with pytest.raises(ValidationError) as refused:
        endpoint(base_url=url)
    assert "secret" not in refused.value.errors()[0]["msg"]


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "custom"])
def test_a_preset_needs_a_model_and_nothing_else(name: str) -> None:
    made = Endpoint.model_validate({"preset": name, "model": "m"})
    assert made.base_url.startswith("http")
    assert made.modes()[-1] == "prompt"


def test_what_is_said_goes_before_the_preset() -> None:
    made = Endpoint.model_validate(
        {"preset": "openai", "model": "m", "base_url": "http://h/v1", "send_temperature": True, "concurrency": 3}
    )
    assert (made.base_url, made.send_temperature, made.concurrency) == ("http://h/v1", True, 3)
    assert made.max_tokens_field == "max_completion_tokens"


def test_switches_of_one_provider_stand_in_no_other_preset() -> None:
    """A field that its server does not know makes a request fail."""
    with_switches = {name for name, preset in PRESETS.items() if preset.extra_body}
    assert with_switches == {"deepseek", "dashscope"}


@pytest.mark.parametrize(
    ("preset", "modes"),
    [
        ("custom", ("json_schema", "json_object", "prompt")),
        ("lmstudio", ("json_schema", "prompt")),
        ("deepseek", ("json_object", "prompt")),
    ],
)
def test_what_a_server_is_known_not_to_have_is_not_tried(preset: str, modes: tuple[str, ...]) -> None:
    assert endpoint(preset=preset).modes() == modes
    assert endpoint(preset=preset, mode="json_object").modes() == ("json_object",)


@pytest.mark.parametrize(
    "name", ["messages", "model", "stream", "response_format", "stream_options", "n", "max_tokens"]
)
def test_what_the_client_says_itself_cannot_be_said_in_its_place(name: str) -> None:
    with pytest.raises(ValidationError, match=f"must not hold {name}"):
        endpoint(extra_body={name: 1})


@pytest.mark.parametrize("key", ["sk 1", "sk-1\n", "sk-ключ", "sk-\x00"])
def test_a_key_that_no_header_takes_is_refused_unseen(key: str) -> None:
    with pytest.raises(ValidationError) as refused:
        endpoint(key=SecretStr(key))
    assert "sk-" not in str(refused.value)


def test_an_empty_key_is_none() -> None:
    assert endpoint(key=SecretStr("")).key is None


def test_a_key_is_written_nowhere() -> None:
    made = endpoint(key=SecretStr("sk-1"))
    assert "sk-1" not in repr(made) + str(made.model_dump()) + made.model_dump_json()
    assert "key" not in made.model_dump()


@pytest.mark.parametrize(
    "given",
    [
        {"id": ""},
        {"id": "A B"},
        {"model": ""},
        {"model": "m\n"},
        {"call_seconds": 0},
        {"call_seconds": 601},
        {"connect_seconds": 0},
        {"concurrency": 0},
        {"max_tokens": 0},
        {"mode": "tools"},
        {"preset": "other"},
        {"more": 1},
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        endpoint(**given)
