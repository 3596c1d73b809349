"""Ports of this machine (rule STACK-7)."""

import socket

LOOPBACK = "127.0.0.1"


def usual_or_free(usual: int) -> int:
    """The usual port when nothing listens on it, else one that is free just now."""
    return usual if _is_free(usual) else free_port()


def free_port() -> int:
    """A port that nothing uses just now."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # Without it a port counts as taken for a minute after its last server went.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True
