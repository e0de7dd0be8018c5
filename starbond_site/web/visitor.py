"""Who asks: the few facts of a request or a websocket that rights and limits are decided by."""

import ipaddress
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any

FORWARDING_HEADERS = frozenset(
    {
        "forwarded",
        "via",
        "x-forwarded-for",
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-forwarded-port",
        "x-forwarded-server",
        "x-real-ip",
        "x-client-ip",
        "x-cluster-client-ip",
        "true-client-ip",
        "cf-connecting-ip",
        "cf-ray",
        "fastly-client-ip",
    }
)
"""Any of these means that the request came through a proxy, whatever its peer address says."""


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """The other end of a connection.

    ``peer`` is the address the connection comes from, ``address`` the one that limits and the audit name: the
    same, unless trusted reverse proxies stand between. ``headers`` has lower-case names.
    """

    peer: str = ""
    address: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_scope(cls, scope: Mapping[str, Any], proxy_hops: int = 0) -> "Visitor":
        """Read an ASGI scope; ``proxy_hops`` is the number of trusted reverse proxies (REFLEX_TRUSTED_PROXY_HOPS)."""
        headers = joined(scope.get("headers", ()))
        client = scope.get("client")
        peer = client[0] if client else ""
        return cls(peer=peer, address=_address(peer, headers, proxy_hops), headers=headers)

    @classmethod
    def of_router(cls, headers: Mapping[str, str], client_ip: str) -> "Visitor":
        """Read what Reflex gives an event handler: ``self.router.headers.raw_headers`` and ``session.client_ip``."""
        return cls(peer=headers.get("asgi-scope-client", ""), address=client_ip, headers=headers)

    @property
    def is_local(self) -> bool:
        """Whether this is a direct request from this machine (decisions.md, "Who may publish")."""
        return (
            is_loopback(self.peer)
            and is_local_host(host_name(self.headers.get("host", "")))
            and not FORWARDING_HEADERS.intersection(self.headers)
        )

    def cookie(self, name: str) -> str:
        """Return the value of a cookie, or an empty string."""
        jar: SimpleCookie = SimpleCookie()
        for part in self.headers.get("cookie", "").split(";"):
            if part.strip().startswith(f"{name}="):
                try:
                    jar.load(part.strip())
                except CookieError:
                    return ""
        return jar[name].value if name in jar else ""


def joined(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return ASGI headers by lower-case name; repeated ones are joined as HTTP says (cookies by semicolons)."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        if name in headers:
            value = headers[name] + ("; " if name == "cookie" else ", ") + value
        headers[name] = value
    return headers


def host_name(host: str) -> str:
    """Return the name in a ``Host`` header: without port and brackets, in lower case."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def is_loopback(address: str) -> bool:
    """Return whether an IP address is this machine's own."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        return parsed.ipv4_mapped.is_loopback
    return parsed.is_loopback


def is_local_host(name: str) -> bool:
    """Return whether a host name can only mean this machine."""
    return name == "localhost" or name.endswith(".localhost") or is_loopback(name)


def _address(peer: str, headers: Mapping[str, str], proxy_hops: int) -> str:
    """Return the visitor's address, counting from the right as Reflex's ``trusted_proxy_hops`` does."""
    if proxy_hops <= 0:
        return peer
    forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
    return forwarded[-proxy_hops] if len(forwarded) >= proxy_hops else peer
