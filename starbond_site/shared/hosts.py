"""Hosts: which are IP addresses, and which are this machine."""

import ipaddress


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address that a host is, that of IPv4 where IPv6 has one (RFC 4291, 2.5.5.2); None for a name."""
    try:
        parsed = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def is_loopback(host: str) -> bool:
    address = address_of(host)
    return address is not None and address.is_loopback


def is_local(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost") or is_loopback(host)
