"""Posts one signed message to one address: within a time limit, without redirects, and not into private networks.

The host is resolved once, its addresses are checked, and the connection goes to one of those that were checked: a name
server cannot answer differently for the check and for the connection. Certificates are verified for the host's name.
"""

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import secrets
import socket
import ssl
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime
from functools import cache

import httpx2

from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time
from starbond_site.shared.hosts import is_loopback

SECONDS = 20
"""Longest time of an attempt, from the name server to the status line."""
CONNECT_SECONDS = 5
MAX_URL_CHARACTERS = 500
NO_WAIT, LONGEST_WAIT = timedelta(), timedelta(hours=1)
PREFIX = "whsec_"
SECRET_BYTES = 32
_NOT_PUBLIC = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
            "198.51.100.0/24", "203.0.113.0/24",
            "224.0.0.0/3", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
        ),
    )
)  # fmt: skip
"""IANA's registries of special addresses; `ipaddress` knows all of them since Python 3.11.10. Some lead to an IPv4
address that they hold, such as 6to4."""
_UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is of the internet: neither NAT64, nor IPv4-compatible, nor site-local addresses."""


class SendingFailed(Exception):  # noqa: N818  an expected answer: its text goes into the log and to the operator
    """The receiver has not confirmed; the message says why, without anything that the receiver wrote."""

    def __init__(self, problem: str, *, is_gone: bool = False, wait: timedelta = NO_WAIT) -> None:
        """Take what was wrong.

        Args:
            is_gone: whether the receiver wants no more messages (410).
            wait: for how long it asks not to be asked again (``Retry-After``).
        """
        super().__init__(problem)
        self.is_gone, self.wait = is_gone, wait


def checked(url: str, *, is_private: bool) -> str:
    """Return the address of a webhook as it is requested.

    Raises:
        Refusal: it is no such address.
    """
    try:
        parts = httpx2.URL(url.strip())
    except httpx2.InvalidURL as error:
        raise Refusal("webhook_address_invalid") from error
    if parts.userinfo or parts.fragment or not parts.host or len(str(parts)) > MAX_URL_CHARACTERS:
        raise Refusal("webhook_address_parts", limit=MAX_URL_CHARACTERS)
    # A name server may lead another name below localhost anywhere.
    is_here = parts.host == "localhost" or is_loopback(parts.host)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_private and is_here):
        raise Refusal("webhook_address_plain")
    if not is_private and _is_private_literal(parts.host):
        raise Refusal("webhook_address_private")
    return str(parts)


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed(valid: Iterable[str], message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers of a message, as Standard Webhooks has them: HMAC-SHA256 over id, time and body, by secret."""
    keys = (base64.b64decode(secret.removeprefix(PREFIX)) for secret in valid)
    digests = (hmac.digest(key, f"{message}.{timestamp}.".encode() + body, hashlib.sha256) for key in keys)
    signature = " ".join(f"v1,{base64.b64encode(digest).decode()}" for digest in digests)
    return {"webhook-id": message, "webhook-timestamp": str(timestamp), "webhook-signature": signature}


def post(url: str, headers: Mapping[str, str], body: bytes, *, is_private: bool) -> int:
    """Post a body and return the status, which is 2xx; blocks for at most `SECONDS`.

    Raises:
        SendingFailed: it was not confirmed; whether it arrived is not known.
    """
    try:
        # The limits of httpx2 are for single reads; a receiver that sends a byte now and then would never end.
        asking = _answer(httpx2.URL(url), headers, body, is_private=is_private)
        status, later = asyncio.run(asyncio.wait_for(asking, SECONDS))
    except TimeoutError as error:
        raise SendingFailed(f"no answer within {SECONDS} seconds") from error
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise SendingFailed(_cause(error)) from error
    if not 200 <= status < 300:
        raise SendingFailed(f"answered with status {status}", is_gone=status == 410, wait=waited(later))
    return status


def waited(later: str) -> timedelta:
    """Return how long ``Retry-After`` (RFC 9110, section 10.2.3) asks to wait, an hour at the most."""
    if later.isdecimal():
        return timedelta(seconds=min(int(later[:9]), LONGEST_WAIT.total_seconds()))
    try:
        moment = parsedate_to_datetime(later).astimezone(UTC)
    except (OverflowError, ValueError):
        return NO_WAIT
    return min(max(moment - local_time.now(), NO_WAIT), LONGEST_WAIT)


async def _answer(url: httpx2.URL, headers: Mapping[str, str], body: bytes, *, is_private: bool) -> tuple[int, str]:
    """Try the addresses of the host in turn; return status and ``Retry-After`` of the first that connects."""
    host, addresses = url.raw_host.decode(), await _resolved(url)
    if not is_private:
        addresses = [address for address in addresses if is_public(address)]
    if not addresses:
        raise SendingFailed("the host has no public address")
    asked = {**headers, "Host": url.netloc.decode(), "Content-Type": "application/json", "User-Agent": "starbond"}
    async with httpx2.AsyncClient(
        verify=_certificates(), trust_env=False, timeout=httpx2.Timeout(SECONDS, connect=CONNECT_SECONDS)
    ) as client:
        for address in addresses:
            request = client.build_request(
                "POST", url.copy_with(host=address), content=body, headers=asked, extensions={"sni_hostname": host}
            )
            try:
                # The body of the answer is not read: nothing in it counts.
                response = await client.send(request, stream=True, follow_redirects=False)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if address == addresses[-1]:
                    raise
                continue
            await response.aclose()
            return response.status_code, response.headers.get("retry-after", "")
    raise AssertionError


async def _resolved(url: httpx2.URL) -> list[str]:
    port = url.port or (443 if url.scheme == "https" else 80)
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(url.raw_host.decode(), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the internet: not of this machine, a private network or a group."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return not any(parsed in network for network in _NOT_PUBLIC) and (parsed.version == 4 or parsed in _UNICAST)


def _is_private_literal(host: str) -> bool:
    """Return whether a host is written as an address that is not public; names are checked when they are resolved."""
    if host.rstrip(".").rpartition(".")[2] == "localhost":
        return True
    with suppress(ValueError):
        return not is_public(host)
    # As systems read numbers: 2130706433, 127.1 and 0x7f.1 are addresses, too.
    with suppress(OSError):
        return not is_public(socket.inet_ntoa(socket.inet_aton(host)))
    return False


@cache
def _certificates() -> ssl.SSLContext:
    """Return the context that verifies certificates: reading the authorities takes 30 ms."""
    return ssl.create_default_context()


def _cause(error: Exception) -> str:
    if isinstance(error, socket.gaierror):
        return "the host is not known to the name server"
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return "its certificate is not valid"
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
        return "it does not accept connections"
    return f"the connection was lost ({type(error).__name__})"
