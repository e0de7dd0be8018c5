"""Small modules in the place of universal-cookie, mergician, Emotion and socket.io-client, and of lodash.mergewith.

Reflex's code and this site's use next to nothing of these libraries. Code in ``node_modules`` keeps the real ones. Of
Socket.IO's client Reflex uses one websocket, and reconnects by itself (``javascript/socket_client.js``).

Reflex can evaluate code that the server sends, which the policy of this site forbids. What it keeps ready for such code
is left out, and its calls of ``eval`` are indirect, so that names around them can be shortened.
"""

import re

from starbond_site.reflex_adapter.build.step import STATE, BuildError, replace_once

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


def check_calls(code: str) -> str:
    """Return Reflex's ``state.js`` with indirect calls of ``eval``.

    Raises:
        BuildError: it calls the libraries in a way that the modules were not made for, or nothing evaluates any more.
    """
    for prefix, calls in CALLS.items():
        if code.count(prefix) != sum(code.count(call) for call in calls):
            raise BuildError(f"{STATE} has new calls of {prefix.rstrip('.(')}; see build/module_aliases.py")
    code, evaluated = EVALUATED.subn("(0, eval)(", code)
    if not evaluated:
        raise BuildError(f"{STATE} evaluates nothing any more; see build/module_aliases.py")
    return code


def without_globals(code: str) -> str:
    """Return Reflex's ``root.jsx`` without its modules under a global name.

    Raises:
        BuildError: they are not there, or more than once.
    """
    found = GLOBALS.search(code)
    return replace_once(code, found[0] if found else "window.__reflex = {", "", ROOT)
