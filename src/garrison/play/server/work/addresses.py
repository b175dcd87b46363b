"""The addresses that requests come from, as far as limits depend on them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address, ip_network

PRIVATE = [
    ip_network(one)
    for one in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
        *("::/64", "fc00::/7", "fe80::/10"),  # the first is this machine's own, ::1
    )
]


def network_of(address: str) -> str:
    """What limits apply to: an IPv4 address, or the /64 network that a household gets in IPv6.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2:3:4"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        ip = ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return address[:64]
    if ip.version == 4:
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(ip_network((ip, 64), strict=False))


@lru_cache(4096)
def is_private(network: str) -> bool:
    """Whether what limits apply to is in a private network, or is this machine.

    >>> [is_private(one) for one in ("192.168.1.5", "fd00::/64", "203.0.113.5", "2001:db8::/64", "a socket")]
    [True, True, False, False, False]
    """
    try:
        own = ip_network(network)
    except ValueError:
        return False
    return any(own.version == one.version and own.subnet_of(one) for one in PRIVATE)  # type: ignore[arg-type]
