"""Settings of the whole application: the only place that reads the environment (rule STACK-1)."""

import os
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from limits import parse
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from domain.errors import InvalidInput
from domain.models.endpoint import Endpoint
from domain.models.secrets import Secrets
from runtime.allowed_values import allowed
from runtime.model_settings import LOOPBACK, bare_hosts, distinct, listed_endpoints, one_endpoint
from runtime.outbound_settings import Outside, address, hook

_SCHEMES = ("postgresql+asyncpg", "postgresql", "postgres")


def _default_data_dir() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "daywright"


def _with_async_driver(url: str | None) -> str | None:
    if url is None:
        return None
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in _SCHEMES:
        raise InvalidInput(f"DATABASE_URL has the scheme {scheme!r}: write postgresql://user:password@host/database")
    return f"postgresql+asyncpg://{rest}"


def _readable_keys(keys: str | None) -> str | None:
    if keys:
        # Loading Temporal's library takes longer than most commands do, and few processes have keys.
        from workflows.codec import parse_keys

        parse_keys(keys)
    return keys


def _host_and_port(address: str | None) -> str | None:
    host, separator, port = (address or "").rpartition(":")
    if address and not (separator and host and "/" not in host and port.isdecimal()):
        raise InvalidInput(f"TEMPORAL_ADDRESS is {address!r}: write host:port, such as 127.0.0.1:7233")
    return address


