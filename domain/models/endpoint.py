"""Where a model is reached, how it is spoken to, and what is known beforehand of well-known servers (rule MODEL-2)."""

import re
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, SecretStr, model_validator

Mode = Literal["json_schema", "json_object", "prompt"]
AskedMode = Literal["auto", "json_schema", "json_object", "prompt"]
PresetName = Literal["custom", "openai", "deepseek", "dashscope", "ollama", "llamacpp", "lmstudio", "vllm"]
TokensField = Literal["max_tokens", "max_completion_tokens"]

# What the client says itself; an endpoint that said it too would make the answer unreadable.
_OWN_FIELDS = frozenset(
    {"messages", "model", "stream", "stream_options", "response_format", "n", "max_tokens", "max_completion_tokens"}
)
_CONTROL = re.compile(r"[\x00-\x20\x7f-\x9f]")
_BROKEN = re.compile(r"[\x00-\x1f\x7f]")
_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
_LONGEST_NAME = 200


def _address(url: str) -> str:
    """The address as it was given, without what people paste along with it: ``/v1`` is not appended blindly."""
    url = url.strip().rstrip("/").removesuffix("/chat/completions").rstrip("/")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise ValueError(f"cannot be read as an address ({error}): write http://host:port/v1") from None
    if not url:
        raise ValueError("is missing: give an http or https address, or a preset that has one")
    if parts.scheme not in ("http", "https") or not host or _CONTROL.search(url):
        raise ValueError("must be an http or https address, such as https://api.openai.com/v1")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("must hold neither a password, a query nor a fragment: a key has a setting of its own")
    return url


def _named(model: str) -> str:
    if not model.strip() or len(model) > _LONGEST_NAME or _BROKEN.search(model):
        raise ValueError(f"must be a name of 1 to {_LONGEST_NAME} characters on one line")
    return model


def _identifier(text: str) -> str:
    if not _ID.fullmatch(text):
        raise ValueError("must be 1 to 40 of the characters a-z 0-9 . _ - and begin with a letter or a digit")
    return text


def _header_safe(key: SecretStr | None) -> SecretStr | None:
    text = key.get_secret_value() if key else ""
    if not text.isascii() or _CONTROL.search(text):
        raise ValueError("a key has printable ASCII characters only: copy it anew, without spaces and line breaks")
    return key if text else None


def _not_our_own(body: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if taken := sorted(_OWN_FIELDS & body.keys()):
        raise ValueError(f"must not hold {', '.join(taken)}: the client sets these itself")
    return body


class Preset(BaseModel):
    """What is known of a well-known server.

    Attributes:
        title: its name as people write it.
        base_url: where it listens unless said otherwise; empty where only its owner knows.
        modes: how it can be asked for JSON, the strictest first (rule MODEL-5).
        max_tokens_field: the field in which it takes the bound on tokens.
        send_temperature: whether it takes a temperature of 0.
        extra_body: what it takes besides; here it switches thinking off, which costs more time than it is worth.
        concurrency: calls that it answers at a time.
    """

    model_config = ConfigDict(frozen=True)

    title: str
    base_url: str = ""
    modes: tuple[Mode, ...] = ("json_schema", "json_object", "prompt")
    max_tokens_field: TokensField = "max_tokens"
    send_temperature: bool = True
    extra_body: dict[str, JsonValue] = Field(default_factory=dict)
    concurrency: int = 2


PRESETS: Final[dict[PresetName, Preset]] = {
    "custom": Preset(title="OpenAI-compatible"),
    # Its reasoning models refuse a temperature and the older name of the bound.
    "openai": Preset(
        title="OpenAI",
        base_url="https://api.openai.com/v1",
        max_tokens_field="max_completion_tokens",
        send_temperature=False,
        concurrency=8,
    ),
    "deepseek": Preset(
        title="DeepSeek",
        base_url="https://api.deepseek.com",
        modes=("json_object", "prompt"),
        extra_body={"thinking": {"type": "disabled"}},
        concurrency=8,
    ),
    "dashscope": Preset(
        title="DashScope",
        base_url="https://dashscope.aliyuncs.com/compatible-mode/v1",
        extra_body={"enable_thinking": False},
        concurrency=8,
    ),
    "ollama": Preset(title="Ollama", base_url="http://127.0.0.1:11434/v1", concurrency=1),
    "llamacpp": Preset(title="llama.cpp", base_url="http://127.0.0.1:8080/v1", concurrency=1),
    "lmstudio": Preset(
        title="LM Studio", base_url="http://127.0.0.1:1234/v1", modes=("json_schema", "prompt"), concurrency=1
    ),
    "vllm": Preset(title="vLLM", base_url="http://127.0.0.1:8000/v1", concurrency=8),
}


class Endpoint(BaseModel):
    """A model behind an OpenAI-compatible address; what is left out is taken from the preset.

    Attributes:
        id: what runs and histories know it by; never anything secret.
        preset: which well-known server it is, or ``custom``.
        base_url: the address before ``/chat/completions``, usually ending in ``/v1``.
        key: what it asks for in ``Authorization``; never written out with the rest.
        model: the name of the model there.
        mode: how JSON is asked for: ``auto`` finds out, anything else is kept to.
        extra_body: fields that this server takes besides, such as a switch for thinking.
        max_tokens_field, max_tokens: the field of the bound on tokens, and its value in place of each prompt's own.
        send_temperature: whether a temperature of 0 is sent.
        connect_seconds, call_seconds: how long connecting, and a call as a whole, may take.
        concurrency: calls that one worker process has open at a time.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, AfterValidator(_identifier)] = "default"
    preset: PresetName = "custom"
    base_url: Annotated[str, Field(max_length=500, validate_default=True), AfterValidator(_address)] = ""
    key: Annotated[SecretStr | None, Field(exclude=True, repr=False), AfterValidator(_header_safe)] = None
    model: Annotated[str, AfterValidator(_named)]
    mode: AskedMode = "auto"
    extra_body: Annotated[dict[str, JsonValue], AfterValidator(_not_our_own)] = Field(default_factory=dict)
    max_tokens_field: TokensField = "max_tokens"
    max_tokens: Annotated[int | None, Field(ge=16, le=131072)] = None
    send_temperature: bool = True
    connect_seconds: Annotated[float, Field(gt=0, le=60)] = 5.0
    call_seconds: Annotated[float, Field(gt=0, le=600)] = 60.0
    concurrency: Annotated[int, Field(ge=1, le=64)] = 2

    @model_validator(mode="before")
    @classmethod
    def _from_preset(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        preset = next((known for name, known in PRESETS.items() if name == given.get("preset", "custom")), None)
        known = preset.model_dump(exclude={"title", "modes"}) if preset else {}
        return known | {name: value for name, value in given.items() if value is not None}

    def modes(self) -> tuple[Mode, ...]:
        """The ways to ask for JSON that are tried here, the strictest first (rule MODEL-5)."""
        return PRESETS[self.preset].modes if self.mode == "auto" else (self.mode,)
