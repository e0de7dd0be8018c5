"""The visitor of a request or a websocket, as rights and limits see them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starbond_site.content.addresses import Language, language_of_address
from starbond_site.shared.hosts import address_of, is_local, is_loopback

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
"""Any of these means that the request came through a proxy, whatever the address of its peer."""


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """The other end of a connection.

    ``peer`` is the address that the connection comes from, ``address`` the one that limits and the audit use: the same,
    unless there are trusted reverse proxies. ``headers`` has names in lower case.
    """

    peer: str = ""
    address: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_scope(cls, scope: Mapping[str, Any], proxy_hops: int = 0) -> "Visitor":
        headers = joined(scope.get("headers", ()))
        client = scope.get("client")
        peer = client[0] if client else ""
        return cls(peer=peer, address=_address(peer, headers, proxy_hops), headers=headers)

    @property
    def is_local(self) -> bool:
        """Whether this is a direct request from this machine (docs/requirements.md, "Who may publish")."""
        return (
            is_loopback(self.peer)
            and is_local(host_name(self.headers.get("host", "")))
            and not FORWARDING_HEADERS.intersection(self.headers)
        )

    def cookie(self, name: str) -> str:
        return cookie_of(self.headers.get("cookie", ""), name)

    @property
    def page_language(self) -> Language:
        return language_of_address(self.headers.get("referer", ""))


def joined(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return ASGI headers by lower-case name; repeated ones are joined (RFC 9110, section 5.3)."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        if name in headers:
            value = headers[name] + ("; " if name == "cookie" else ", ") + value
        headers[name] = value
    return headers


def cookie_of(header: str, name: str) -> str:
    """Return the value of a cookie of this site, or an empty string.

    Its own cookies are never quoted. Python's parser unquotes every value, before 3.11.10 in the square of its length
    (CVE-2024-7592).
    """
    pairs = (part.partition("=") for part in header.split(";"))
    return {key.strip(): value.strip() for key, _, value in pairs}.get(name, "")


def host_name(host: str) -> str:
    """Return the name in a ``Host`` header: without port and brackets, in lower case."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def _address(peer: str, headers: Mapping[str, str], proxy_hops: int) -> str:
    """Return the visitor's address: counted from the right, as Reflex's ``trusted_proxy_hops`` does."""
    if proxy_hops <= 0:
        return peer
    forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
    return _without_port(forwarded[-proxy_hops]) or peer if len(forwarded) >= proxy_hops else peer


def _without_port(text: str) -> str:
    """Return the IP address that a proxy wrote, some with a port (``192.0.2.1:1234``, ``[2001:db8::1]:1234``).

    Anything else is an empty string: a made-up text could otherwise be another address for every request.
    """
    candidates = (text, text.partition("]")[0].removeprefix("["), text.partition(":")[0])
    return next((str(found) for found in map(address_of, candidates) if found), "")
