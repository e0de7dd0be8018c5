"""The languages of the site, the paths of pages with templates of their own, and their addresses by language.

``languages`` in ``company.toml`` lists the languages. Pages in the first stand at their own path, the others below the
code of their language (docs/requirements.md, "Languages").
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starbond_site.shared.categories import (
    ALERTS,
    CALENDAR_PAGE,
    DEALERS_PAGE,
    DISCLOSURES_PAGE,
    DIVIDENDS_PAGE,
    FIGURES_PAGE,
    FINDER,
    MEETINGS_PAGE,
    RESULTS_PAGE,
    SAFETY,
    SHAREHOLDING_PAGE,
)
from starbond_site.shared.declarations import declared

Language = str
"""Code of a language of the site (ISO 639), such as ``en``."""
CODE = re.compile(r"[a-z]{2,3}")
FILE = "company.toml"


def listed(fields: Mapping[str, Any]) -> tuple[Language, ...]:
    """Return the languages in the fields of ``company.toml``; English where they are wrong, which `content` reports."""
    given = fields.get("languages")
    if not isinstance(given, list) or not all(isinstance(code, str) and CODE.fullmatch(code) for code in given):
        return ("en",)
    return tuple(dict.fromkeys(given)) or ("en",)


LANGUAGES: tuple[Language, ...] = listed(declared(FILE))
DEFAULT: Language = LANGUAGES[0]
"""Stands at the root; also the answer where nothing else is known."""
PREFIXED: tuple[Language, ...] = LANGUAGES[1:]
"""Languages whose pages stand below a prefix."""
ENGLISH, BANGLA = "en", "bn"
"""Languages in which records exist: columns are named after them, so that content cannot choose others."""
HAS_PAIRS = {ENGLISH, BANGLA} <= set(LANGUAGES)
"""Whether two documents can be one filing, one in English and one in Bangla: only on sites in both."""
HAS_BANGLA_TEXTS = BANGLA in LANGUAGES and len(LANGUAGES) > 1
"""Whether calendar dates, figures and dealers have texts in Bangla beside their own."""
UPLOAD, PROSPECTUS = UPLOAD_PAGES = ("/UploadFiles", "/prospectus")
"""Pages that publish: linked from nowhere, kept out of the sitemap and of search engines."""
DOCUMENT_FRAME = "/documents"
"""Frame into which the page of every document is written; by itself it leads to the lists."""
DESK = "/desk"
"""Frame into which every page of the secretary's desk is written; linked from nowhere, like the upload pages."""
SIGN_IN, SIGN_OUT, INVITATION = f"{DESK}/sign-in", f"{DESK}/sign-out", f"{DESK}/invitation"
ACCOUNT, PEOPLE = f"{DESK}/account", f"{DESK}/people"
"""Where named people sign in and are managed."""
COMPARE = "/compare"
"""Products side by side."""
SEARCH, SEARCH_RESULTS = "/search", "/api/search/results"
"""The page of results, and the results alone, which the search of the header shows."""
ABOUT, BOARD, MANAGEMENT = "/about", "/Bod", "/management"
SHARED = "/SharedInformation"
"""The single documents, which `PROSPECTUS` publishes."""
INVESTORS, FILINGS, VERIFY, CONTACT = "/investors", "/filings", "/verify", "/contact"
ALERTS_AVAILABLE, FEED_OF_ALL, SUBSCRIBE = "/alerts/available", "/feeds/all.atom", "/newsletter/subscribe"
UPLOADS = "/api/uploads"
"""Takes files in pieces (tus)."""
UPLOAD_KEY = "/api/upload-key"
"""Exchanges the upload key for a session."""
UNDER_CONSTRUCTION, NOT_FOUND = "/underConstruction", "/404"
NEWS = "/news"
"""Every piece of news, newest first."""
NEWS_ANCHOR = "/#news"
"""The only fragment that menus link to, a section of the home page."""
REQUIRED = (
    *("/", "/Products", CONTACT, FILINGS, DOCUMENT_FRAME, VERIFY, UPLOAD, DESK),
    *(SEARCH, UNDER_CONSTRUCTION, NOT_FOUND),
)
"""Pages that every site has: other pages, mails and the server itself lead to them."""
OPTIONAL = (
    *(ABOUT, BOARD, MANAGEMENT, FINDER, COMPARE, SAFETY, DEALERS_PAGE),
    *(CALENDAR_PAGE, FIGURES_PAGE, DISCLOSURES_PAGE, ALERTS, SHARED, PROSPECTUS, NEWS),
    *(DIVIDENDS_PAGE, SHAREHOLDING_PAGE, MEETINGS_PAGE, RESULTS_PAGE, INVESTORS),
)
"""Pages that exist where ``pages.toml`` has them. Every link to one of them asks `Site.has` first."""
WITH_PICTURE = (ABOUT, FILINGS, SHARED, UNDER_CONSTRUCTION, NOT_FOUND)
"""Pages that show the picture that ``pages.toml`` names, or none."""
WITHOUT_LEAD = ("/", ABOUT, DOCUMENT_FRAME, DESK, SEARCH, UNDER_CONSTRUCTION, NOT_FOUND)
"""Pages that have no ``lead`` of ``pages.toml``; neither have investor pages, whose own is in ``investors.toml``."""
RESERVED = frozenset(
    {
        *LANGUAGES,
        # Routes of `web.site`.
        *("agm", "alerts", "api", "calendar", "desk", "documents", "feeds", "files", "live", "log", "newsletter"),
        # Routes and files of Reflex; it also writes the page of unknown addresses to ``/404`` and removes that folder.
        *("404", "assets", "auth-codespace", "external", "ping"),
        # Folders of ``assets/``.
        *("downloads", "fonts", "marks", "pictures", "social"),
    }
)
"""First segments of addresses that are not those of content, in small letters. A test compares them with the routes."""
OWN_PAGES = frozenset({NOT_FOUND, ALERTS, CALENDAR_PAGE, DESK, DOCUMENT_FRAME, MEETINGS_PAGE})
"""Pages with a template of their own that stand there nevertheless; ``pages.toml`` names them."""
TAKEN = frozenset({"/index", "/home", "/every-page"})
"""Further addresses: Reflex's name of the home page, and names in ``social/`` that do not stand for such a page."""
PUBLISHED = (
    *(FILINGS, SHARED, CALENDAR_PAGE, FIGURES_PAGE, DISCLOSURES_PAGE, ALERTS),
    *(DIVIDENDS_PAGE, SHAREHOLDING_PAGE, MEETINGS_PAGE, RESULTS_PAGE, INVESTORS),
)
"""Pages that show what was published for investors, in addition to the lists of ``investors.toml``."""
UNTOUCHED = frozenset({*UPLOAD_PAGES, DESK, DOCUMENT_FRAME, VERIFY})
"""Pages that write, or that are nothing without the server: the service worker does not even see that they fail."""
UNSEARCHED = frozenset({"/404", "/underConstruction", DOCUMENT_FRAME, DESK, SEARCH, *UPLOAD_PAGES})
"""Pages that the header's search does not find."""


