"""The Content-Security-Policy (W3C CSP Level 3): what a page of this site may load, and from where."""

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

_log = logging.getLogger(__name__)
DIRECTIVES: Mapping[str, tuple[str, ...]] = {
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


def page_policy(script_hashes: Iterable[str] = (), *, is_secure: bool = False) -> str:
    """Return the policy of every page.

    Args:
        script_hashes: of the inline scripts, such as ``sha256-...``.
        is_secure: whether the public address is https.
    """
    scripts = (*DIRECTIVES["script-src"], *(f"'{hashed}'" for hashed in script_hashes))
    sources = dict(DIRECTIVES) | {"script-src": scripts}
    directives = [" ".join((name, *listed)) for name, listed in sources.items()]
    if is_secure:
        directives.append("upgrade-insecure-requests")
    return "; ".join(directives)


def reader(file: Path, *, is_secure: bool) -> Callable[[], str]:
    """Return a function that returns the policy with the hashes of a file.

    The file is read for the first page, since the app is created before the site is built. As long as it is missing,
    pages get a policy without hashes, which blocks their inline scripts, and the log has an error.

    Args:
        file: JSON list of hashes that the build writes.
        is_secure: whether the public address is https.
    """
    known: list[str] = []

    def read() -> str:
        if known:
            return known[0]
        try:
            known.append(page_policy(json.loads(file.read_text("utf-8")), is_secure=is_secure))
        except (OSError, ValueError):
            _log.exception("The hashes of the inline scripts cannot be read; scripts will not run")
            return page_policy(is_secure=is_secure)
        return known[0]

    return read