def _web_address(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError("write http://host:port or https://host, without a path")
    return url.rstrip("/")


def _rate(text: str) -> str:
    try:
        parse(text)
    except ValueError:
        raise ValueError("write a number and a unit, such as 600/minute") from None
    return text


def _plain(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret else None


_Address = Annotated[str | None, AfterValidator(_web_address)]
_Rate = Annotated[str, AfterValidator(_rate)]


class Settings(BaseSettings):
    """What an operator may set, frozen once read.

    Attributes:
        data_dir: folder that holds the databases and logs of the embedded stack (``DAYWRIGHT_DATA_DIR``).
        database_url: a PostgreSQL to use in place of the embedded one (``DATABASE_URL``), with the asyncpg driver.
        temporal_address: ``host:port`` of a Temporal to use in place of the embedded one (``TEMPORAL_ADDRESS``).
        temporal_namespace: namespace of every workflow (``DAYWRIGHT_TEMPORAL_NAMESPACE``).
        codec_keys: keys that encrypt what Temporal stores, none for plain text (``DAYWRIGHT_CODEC_KEYS``).
        log_level: least severe level that is logged (``DAYWRIGHT_LOG_LEVEL``).
        production: refuse to start without what a server on a network needs (``DAYWRIGHT_PRODUCTION``).
        api_host, api_port: where the HTTP API listens (``DAYWRIGHT_API_HOST``, ``DAYWRIGHT_API_PORT``).
        public_url: the API as people reach it, where that differs (``DAYWRIGHT_PUBLIC_URL``).
        allowed_hosts: names in a Host header that are answered, besides the one of ``public_url``, separated by commas
            (``DAYWRIGHT_ALLOWED_HOSTS``).
        rate_limit, run_rate_limit: requests and started runs of one credential, as ``600/minute``
            (``DAYWRIGHT_RATE_LIMIT``, ``DAYWRIGHT_RUN_RATE_LIMIT``).
        commit_wait_seconds: how long a confirm or an undo is waited for (``DAYWRIGHT_COMMIT_WAIT_SECONDS``).
        preview_keep_days: days for which a preview is kept after its last revision
            (``DAYWRIGHT_PREVIEW_KEEP_DAYS``).
        run_wait_hours: hours for which a run waits for an answer to a question (``DAYWRIGHT_RUN_WAIT_HOURS``).
        refine_enabled: whether plans can be refined (``DAYWRIGHT_REFINE_ENABLED``).
        composite_route: whether refining may move many tasks in one go (``DAYWRIGHT_COMPOSITE_ROUTE``).
        plan_refine_after_placement: whether a model may adjust a first placement
            (``DAYWRIGHT_PLAN_REFINE_AFTER_PLACEMENT``).
        plan_react_rounds, plan_react_round_seconds: in how many rounds at most, and how long it is asked for each
            (``DAYWRIGHT_PLAN_REACT_ROUNDS``, ``DAYWRIGHT_PLAN_REACT_ROUND_SECONDS``).
        hardened_framing: whether due reminders tell a model that their content is data
            (``DAYWRIGHT_HARDENED_FRAMING``).
        web_ui_url: the Temporal Web UI, to which runs link (``DAYWRIGHT_WEB_UI_URL``).
        codec_host, codec_port: where the codec endpoint for the Web UI listens (``DAYWRIGHT_CODEC_HOST``,
            ``DAYWRIGHT_CODEC_PORT``).
        model_preset, model_url, model_name, model_key: one model endpoint (``DAYWRIGHT_MODEL_PRESET``,
            ``DAYWRIGHT_MODEL_URL``, ``DAYWRIGHT_MODEL_NAME``, ``DAYWRIGHT_MODEL_KEY``).
        models: more of them, as a JSON list (``DAYWRIGHT_MODELS``).
        model_hosts: hosts of endpoints for which plain http and private addresses are allowed, separated by commas
            (``DAYWRIGHT_MODEL_HOSTS``).
        model_patience_seconds: how long one run waits in all for endpoints that do not answer
            (``DAYWRIGHT_MODEL_PATIENCE_SECONDS``).
        devices_url, devices_secrets: who is told what the devices of rooms shall do, and with what that is signed
            (``DAYWRIGHT_DEVICES_URL``, ``DAYWRIGHT_DEVICES_SECRETS``).
        rooms_url, weather_url: who tells how a room is, and what the weather is there (``DAYWRIGHT_ROOMS_URL``,
            ``DAYWRIGHT_WEATHER_URL``).
        notifications_url, notifications_secrets: who passes on what people are told, and with what that is signed
            (``DAYWRIGHT_NOTIFICATIONS_URL``, ``DAYWRIGHT_NOTIFICATIONS_SECRETS``).
        outbound_hosts: hosts of these for which plain http and private addresses are allowed, separated by commas
            (``DAYWRIGHT_OUTBOUND_HOSTS``).
        url, key: where the command line finds the API, and its key (``DAYWRIGHT_URL``, ``DAYWRIGHT_KEY``).
    """

    model_config = SettingsConfigDict(
        env_prefix="DAYWRIGHT_", frozen=True, populate_by_name=True, env_ignore_empty=True
    )

    data_dir: Path = Field(default_factory=_default_data_dir)
    database_url: Annotated[str | None, AfterValidator(_with_async_driver)] = Field(
        default=None, validation_alias="DATABASE_URL", repr=False
    )
    temporal_address: Annotated[str | None, AfterValidator(_host_and_port)] = Field(
        default=None, validation_alias="TEMPORAL_ADDRESS"
    )
    temporal_namespace: str = "default"
    codec_keys: Annotated[str | None, AfterValidator(_readable_keys)] = Field(default=None, repr=False)
    log_level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)] = "info"
    production: bool = False
    api_host: str = "127.0.0.1"
    api_port: Annotated[int, Field(ge=0, le=65535)] = 8787
    public_url: _Address = None
    allowed_hosts: str = "localhost,127.0.0.1,::1"
    rate_limit: _Rate = "600/minute"
    run_rate_limit: _Rate = "60/minute"
    commit_wait_seconds: Annotated[float, Field(gt=0, le=50)] = 15.0
    preview_keep_days: Annotated[int, Field(ge=1, le=3650)] = 30
    run_wait_hours: Annotated[float, Field(gt=0, le=8760)] = 24.0
    refine_enabled: bool = True
    composite_route: bool = True
    plan_refine_after_placement: bool = True
    plan_react_rounds: Annotated[int, Field(ge=1, le=10)] = 3
    plan_react_round_seconds: Annotated[float, Field(gt=0, le=600)] = 300.0
    hardened_framing: bool = False
    web_ui_url: _Address = None
    codec_host: str = "127.0.0.1"
    codec_port: Annotated[int, Field(ge=0, le=65535)] = 8788
    model_preset: str | None = None
    model_url: str | None = Field(default=None, repr=False)
    model_name: str | None = None
    model_key: SecretStr | None = None
    models: SecretStr | None = None
    model_hosts: Annotated[str, AfterValidator(bare_hosts)] = ""
    model_patience_seconds: Annotated[float, Field(ge=0, le=3600)] = 60.0
    devices_url: SecretStr | None = Field(default=None, repr=False)
    devices_secrets: SecretStr | None = Field(default=None, repr=False)
    rooms_url: SecretStr | None = Field(default=None, repr=False)
    weather_url: SecretStr | None = Field(default=None, repr=False)
    notifications_url: SecretStr | None = Field(default=None, repr=False)
    notifications_secrets: SecretStr | None = Field(default=None, repr=False)
    outbound_hosts: Annotated[str, AfterValidator(bare_hosts)] = ""
    url: _Address = None
    key: str | None = Field(default=None, repr=False)

    @model_validator(mode="after")
    def _complete_in_production(self) -> Self:
        """Nothing that a server needs falls back to what suits one machine (rule PROD-1)."""
        needed = {
            "DATABASE_URL": self.database_url,
            "TEMPORAL_ADDRESS": self.temporal_address,
            "DAYWRIGHT_CODEC_KEYS": self.codec_keys,
            "DAYWRIGHT_PUBLIC_URL": self.public_url,
        }
        missing = [name for name, value in needed.items() if not value]
        if self.production and missing:
            raise InvalidInput(f"DAYWRIGHT_PRODUCTION is set, but not {', '.join(missing)}: set what is missing")
        return self

    @model_validator(mode="after")
    def _readable_endpoints(self) -> Self:
        self.endpoints()
        return self

    @model_validator(mode="after")
    def _readable_outside(self) -> Self:
        self.outside()
        return self

    def outside(self) -> Outside:
        """Whom preparations reach (rules DEVICE-6, DEVICE-7 and DEVICE-10)."""
        hosts = self.allowed_outbound_hosts()
        return Outside(
            devices=hook("DEVICES", self.devices_url, self.devices_secrets, hosts),
            rooms_url=address("DAYWRIGHT_ROOMS_URL", self.rooms_url, hosts),
            weather_url=address("DAYWRIGHT_WEATHER_URL", self.weather_url, hosts),
            notifications=hook("NOTIFICATIONS", self.notifications_url, self.notifications_secrets, hosts),
            hosts=hosts,
        )

    def endpoints(self) -> tuple[Endpoint, ...]:
        """Every model endpoint; the first is the one that runs use (rule MODEL-17)."""
        one = {
            "preset": self.model_preset,
            "base_url": self.model_url,
            "model": self.model_name,
            "key": self.model_key,
        }
        return distinct((*one_endpoint(one), *listed_endpoints(self.models)))

    def model_patience(self) -> float:
        """Seconds that a run waits in all for endpoints; unless they were set, at least those of one call (RUN-13)."""
        if "model_patience_seconds" in self.model_fields_set:
            return self.model_patience_seconds
        return max([self.model_patience_seconds, *(one.call_seconds for one in self.endpoints()[:1])])

    def model_secrets(self) -> Secrets:
        """The keys of all endpoints, which show nowhere (rule MODEL-19)."""
        return Secrets.of(self.endpoints())

    def allowed_model_hosts(self) -> frozenset[str]:
        """Hosts for which plain http and private addresses are allowed: on one's own machine, itself (MODEL-3)."""
        return self._and_loopback(self.model_hosts)

    def allowed_outbound_hosts(self) -> frozenset[str]:
        """The same for everything outside that is no model (DEVICE-2)."""
        return self._and_loopback(self.outbound_hosts)

    def _and_loopback(self, hosts: str) -> frozenset[str]:
        listed = frozenset(host.strip() for host in hosts.split(",") if host.strip())
        return listed if self.production else listed | LOOPBACK

    def reached_at(self) -> str:
        """Where people reach the API and its page."""
        return self.public_url or f"http://{self.api_host}:{self.api_port}"

    def environment(self) -> dict[str, str]:
        """The environment of a child process: this process's own, with these settings on top."""
        given = {
            "DATABASE_URL": self.database_url,
            "TEMPORAL_ADDRESS": self.temporal_address,
            "DAYWRIGHT_DATA_DIR": str(self.data_dir),
            "DAYWRIGHT_TEMPORAL_NAMESPACE": self.temporal_namespace,
            "DAYWRIGHT_CODEC_KEYS": self.codec_keys,
            "DAYWRIGHT_LOG_LEVEL": self.log_level,
            "DAYWRIGHT_API_HOST": self.api_host,
            "DAYWRIGHT_API_PORT": str(self.api_port),
            "DAYWRIGHT_PUBLIC_URL": self.public_url,
            "DAYWRIGHT_WEB_UI_URL": self.web_ui_url,
            "DAYWRIGHT_MODEL_PRESET": self.model_preset,
            "DAYWRIGHT_MODEL_URL": self.model_url,
            "DAYWRIGHT_MODEL_NAME": self.model_name,
            "DAYWRIGHT_MODEL_KEY": _plain(self.model_key),
            "DAYWRIGHT_MODELS": _plain(self.models),
            "DAYWRIGHT_MODEL_HOSTS": self.model_hosts,
            "DAYWRIGHT_MODEL_PATIENCE_SECONDS": str(self.model_patience()),
            "DAYWRIGHT_DEVICES_URL": _plain(self.devices_url),
            "DAYWRIGHT_DEVICES_SECRETS": _plain(self.devices_secrets),
            "DAYWRIGHT_ROOMS_URL": _plain(self.rooms_url),
            "DAYWRIGHT_WEATHER_URL": _plain(self.weather_url),
            "DAYWRIGHT_NOTIFICATIONS_URL": _plain(self.notifications_url),
            "DAYWRIGHT_NOTIFICATIONS_SECRETS": _plain(self.notifications_secrets),
            "DAYWRIGHT_OUTBOUND_HOSTS": self.outbound_hosts,
        }
        return os.environ | {name: value for name, value in given.items() if value is not None}


def read_settings() -> Settings:
    """The settings of this process.

    Raises:
        InvalidInput: a variable has a value that it cannot have; the message names both, but no secret.
    """
    try:
        return Settings()
    except ValidationError as error:
        wrong = error.errors()[0]
        name = f"DAYWRIGHT_{wrong['loc'][0]}".upper()
        said = wrong["msg"].removeprefix("Value error, ")
        raise InvalidInput(f"{name} is {wrong['input']!r}: {_must_be(str(wrong['loc'][0])) or said}") from None


def _must_be(name: str) -> str | None:
    return allowed(Settings.model_json_schema()["properties"].get(name, {}))
