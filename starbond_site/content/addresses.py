"""Addresses by language."""

from starbond_site.content.models import LANGUAGES, Language

UPLOAD_PAGES = ("/UploadFiles", "/prospectus")
"""Pages that publish: linked from nowhere, kept out of the sitemap and of search engines."""
DOCUMENT_FRAME = "/documents"
"""What the page of every document is written into; by itself it leads to the lists."""
DESK = "/desk"
"""What every page of the secretary's desk is written into; linked from nowhere, like the upload pages."""
COMPARE = "/compare"
"""Products side by side."""
RESERVED = frozenset(
    {
        *LANGUAGES,
        # Routes of `web.site`.
        *("alerts", "api", "calendar", "desk", "documents", "feeds", "files", "live", "newsletter"),
        # Routes and files of Reflex; it also writes the page of unknown addresses to ``/404`` and removes that folder.
        *("404", "assets", "auth-codespace", "external", "ping"),
        # Folders of ``assets/``.
        *("fonts", "marks", "pictures", "social"),
    }
)
"""First segments of addresses that are not those of content, in small letters. A test compares them with the routes."""
OWN_PAGES = frozenset({"/404", "/alerts", "/calendar", DESK, DOCUMENT_FRAME})
"""Pages with a template of their own that stand there nevertheless; ``pages.toml`` names them."""
TAKEN = frozenset({"/index", "/home", "/every-page"})
"""Further addresses: Reflex's name of the home page, and names in ``social/`` that do not stand for such a page."""
UNSEARCHED = frozenset({"/404", "/underConstruction", DOCUMENT_FRAME, DESK, *UPLOAD_PAGES})
"""Pages that the header's search does not find."""


def localized(path: str, language: Language) -> str:
    """Return the address of an English path in a language; Bangla is at ``/bn`` + the path."""
    if language == "en":
        return path
    if path == "/" or path.startswith("/#"):
        return f"/{language}{path.removeprefix('/')}"
    return f"/{language}{path}"


def is_reserved(path: str) -> bool:
    """Return whether content cannot have a page at an English path, in any spelling, since the site itself needs it."""
    plain = path.casefold()
    return plain in TAKEN or plain[1:].partition("/")[0] in RESERVED


def search_index(language: Language) -> str:
    """Return the address of the index that the header's search reads."""
    return f"/search-{language}.json"


def data_sheet(path: str) -> str:
    """Return the English path of the data sheet of a product, from the path of the product."""
    return f"{path}/sheet"


def web_manifest(language: Language) -> str:
    """Return the address of the web app manifest."""
    return "/manifest.webmanifest" if language == "en" else f"/manifest.{language}.webmanifest"
