"""The command line."""

import sys


def main() -> None:
    """Entry point of ``daywright``; the commands load while Ctrl-C is already understood."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a replacement for it, not an error.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        from runtime.cli.commands import app

        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
