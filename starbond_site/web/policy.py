"""The Content-Security-Policy (W3C CSP Level 3): what a page of this site may load, and from where."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from starbond_site import logs

_log = logs.get_logger(__name__)
DIRECTIVES: Mapping[str, tuple[str, ...]] = {
    "default-src": ("'self'",),
    "script-src": ("'self'",),
    # Emotion and React write style elements and attributes; they can change how a page looks, not what it does.
    "style-src": ("'self'", "'unsafe-inline'"),
    "img-src": ("'self'", "data:"),
    "font-src": ("'self'",),
    "connect-src": ("'self'",),
    "worker-src": ("'self'",),
    "manifest-src": ("'self'",),
    "object-src": ("'none'",),
    "frame-src": ("'none'",),
    "base-uri": ("'none'",),
    "form-action": ("'self'",),
    "frame-ancestors": ("'none'",),
}


def page_policy(script_hashes: Iterable[str] = (), *, is_secure: bool = False) -> str:
    scripts = (*DIRECTIVES["script-src"], *(f"'{hashed}'" for hashed in script_hashes))
    sources = dict(DIRECTIVES) | {"script-src": scripts}
    directives = [" ".join((name, *listed)) for name, listed in sources.items()]
    if is_secure:
        directives.append("upgrade-insecure-requests")
    return "; ".join(directives)


def read(file: Path, *, is_secure: bool) -> str:
    """Return the policy with the hashes of a file.

    Where the file is missing, which is an error in the log, the policy has no hashes and blocks inline scripts.
    """
    try:
        return page_policy(json.loads(file.read_text("utf-8")), is_secure=is_secure)
    except (OSError, ValueError):
        _log.exception("script_hashes_not_read", consequence="scripts will not run")
        return page_policy(is_secure=is_secure)
