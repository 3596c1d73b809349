"""What the compose file promises: it is whole, closed to the network and confined (rules PROD-1, PROD-5 to PROD-7)."""

import re
import stat
import tomllib
from itertools import pairwise

import pytest
from compose_pydantic import ComposeSpecification  # type: ignore[import-untyped]

from runtime.settings import Settings
from tests.deploy.compose import DOCUMENT, FILLED, JOBS, OURS, ROOT, SERVICES, environment, example, resolved, variables

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
IMAGE = re.compile(r"^[a-z][a-z0-9./-]*:\d+\.\d+[a-z0-9.-]*$")
PUBLIC = {"api": 8787, "temporal-ui": 8080, "codec": 8788}

every_service = pytest.mark.parametrize("service", SERVICES)


def test_it_is_a_compose_file() -> None:
    """Its form is the one of the Compose specification, with every variable in place."""
    document = {key: value for key, value in DOCUMENT.items() if not key.startswith("x-")}
    ComposeSpecification.model_validate(resolved(document, FILLED))


def test_each_variable_is_explained_and_each_explained_one_is_used() -> None:
    """What is required is empty in .env.example, and what is optional stands there with its default."""
    used = dict(variables(DOCUMENT))
    assert set(used) == set(example())
    assert {name for name, default in used.items() if default is None} == set(FILLED)
    for name, (optional, value) in example().items():
        assert (optional, value) == (used[name] is not None, used[name] or ""), name


def test_each_variable_has_the_same_default_everywhere() -> None:
    """The page that the codec endpoint answers is the page that the Web UI has."""
    assert len(set(variables(DOCUMENT))) == len(dict(variables(DOCUMENT)))


@pytest.mark.parametrize("missing", FILLED)
def test_nothing_secret_has_a_default(missing: str) -> None:
    """Without one of them, or with an empty one, nothing is started."""
    for given in ({**FILLED, missing: ""}, {name: value for name, value in FILLED.items() if name != missing}):
        with pytest.raises(KeyError, match=missing):
            resolved(SERVICES, given)


def test_no_secret_is_written_down() -> None:
    """What is called a password, a key or an address with one in it is a variable, without a default of ours."""
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if re.search("PASSWORD|PWD|KEYS|_SECRET|DATABASE_URL", name):
                assert re.search(r"\$\{\w+:(\?|-\})", value), name


@every_service
def test_images_are_pinned(service: str) -> None:
    """To a version at least down to the second number; ours has the version of the project and is never pulled."""
    image = SERVICES[service]["image"]
    assert IMAGE.match(image), image
    if service in OURS:
        assert image == f"{PROJECT['name']}:{PROJECT['version']}"
        assert (SERVICES[service]["pull_policy"], SERVICES[service]["build"]) == ("never", {"context": "."})


def test_the_parts_of_temporal_have_one_version() -> None:
    """The tools bring the tables to the form that the server of the same version needs."""
    versions = {
        SERVICES[name]["image"].rpartition(":")[2] for name in ("temporal", "temporal-schema", "temporal-namespace")
    }
    assert versions == {"1.32.0"}


@every_service
def test_published_ports_are_on_the_loopback(service: str) -> None:
    """Three services publish one port each, on 127.0.0.1 unless the operator of the API says otherwise."""
    ports = SERVICES[service].get("ports", [])
    assert len(ports) == (service in PUBLIC)
    for port in ports:
        assert resolved(port, FILLED).startswith("127.0.0.1:")
        assert resolved(port, FILLED).endswith(f":{PUBLIC[service]}")
        assert service == "api" or "$" not in port
    assert "network_mode" not in SERVICES[service]


def test_what_publishes_nothing_has_no_way_out() -> None:
    """PostgreSQL and Temporal share a network of their own; only workers, which listen nowhere, reach models."""
    assert DOCUMENT["networks"] == {"backend": {"internal": True}, "edge": {}, "models": {}}
    on = {net: {name for name, service in SERVICES.items() if net in service["networks"]} for net in ("edge", "models")}
    assert on == {"edge": set(PUBLIC), "models": {"worker"}}


