"""Scripts that differ from page to page move into files, so that the Content-Security-Policy is the same everywhere.

React Router writes the names of a page's modules into an inline script. A policy would need its hash, on each of some
70 pages another; a file of the site's own is allowed by ``'self'``.
"""

import base64
import hashlib
import json
import re
from pathlib import Path

from starbond_site.reflex_adapter.build.step import BuildError, html_files
from starbond_site.reflex_adapter.serving import SCRIPT_HASHES

MODULE = re.compile(r'<script type="module" async="">(?P<code>import [^<]*)</script>')
INLINE = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL)
TYPE = re.compile(r'\stype="([^"]*)"')
EXECUTED = ("", "module", "text/javascript", "speculationrules")
"""Types that the policy applies to; data blocks such as JSON-LD need no hash."""
AT_MOST = 16
"""Every page names all hashes in its headers; more of them means an inline script that differs from page to page."""


def external_script(html: str, file: Path, static_dir: Path) -> str:
    """Return a page that loads its module script from a file in ``assets/``, and write that file.

    Raises:
        BuildError: the page has no module script or several.
    """
    found = MODULE.findall(html)
    if len(found) != 1:
        raise BuildError(f"{file.name} has {len(found)} module scripts, 1 was expected; see build/page_scripts.py")
    [code] = found
    address = f"/assets/page-{hashlib.sha256(code.encode()).hexdigest()[:8]}.js"
    (static_dir / address[1:]).write_text(code, "utf-8")
    # Without `async`, which would make it a resource that React looks for elsewhere at hydration.
    return MODULE.sub(f'<script type="module" src="{address}"></script>', html)


def hashes(html: str) -> set[str]:
    """Return the hash of every inline script of a page (CSP Level 3, section 2.3.1)."""
    found = set()
    for attributes, code in INLINE.findall(html):
        kind = TYPE.search(attributes)
        if "src=" not in attributes and (kind[1] if kind else "") in EXECUTED:
            found.add("sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode())
    return found


def write_hashes(static_dir: Path) -> None:
    """Write the hashes of all pages beside the built site, out of reach of visitors, for ``web/headers.py``.

    Runs last: whatever changed a page afterwards would change what was hashed.

    Raises:
        BuildError: there are no inline scripts or far too many.
    """
    found = sorted({each for file in html_files(static_dir) for each in hashes(file.read_text("utf-8"))})
    if not 0 < len(found) <= AT_MOST:
        raise BuildError(f"{len(found)} different inline scripts; 1 to {AT_MOST} were expected")
    (static_dir.parent.parent / SCRIPT_HASHES.name).write_text(json.dumps(found, indent=1), "utf-8")
