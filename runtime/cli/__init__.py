"""The command line."""

import os
import sys


def main() -> None:
    """Entry point of ``daywright``; the commands load while Ctrl-C is already understood."""
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        _open_if_closed(name, descriptor)
        # A terminal that cannot show a character gets a replacement for it, not an error.
        getattr(sys, name).reconfigure(errors="replace")
    try:
        from runtime.cli.commands import app

        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except OSError as error:
        # Commands tell what they cannot read or reach; what is left is the output itself.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise SystemExit(f"daywright: the output cannot be written ({error.strerror}): give it another place") from None
    except Exception as error:
        _told(error)
        raise


def _told(error: Exception) -> None:
    """End with one sentence for an error that a command found out before it was run; any other is a mistake of ours."""
    from domain.errors import DaywrightError
    from runtime.cli.running import tell_error

    if isinstance(error, DaywrightError):
        tell_error(error)
        raise SystemExit(1) from None


def _open_if_closed(name: str, descriptor: int) -> None:
    """A command whose output was closed beforehand does its work all the same."""
    if getattr(sys, name) is None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
        setattr(sys, name, os.fdopen(descriptor, "w"))
