"""Scripts are loaded when the first view is painted and its picture is there, or as soon as somebody uses the page.

Until then network and processor belong to what the reader sees, and links, menus and forms with an address work as
they do without scripts. Clicks on other buttons, and other forms that were sent, are repeated after hydration, which
the error boundary around every page announces by the event ``hydrated``. A page that the browser prerenders
(https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API) waits until somebody goes there.

Every chunk is evaluated in a task of its own, the entry of React Router last: in one task they block a slow phone.

A file that does not come is asked for three times more. Firefox 153 never asks again for a module that was answered
with an error, nor for one whose import was; Chromium 156 and WebKit 2.50 do. So `fetch` brings every file into the
cache, and none is imported before. Where one fails for good, or 20 seconds have passed, the page goes on as without
scripts (`pages.layout`): what CSS has for ``scripting: none`` applies, no click is kept, and the notice has a
button to load the page anew. Should the connection or the files come back, it is hydrated all the same.

The link to the web app manifest is left out, since browsers would ask for the file before the first picture has
arrived (80 ms of simulated largest paint on the home page); React adds at hydration what the head lacks.
"""

import re
from functools import cache
from pathlib import Path

from starbond_site.reflex_adapter.build.step import JAVASCRIPT, BuildError, bundled

SCRIPT = re.compile(r'<script type="module" src="(?P<page>/assets/page-[^"]+)"></script>')
PRELOAD = 'rel="modulepreload"'
ENTRY = ' href="/assets/entry.client-'
"""Follows the first `PRELOAD`."""
MANIFEST = re.compile(r'<link [^>]*rel="manifest"[^>]*/>')


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
        raise BuildError(f"{file.name} loads its scripts in another way; see build/deferred_hydration.py")
    return MANIFEST.sub("", html).replace(PRELOAD, 'rel="deferred"')