def others(language: Language) -> tuple[Language, ...]:
    """Return the other languages of the site; none where it has one."""
    return tuple(other for other in LANGUAGES if other != language)


def text_of_record(language: Language, own: str, bangla: str) -> str:
    """Return the text of a calendar date, a figure or a dealer on a page: in Bangla where it has one, else its own."""
    return (language == BANGLA and bangla) or own


def is_printable(text: str) -> bool:
    """Return whether a text has visible characters and blanks alone; Bangla needs joiners (Unicode, section 12.2)."""
    return text.replace("\u200c", "").replace("\u200d", "").isprintable()


def as_language(value: object) -> Language:
    """Return a value from outside as a language; `DEFAULT` where it is none."""
    return value if isinstance(value, str) and value in LANGUAGES else DEFAULT


def language_of_path(path: str) -> Language:
    """Return the language of a path of this site; its first segment names it, in any case."""
    return as_language(path.strip("/").partition("/")[0].casefold())


def language_of_address(address: str) -> Language:
    """Return the language of a whole address, such as a ``Referer``; `DEFAULT` where it cannot be parsed."""
    try:
        return language_of_path(urlsplit(address).path)
    except ValueError:
        return DEFAULT


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


def is_reserved(path: str) -> bool:
    """Return whether content cannot have a page at an English path, in any spelling, since the site itself needs it."""
    plain = path.casefold()
    return plain in TAKEN or plain[1:].partition("/")[0] in RESERVED


def data_sheet(path: str) -> str:
    return f"{path}/sheet"


def latest_sheet(page: str, product: str) -> str:
    """Return the path that leads to the newest safety data sheet of a product, from the path of their list."""
    return f"{page}/{product}/latest"


def web_manifest(language: Language) -> str:
    return "/manifest.webmanifest" if language == DEFAULT else f"/manifest.{language}.webmanifest"
