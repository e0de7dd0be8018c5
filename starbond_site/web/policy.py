"""The Content-Security-Policy: what a page of this site may load, and from where."""

import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

_log = logging.getLogger(__name__)
Sources = dict[str, tuple[str, ...]]

PAGE: Sources = {
    "default-src": ("'self'",),
    "script-src": ("'self'",),
    # Emotion and React write style elements and attributes; they can change how a page looks, not what it does.
    "style-src": ("'self'", "'unsafe-inline'"),
    "img-src": ("'self'", "data:"),
    "font-src": ("'self'",),
    "connect-src": ("'self'",),
    "object-src": ("'none'",),
    "frame-src": ("'none'",),
    "base-uri": ("'none'",),
    "form-action": ("'self'",),
    "frame-ancestors": ("'none'",),
}
MESSENGER: Sources = {
    "script-src": ("https://connect.facebook.net",),
    "frame-src": ("https://www.facebook.com", "https://web.facebook.com"),
    "connect-src": ("https://www.facebook.com",),
    "img-src": ("https://www.facebook.com", "https://*.fbcdn.net"),
}
"""What the messenger's chat needs on top, once a visitor has asked for it."""


@dataclass(frozen=True)
class Policy:
    """The policy of one site: the same for every page, and a wider one where the messenger was asked for."""

    script_hashes: tuple[str, ...] = ()
    is_secure: bool = False
    page: str = field(init=False)
    with_messenger: str = field(init=False)

    def __post_init__(self) -> None:
        """Write both policies once."""
        object.__setattr__(self, "page", self._written({}))
        object.__setattr__(self, "with_messenger", self._written(MESSENGER))

    def _written(self, more: Sources) -> str:
        hashes = tuple(f"'{hashed}'" for hashed in self.script_hashes)
        directives = [_directive(name, (*PAGE[name], *more.get(name, ())), hashes) for name in PAGE]
        if self.is_secure:
            directives.append("upgrade-insecure-requests")
        return "; ".join(directives)


def _directive(name: str, sources: Iterable[str], hashes: Iterable[str]) -> str:
    listed = [source for source in sources if source != "'none'"] or ["'none'"]
    if name == "script-src":
        listed.extend(hashes)
    return " ".join((name, *listed))


def reader(file: Path, *, is_secure: bool) -> Callable[[], Policy]:
    """Return what gives the policy with the hashes of ``file``, the JSON list (``["sha256-...", ...]``) of the build.

    It is read when the first page is asked for, since the app is made before the site is built. Until there is a
    file, pages get the policy without hashes: safe, with dead scripts, and an error in the log.
    """
    known: list[Policy] = []

    def read() -> Policy:
        if known:
            return known[0]
        try:
            known.append(Policy(tuple(json.loads(file.read_text("utf-8"))), is_secure))
        except (OSError, ValueError):
            _log.exception("The hashes of the inline scripts cannot be read; scripts will not run")
            return Policy((), is_secure)
        return known[0]

    return read
