"""Every page is a document of its own, and a link is a link: React Router stays out of the bundle for browsers.

React Router serves loaders, actions, parameters, nested routes and lazy discovery; this site has pages and links. It
still prerenders the pages, and ``make dev`` runs it as Reflex does. In production the browser navigates, and prerenders
the page that a visitor is about to open (https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API; browsers
that do not know it load the page on the click). Reflex's files get what they import from React Router from
``javascript/page_runtime.js``; a name that is missing there fails the build.
"""

import json
import re
from pathlib import Path

from starbond_site.reflex_adapter.build.step import BuildError

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


def as_document(html: str, file: Path, static_dir: Path) -> str:
    """Return a page without the list of all pages, and with the rules for the likely next one.

    Raises:
        BuildError: the list is loaded in another way, or a page needs more than the runtime has.
    """
    found = MANIFEST.findall(html)
    if len(found) != 1:
        raise BuildError(f"{file.name} loads React Router's manifest in another way; see build/plain_navigation.py")
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
