"""What ``reflex run`` reloads on; called by ``rxconfig.py`` before Reflex starts its reloader."""

from reflex.utils import exec as server

CONTENT = ("toml", "json")
"""Extensions of content files that Reflex's reloader ignores by default, as if they were data."""


def reload_on_content() -> None:
    """Let ``reflex run`` reload when a content file changes, as it does for code.

    ``tests/browser/test_development.py`` fails where a new version of Reflex ignores files in another way.
    """
    ignored = {rf"^.*\.{extension}$" for extension in CONTENT}
    server.HOTRELOAD_IGNORE_PATTERNS = tuple(each for each in server.HOTRELOAD_IGNORE_PATTERNS if each not in ignored)
