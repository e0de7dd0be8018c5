"""What Vite bundles for browsers: small modules in the place of large libraries, and chunks of what pages share.

Modules stand in for universal-cookie, mergician, Emotion and socket.io-client, and for lodash.mergewith: Reflex's code
and this site's use next to nothing of these libraries. Code in ``node_modules`` keeps the real ones. Of Socket.IO's
client Reflex uses one websocket, and reconnects by itself (``javascript/socket_client.js``).

Reflex can evaluate code that the server sends, which the policy of this site forbids. What it keeps ready for such code
is left out, and its calls of ``eval`` are indirect, so that names around them can be shortened.

What half of the pages need is one chunk, and React's renderer is another, which is evaluated by itself. Vite makes a
chunk for each set of pages that share a module: one page that needs less than all others, as the desk does, would
divide what they share, and small files compress worse (https://rolldown.rs, ``codeSplitting``).
"""

import re

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.reflex_adapter.build.step import STATE, VITE, BuildError, replace_once

ROOT = "app/root.jsx"
MODULES = ("cookies.js", "merge.js", "merge_into.js", "create_element.js", "socket_client.js")
GLOBALS = re.compile(r"  useEffect\(\(\) => \{\n[^\n]*\n    window\.__reflex = \{[^}]*\};\n  \}, \[\]\);\n")
"""Every module of Reflex under a global name, which keeps all of them in the bundle."""
EVALUATED = re.compile(r"\beval\(")
CALLS = {
    "mergician(": ("mergician(injected, own)",),
    "cookies.": (
        "cookies.get(cookie_name, { doNotParse: true })",
        "cookies.set(cookie_name, value, cookie_options)",
        "cookies.remove(event.payload.key, { ...event.payload.options })",
    ),
}
"""Every call that the modules answer, as it stands in Reflex's code."""
GROUPS = "          groups: [\n"


def check_calls(code: str) -> str:
    """Return Reflex's ``state.js`` with indirect calls of ``eval``.

    Raises:
        BuildError: it calls the libraries in a way that the modules were not made for, or nothing evaluates any more.
    """
    for prefix, calls in CALLS.items():
        if code.count(prefix) != sum(code.count(call) for call in calls):
            raise BuildError(f"{STATE} has new calls of {prefix.rstrip('.(')}; see the step module_aliases")
    code, evaluated = EVALUATED.subn("(0, eval)(", code)
    if not evaluated:
        raise BuildError(f"{STATE} evaluates nothing any more; see the step module_aliases")
    return code


def without_globals(code: str) -> str:
    """Return Reflex's ``root.jsx`` without its modules under a global name.

    Raises:
        BuildError: they are not there, or more than once.
    """
    found = GLOBALS.search(code)
    return replace_once(code, found[0] if found else "window.__reflex = {", "", ROOT)


def with_shared_chunk(config: str) -> str:
    """Return Vite's configuration with both chunks."""
    pages = sum(len(content.read(language).paths) for language in LANGUAGES)
    renderer = '{ name: "react-dom", test: /node_modules.react-dom/ }'
    shared = f'{{ name: "shared", minShareCount: {pages // 2} }}'
    return replace_once(config, GROUPS, f"{GROUPS}            {renderer}, {shared},\n", VITE)
