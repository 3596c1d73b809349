"""What every process of ours begins with."""

from domain.errors import DaywrightError
from runtime.logging import configure_logging
from runtime.settings import Settings, read_settings


def started_settings() -> Settings:
    """The settings of this process, whose log is set up by them; what is wrong with them ends it with one sentence.

    Raises:
        SystemExit: a setting is missing or has a value that it cannot have; nothing was started.
    """
    try:
        settings = read_settings()
    except DaywrightError as error:
        raise SystemExit(f"daywright: {error}") from None
    configure_logging(settings.log_level, settings.model_secrets())
    return settings
