"""The codec endpoint's process: ``python -m runtime.codec`` (rule PROD-2)."""

from urllib.parse import urlsplit

import uvicorn

from api.codec import CodecOptions, build_codec_app
from runtime.settings import Settings
from runtime.starting import started_settings
from workflows.codec import EncryptionCodec, parse_keys

_USUAL_PORTS = {"http": 80, "https": 443}


def options_of(settings: Settings) -> CodecOptions:
    """Who is answered: the Web UI's page, under the names of this machine and the ones that were allowed.

    Raises:
        SystemExit: there are no keys to decrypt with, or no page to answer.
    """
    needed = {"DAYWRIGHT_CODEC_KEYS": settings.codec_keys, "DAYWRIGHT_WEB_UI_URL": settings.web_ui_url}
    missing = [name for name, value in needed.items() if not value]
    if missing or settings.web_ui_url is None:
        raise SystemExit(f"daywright: the codec endpoint needs {' and '.join(missing)}: set what is missing")
    hosts = frozenset(name.strip().lower() for name in settings.allowed_hosts.split(",") if name.strip())
    return CodecOptions(_origin(settings.web_ui_url), hosts)


def _origin(address: str) -> str:
    """What a browser sends as Origin from a page at this address: no port where it is the usual one."""
    page = urlsplit(address)
    usual = page.port == _USUAL_PORTS.get(page.scheme)
    host = f"[{page.hostname}]" if ":" in (page.hostname or "") else page.hostname
    return f"{page.scheme}://{host}" if usual or page.port is None else f"{page.scheme}://{host}:{page.port}"


def main() -> None:
    """Answer until the process is told to end."""
    settings = started_settings()
    options = options_of(settings)
    app = build_codec_app(EncryptionCodec(parse_keys(settings.codec_keys or "")), options)
    # Addresses that were asked for are of no use here, and uvicorn's own form of log would mix with ours.
    uvicorn.run(
        app,
        host=settings.codec_host,
        port=settings.codec_port,
        log_config=None,
        access_log=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()
