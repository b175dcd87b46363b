"""How other people reach a server: the address to put into an invitation, and the command that lets them in."""

from __future__ import annotations

import socket
from ipaddress import ip_address

from garrison.play.server.wire.arrival_messages import ReachView
from garrison.play.server.wire.settings import LOCAL_NAMES, Settings

EVERYWHERE = ("0.0.0.0", "::", "")
COMMAND = "garrison --host 0.0.0.0"
# Addresses that are reserved for documentation: nothing is sent there. The system only says which way it would go.
FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def reach(settings: Settings) -> ReachView:
    """Where others find a server with these settings."""
    return ReachView(next(iter(settings.origins), ""), COMMAND)


def own_origins(host: str, port: int) -> tuple[str, ...]:
    """The origins under which others reach a server that listens on `host`; none if only its own machine can.

    >>> own_origins("192.168.1.20", 8000), own_origins("127.0.0.1", 8000)
    (('http://192.168.1.20:8000',), ())
    """
    names = own_addresses() if host in EVERYWHERE else [host]
    return tuple(f"http://{_written(name)}:{port}" for name in names if not is_local(name))


def is_local(name: str) -> bool:
    """Whether only this machine can use a name."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name in LOCAL_NAMES


def _written(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def own_addresses() -> list[str]:
    """This machine's addresses in the networks it is connected to."""
    addresses = []
    for family, target in FAR_AWAY.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                addresses.append(str(probe.getsockname()[0]))
        except OSError:
            continue  # no network of this kind
    return addresses
