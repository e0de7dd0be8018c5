"""Small modules in the place of universal-cookie, mergician and Emotion, and of lodash.mergewith on pages with forms.

Reflex's code and this site's use next to nothing of these libraries. Code in ``node_modules`` keeps the real ones.
"""

from starbond_site.reflex_adapter.build.step import BuildError

STATE = "utils/state.js"
MODULES = ("cookies.js", "merge.js", "merge_into.js", "create_element.js")
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
    """Return Reflex's ``state.js`` as it is.

    Raises:
        BuildError: it calls the libraries in a way that the modules were not made for.

    """
    for prefix, calls in CALLS.items():
        if code.count(prefix) != sum(code.count(call) for call in calls):
            message = f"{STATE} has new calls of {prefix.rstrip('.(')}; see build/module_aliases.py"
            raise BuildError(message)
    return code
