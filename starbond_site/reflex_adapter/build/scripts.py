"""The scripts of a page: none of React Router, files where pages differ, and loaded after the first view.

**Plain navigation.** Every page is a document of its own, and a link is a link: React Router stays out of the bundle
for browsers. It serves loaders, actions, parameters, nested routes and lazy discovery; this site has pages and links.
It still prerenders the pages, and ``make dev`` runs it as Reflex does. In production the browser navigates, and
prerenders the page that a visitor is about to open
(https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API; browsers that do not know it load the page on the
click). Reflex's files get what they import from React Router from ``javascript/page_runtime.js``; a name that is
missing there fails the build.

**Files.** React Router writes the names of a page's modules into an inline script. A Content-Security-Policy would need
its hash, on each of some 70 pages another; a file of the site's own is allowed by ``'self'`` everywhere.

**Deferred hydration.** Scripts are loaded when the first view is painted and its picture is there, or as soon as
somebody uses the page. Until then network and processor belong to what the reader sees, and links, menus and forms with
an address work as they do without scripts. Clicks on other buttons, and other forms that were sent, are repeated after
hydration, which the error boundary around every page announces by the event ``hydrated``. A page that the browser
prerenders waits until somebody goes there.

Every chunk is evaluated in a task of its own, the entry of React Router last: in one task they block a slow phone.

A file that does not come is asked for three times more. Firefox 153 never asks again for a module that was answered
with an error, nor for one whose import was; Chromium 156 and WebKit 2.50 do. So `fetch` brings every file into the
cache, and none is imported before. Where one fails for good, or 20 seconds have passed, the page goes on as without
scripts (`pages.layout`): what CSS has for ``scripting: none`` applies, no click is kept, and the notice has a
button to load the page anew. Should the connection or the files come back, it is hydrated all the same.

The link to the web app manifest is left out, since browsers would ask for the file before the first picture has
arrived (80 ms of simulated largest paint on the home page); React adds at hydration what the head lacks.
"""

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path

from starbond_site.reflex_adapter.build.step import JAVASCRIPT, BuildError, bundled, html_files
from starbond_site.reflex_adapter.serving import SCRIPT_HASHES

MANIFEST = re.compile(r'import "(?P<file>/assets/manifest-[^"]+\.js)";\n?')
"""React Router's list of all pages, which only its own router reads."""
UNKNOWN = ("hasAction", "hasLoader", "hasClientAction", "hasClientLoader", "hasClientMiddleware", "css")
"""Features of React Router that the runtime lacks."""
INERT = re.compile(r"<script>(?:\(\(storageKey, restoreKey\)|window\.__reactRouterContext)[^<]*</script>")
"""React Router's scroll restoration, which browsers do themselves, and results of loaders, of which there are none."""
NOT_PRERENDERED = (
    "a[target=_blank], a[data-language], a[href*='/files/'], a[href*='/UploadFiles'], a[href*='/prospectus']"
)
RULES = {
    "prerender": [
        {
            "where": {"and": [{"href_matches": "/*"}, {"not": {"selector_matches": NOT_PRERENDERED}}]},
            "eagerness": "moderate",
        }
    ]
}
_CODE = r"<script[^>]*>(?:(?!</script>).)*</script>"
STREAM = re.compile(
    r'<!--\$\?--><template id="B:0"></template><!--/\$-->' + _CODE + r'<div hidden id="S:0"><!--\$\?-->'
    r'<template id="B:1"></template><!--/\$--></div>' + _CODE + r'<div hidden id="S:1"></div>' + _CODE + "(?=</body>)",
    re.DOTALL,
)
"""What React Router streams to its own router at the end of a page, which is nothing, and the code that receives it."""
SPECULATION = f'<script type="speculationrules">{json.dumps(RULES, separators=(",", ":"))}</script>'

MODULE = re.compile(r'<script type="module" async="">(?P<code>import [^<]*)</script>')
INLINE = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL)
TYPE = re.compile(r'\stype="([^"]*)"')
EXECUTED = ("", "module", "text/javascript", "speculationrules")
"""Types that the policy applies to; data blocks such as JSON-LD need no hash."""
AT_MOST = 16
"""Every page names all hashes in its headers; more of them means an inline script that differs from page to page."""

SCRIPT = re.compile(r'<script type="module" src="(?P<page>/assets/page-[^"]+)"></script>')
PRELOAD = 'rel="modulepreload"'
ENTRY = ' href="/assets/entry.client-'
"""Follows the first `PRELOAD`."""
WEB_MANIFEST = re.compile(r'<link [^>]*rel="manifest"[^>]*/>')


def as_document(html: str, file: Path, static_dir: Path) -> str:
    """Return a page without the list of all pages, and with the rules for the likely next one.

    Raises:
        BuildError: the list is loaded in another way, or a page needs more than the runtime has.
    """
    found = MANIFEST.findall(html)
    if len(found) != 1:
        raise BuildError(f"{file.name} loads React Router's manifest in another way; see the step plain_navigation")
    _check_routes((static_dir / found[0][1:]).read_text("utf-8"))
    html = STREAM.sub("", MANIFEST.sub("", INERT.sub("", html)))
    html = re.sub(rf'<link rel="modulepreload"[^>]*href="{re.escape(found[0])}"[^>]*>', "", html)
    return html.replace("</head>", SPECULATION + "</head>", 1)


def _check_routes(manifest: str) -> None:
    routes = json.loads(manifest[manifest.index("{") : manifest.rindex("}") + 1])["routes"]
    for name, route in routes.items():
        needs = [each for each in UNKNOWN if route.get(each)]
        if ":" in route.get("path", "") or needs:
            raise BuildError(f"{name} needs {', '.join(needs) or 'parameters'}, which page_runtime.js does not have")


def external_script(html: str, file: Path, static_dir: Path) -> str:
    """Return a page that loads its module script from a file in ``assets/``, and write that file.

    Raises:
        BuildError: the page has no module script or several.
    """
    found = MODULE.findall(html)
    if len(found) != 1:
        raise BuildError(f"{file.name} has {len(found)} module scripts, 1 was expected; see the step page_scripts")
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


@cache
def _code() -> str:
    return bundled(JAVASCRIPT / "deferred_hydration.js", "esm").strip()


def deferred(html: str, file: Path, _static_dir: Path) -> str:
    """Return a page in which one inline script, the same on every page, loads the page's own.

    Raises:
        BuildError: the page loads its scripts in another way.
    """
    html, scripts = SCRIPT.subn(
        lambda found: f'<script type="module" data-page="{found["page"]}">{_code()}</script>', html
    )
    if scripts != 1 or not html.partition(PRELOAD)[2].startswith(ENTRY):
        raise BuildError(f"{file.name} loads its scripts in another way; see the step deferred_hydration")
    return WEB_MANIFEST.sub("", html).replace(PRELOAD, 'rel="deferred"')