@every_service
def test_services_are_confined(service: str) -> None:
    """Plain users by number, a read-only file system, no capabilities, bounds on memory, processes and logs."""
    confined = SERVICES[service]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", confined["user"])
    assert (confined["read_only"], confined["cap_drop"]) == (True, ["ALL"])
    assert confined["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in confined["tmpfs"]
    assert not {"privileged", "cap_add", "devices", "pid", "ipc", "userns_mode"} & confined.keys()
    assert confined["deploy"]["resources"]["limits"].keys() == {"memory", "pids"}
    assert confined["logging"]["options"].keys() == {"max-size", "max-file"}
    assert confined["restart"] == ("no" if service in JOBS else "unless-stopped")


@every_service
def test_everything_waits_for_what_it_needs(service: str) -> None:
    """For jobs until they are done, for the rest until it is healthy; what is waited for has a check that says so."""
    for needed, how in SERVICES[service].get("depends_on", {}).items():
        finished = needed in JOBS
        assert how["condition"] == ("service_completed_successfully" if finished else "service_healthy")
        assert finished or "test" in SERVICES[needed]["healthcheck"]


def test_the_order_of_the_start() -> None:
    """PostgreSQL, Temporal's tables, Temporal, its namespace, then what works with it (rule PROD-6)."""
    chain = ["postgres", "temporal-schema", "temporal", "temporal-namespace"]
    for earlier, later in pairwise(chain):
        assert earlier in SERVICES[later]["depends_on"]
    assert "postgres" in SERVICES["migrate"]["depends_on"]
    for service in ("worker", "api"):
        assert {"migrate", "temporal-namespace"} == SERVICES[service]["depends_on"].keys()


@every_service
def test_mounted_files_exist_and_stay_as_they_are(service: str) -> None:
    """Files of the project are mounted read-only; scripts may be executed. A missing one would become a folder."""
    for volume in SERVICES[service].get("volumes", []):
        source, _, rest = volume.partition(":")
        if not source.startswith("."):
            assert source in DOCUMENT["volumes"]
            continue
        file = ROOT / source
        assert file.is_file()
        assert rest.endswith(":ro")
        assert file.suffix != ".sh" or file.stat().st_mode & stat.S_IXOTH


@pytest.mark.parametrize("service", ["temporal-schema", "temporal-namespace", "temporal"])
def test_what_is_run_or_read_is_mounted(service: str) -> None:
    """The jobs' scripts and the server's dynamic settings stand where they are looked for."""
    targets = {volume.split(":")[1] for volume in SERVICES[service]["volumes"]}
    wanted = SERVICES[service].get("command", []) or [SERVICES[service]["environment"]["DYNAMIC_CONFIG_FILE_PATH"]]
    assert targets == set(wanted)


@pytest.mark.parametrize("service", OURS)
def test_our_variables_are_settings(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that no setting has would be ignored without a word."""
    known = {f"DAYWRIGHT_{name}".upper() for name in Settings.model_fields} | {"DATABASE_URL", "TEMPORAL_ADDRESS"}
    assert environment(service).keys() <= known
    for name, value in environment(service).items():
        monkeypatch.setenv(name, value)
    assert Settings().production == (service in ("api", "worker"))


def test_the_codec_endpoint_has_the_keys_and_nothing_else_of_value() -> None:
    """Neither the database nor Temporal can be reached with what it has."""
    assert not {"DATABASE_URL", "TEMPORAL_ADDRESS"} & environment("codec").keys()
    assert SERVICES["codec"]["networks"] == ["edge"]


def test_addresses_name_services() -> None:
    """Hosts in addresses are services on a shared network, and ports those they listen on."""
    listening = {"postgres": "5432", "temporal": "7233"}
    for service, definition in SERVICES.items():
        text = str(resolved(definition.get("environment", {}), FILLED))
        for host, port in re.findall(r"\b(postgres|temporal):(\d+)\b", text):
            assert (listening[host], "backend" in definition["networks"]) == (port, True), service


@pytest.mark.parametrize("service", [name for name in OURS if "test" in SERVICES[name].get("healthcheck", {})])
def test_health_is_asked_where_it_listens(service: str) -> None:
    """The check, the setting and the published port are one, and the check's host is one that is answered."""
    told, port = environment(service), str(PUBLIC[service])
    asked = re.findall(r"http://([^:/]+):(\d+)/health/ready", " ".join(SERVICES[service]["healthcheck"]["test"]))
    assert asked == [("127.0.0.1", port)]
    assert told[f"DAYWRIGHT_{service.upper()}_PORT"] == port
    assert "127.0.0.1" in told["DAYWRIGHT_ALLOWED_HOSTS"].split(",")


def test_the_web_ui_and_the_codec_endpoint_know_each_other() -> None:
    """By default each is where the other looks for it."""
    told = environment("temporal-ui")
    assert told["TEMPORAL_CORS_ORIGINS"] == environment("codec")["DAYWRIGHT_WEB_UI_URL"] == "http://127.0.0.1:8233"
    assert told["TEMPORAL_CODEC_ENDPOINT"] == "http://127.0.0.1:8788"
    assert told["TEMPORAL_DEFAULT_NAMESPACE"] == environment("api")["DAYWRIGHT_TEMPORAL_NAMESPACE"]
    assert environment("temporal-namespace")["TEMPORAL_NAMESPACE"] == environment("api")["DAYWRIGHT_TEMPORAL_NAMESPACE"]


def test_the_environment_file_stays_out_of_the_repository() -> None:
    """It holds every secret."""
    assert ".env" in (ROOT / ".gitignore").read_text().split()
    assert "!.env" not in (ROOT / ".dockerignore").read_text()
