"""Addresses by language."""

from starbond_site.content.languages import DEFAULT, LANGUAGES, Language

UPLOAD_PAGES = ("/UploadFiles", "/prospectus")
"""Pages that publish: linked from nowhere, kept out of the sitemap and of search engines."""
DOCUMENT_FRAME = "/documents"
"""What the page of every document is written into; by itself it leads to the lists."""
DESK = "/desk"
"""What every page of the secretary's desk is written into; linked from nowhere, like the upload pages."""
COMPARE = "/compare"
"""Products side by side."""
UNSEARCHED = frozenset({"/404", "/underConstruction", DOCUMENT_FRAME, DESK, *UPLOAD_PAGES})
"""Pages that the header's search does not find."""


def localized(path: str, language: Language) -> str:
    """Return the address of a path in a language: below its code, unless it is the first of the site."""
    if language == DEFAULT:
        return path
    if path == "/" or path.startswith("/#"):
        return f"/{language}{path.removeprefix('/')}"
    return f"/{language}{path}"


def alternates(path: str) -> dict[str, str]:
    """Return the addresses of a page by value of ``hreflang``; none on a site in one language."""
    if len(LANGUAGES) == 1:
        return {}
    return {language: localized(path, language) for language in LANGUAGES} | {"x-default": path}


def search_index(language: Language) -> str:
    """Return the address of the index that the header's search reads."""
    return f"/search-{language}.json"


def data_sheet(path: str) -> str:
    """Return the path of the data sheet of a product, from the path of the product."""
    return f"{path}/sheet"


def web_manifest(language: Language) -> str:
    """Return the address of the web app manifest."""
    return "/manifest.webmanifest" if language == DEFAULT else f"/manifest.{language}.webmanifest"
