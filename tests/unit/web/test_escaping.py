"""A hostile value in every text of every record comes out as text: on every page, feed and file, and in every form."""

import io
import json
import xml.etree.ElementTree as ET  # the site's own feeds
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from html.parser import HTMLParser
from urllib.parse import urlencode

import addresses
import pytest
from asgi_client import Answer
from factories import store_document
from sqlalchemy import String, update
from sqlmodel import AutoString, Session, SQLModel
from whole_site import PAGES, Site

from starbond_site import content
from starbond_site.content.addresses import Language, localized
from starbond_site.documents import audit, corrections, database, snapshot
from starbond_site.documents.archive import COMMAND_LINE, Actor, Archive
from starbond_site.documents.records import Extraction, Node, PageText
from starbond_site.features.calendar.service import CalendarEntry
from starbond_site.features.clocks import service
from starbond_site.features.dealers.service import DealerRecord
from starbond_site.features.figures.records import Figure
from starbond_site.features.people import persons
from starbond_site.presentation.topics import TOPICS, Fragments
from starbond_site.shared import local_time
from starbond_site.shared.roles import Role
from starbond_site.shared.settings import UploadPolicy
from tests.unit.sealed.sealed_filings import in_seconds, seal
from tests.unit.signing_in import Somebody

EVIL = """&amp;"'></title></script></textarea></svg><bad a="\\"""
"""Ends every context that HTML has; no value may begin an element ``bad``."""
KEYS = {
    "outcome", "hash", "uid", "kind", "state", "category", "language", "media_type", "sha256", "key", "picture_key",
    "handle", "roles", "credential", "public_key", "period", "value", "unit", "duty", "preview_hash", "purpose",
    "problem", "challenge", "private", "public", "id", "search", "sort_key", "commitment", "salt", "right", "telephone",
    "whatsapp",
}  # fmt: skip
"""Columns that people cannot type, or whose values are checked before."""
FEEDS = ("xml", "atom")
ADDRESSES = (
    *(f"/api/live/{topic}?" for topic in TOPICS),
    *("/feeds/all.atom?", "/api/search?q=bad&", "/search?q=bad&"),
    *(f"/verify?document={number}&" for number in (1, 2, 3)),
)


class Reader(HTMLParser):
    """What a browser finds in a page: elements, and forms with their fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.forms = set[str](), list[tuple[str, dict[str, str]]]()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags |= {tag, *found}
        if tag == "form" and found.get("method") == "post":
            self.forms.append((found.get("action", ""), {}))
        elif "name" in found and self.forms and tag in ("input", "textarea", "select", "button"):
            value = found.get("value", "") if found.get("type") in ("hidden", None) or tag == "button" else EVIL
            self.forms[-1][1][found["name"]] = value


def insert_records(archive: Archive, value: str = EVIL) -> str:
    """Insert every kind of record that a page shows; return the token of an invitation."""
    now, today = local_time.now(), local_time.today()
    for number in range(4):
        store_document(archive, f"Report {number}.pdf", data=b"%PDF-" + bytes([number]), category="FinancialStatement")
    corrections.withdraw(archive, 2, COMMAND_LINE, "Wrong")
    corrections.replace(archive, 3, 4, COMMAND_LINE)
    seal(archive, name="Results.pdf", title="Results")
    clock = service.start(archive, COMMAND_LINE, "price-sensitive-information", "Dividend", in_seconds(-60))
    service.close(archive, clock.id, COMMAND_LINE, "No decision")
    service.start(archive, COMMAND_LINE, "price-sensitive-information", "Merger", in_seconds(-60), 1)
    _, token = persons.invite(archive, COMMAND_LINE, "Karim", "karim@example.com", [Role.PREPARE])
    dealer = dict.fromkeys(("region", "area", "town", "name", "address", "telephone"), "x")
    line = {"text": value, "url": f"/AllNotice?{value}"}
    figure = {"document_id": 1, "period": "year", "period_end": date(2025, 6, 30), "name": "eps"}
    records = (
        CalendarEntry(uid="a", kind="other", day=today, title="t", place="p", note="n", changed_at=now),
        DealerRecord(**dealer, latitude=23.7, longitude=90.4),
        Figure(**figure, value=Decimal("1.5"), unit="BDT", reason="r", entered_at=now),
        Extraction(document_id=1, state="text", pages=1, at=now),
        PageText(document_id=1, page=1, label="l", text="t"),
    )
    with database.writing(archive.engine) as session:
        session.add_all(records)
        for name in ("Financial", "Dividend"):
            session.merge(Node(name=name, value=dict(line), updated_at=now))
        audit.add(session, Actor(EVIL, EVIL, EVIL), EVIL, EVIL, EVIL, detail=EVIL)
        fill(session, value)
    return token


def fill(session: Session, text: str) -> None:
    for table in SQLModel.metadata.sorted_tables:
        texts = [
            column
            for column in table.columns
            if isinstance(column.type, AutoString | String) and not column.primary_key and column.name not in KEYS
            if table.name not in ("audit", "listversion") and str(column) != "figure.name"
        ]
        for column in texts:
            value = column.concat(text) if column.unique or column.name == "email" else text
            session.execute(update(table).values({column: value}))


@pytest.fixture
def browser(archive: Archive, admin: Somebody) -> tuple[Site, str]:
    """Return the browser of somebody with all roles at a site whose pages have their rows, and an invitation."""
    token = insert_records(archive)
    return browser_of(archive, admin), token


def browser_of(archive: Archive, admin: Somebody) -> Site:
    current = snapshot.read(archive)
    fragments = Fragments(lambda: archive, lambda: current)
    site = Site(archive, UploadPolicy.PEOPLE, fragments=fragments).browser(session=admin.session)
    site.snapshot = current
    return site


def wrong_in(answer: Answer) -> Iterator[str]:
    """Yield how an answer shows the value as anything but text."""
    kind = answer.headers.get("content-type", "")
    pages = [answer.text] if "html" in kind else []
    if "zip" in kind:
        with zipfile.ZipFile(io.BytesIO(answer.body)) as pack:
            pages += [pack.read(name).decode() for name in pack.namelist() if name.endswith(".html")]
            assert pages
    yield from (page[page.index("<bad") - 300 :][:400] for page in pages if "bad" in Reader(page).tags)
    if any(name in kind for name in FEEDS):
        tags = {element.tag for element in ET.fromstring(answer.body).iter()}  # noqa: S314
        yield from (tag for tag in tags if tag.endswith("bad"))
    if "json" in kind:
        yield from (text[:400] for text in markup_in(json.loads(answer.text)) if "bad" in Reader(text).tags)


def markup_in(value: object, *, is_markup: bool = False) -> Iterator[str]:
    if isinstance(value, str) and is_markup:
        yield value
    for name, inner in (
        value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    ):
        yield from markup_in(inner, is_markup=is_markup or name in ("html", "snippet"))


def read_by(language: Language) -> tuple[list[str], list[str]]:
    """Return the addresses that somebody with all roles reads, and those of pages and programs that take a query."""
    listed = [path for group in addresses.GROUPS for method, path in addresses.of(group, "x" * 32, language)
              if method == "GET"]  # fmt: skip
    numbered = [path.replace("/1", f"/{number}") for path in listed for number in (2, 3) if "documents/1" in path]
    pages = [one if one.startswith(("/api", "/feeds")) else localized(one, language) for one in (*PAGES, *ADDRESSES)]
    return [*listed, *numbered], pages


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_every_value_is_text(browser: tuple[Site, str], language: Language) -> None:
    site, token = browser
    listed, pages = read_by(language)
    pages += [
        f"{page}{'&' if '?' in page else '?'}{urlencode({'q': EVIL, 'next': EVIL, 'refused': EVIL, 'person': EVIL})}"
        for page in pages
    ]
    wrong, forms, shown = dict[str, list[str]](), dict[str, dict[str, str]](), 0
    invitation = localized(f"/desk/invitation?token={token}", language)
    for path in (*listed, *pages, invitation):
        answer = site.get(path, accept="text/html")
        shown += b"bad a=" in answer.body
        wrong[path] = [*wrong_in(answer)]
        if "html" in answer.headers.get("content-type", ""):
            forms |= dict(Reader(answer.text).forms)
    assert (shown >= 30, len(forms) >= 20) == (True, True), (shown, len(forms))
    for action, fields in forms.items():
        if answer := action and "sign-out" not in action and site.post(action, fields):
            wrong[action] = [*wrong_in(answer)]
    assert {path: found for path, found in wrong.items() if found} == {}


NAMES = {"en": "বার্ষিক সাধারণ সভা", "bn": "Annual general meeting"}
"""A name in the other language, by that of a page."""
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905


class Listener(HTMLParser):
    """What a screen reader says in which language."""

    def __init__(self, page: str, language: str) -> None:
        super().__init__()
        self.said, self._within = list[tuple[str, str]](), [("", language)]
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._within.append((tag, dict(attrs).get("lang") or self._within[-1][1]))

    def handle_endtag(self, tag: str) -> None:
        while len(self._within) > 1 and self._within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        # Elements that hold text alone, which no part of a page can be marked in.
        if not {"title", "option", "textarea", "script", "style"} & {tag for tag, _ in self._within}:
            self.said.append((self._within[-1][1], " ".join(data.split())))


@pytest.mark.skipif(set(NAMES) != set(content.LANGUAGES), reason="names are typed in English and Bangla")
@pytest.mark.parametrize("language", content.LANGUAGES)
def test_every_name_is_said_in_its_language(archive: Archive, admin: Somebody, language: Language) -> None:
    """On every page, in every fragment that is sent to open pages, and in the feeds."""
    name = NAMES[language]
    token = insert_records(archive, name)
    site, wrong, shown = browser_of(archive, admin), dict[str, list[str]](), 0
    listed, pages = read_by(language)
    invitation = localized(f"/desk/invitation?token={token}", language)
    asked = [f"{page}{'&' if '?' in page else '?'}language={language}" for page in (*listed, *pages)]
    searches = [f"{page}&{urlencode({'q': name})}" for page in asked]
    for path in (*asked, *searches, invitation):
        answer = site.get(path, accept="text/html")
        kind = answer.headers.get("content-type", "")
        texts = [answer.text] if "html" in kind else [*markup_in(json.loads(answer.text))] if "json" in kind else []
        said = [part for text in texts for part in Listener(text, language).said if name in part[1]]
        if "atom" in kind:
            root, lang = ET.fromstring(answer.body), "{http://www.w3.org/XML/1998/namespace}lang"  # noqa: S314
            titles = root.iter("{http://www.w3.org/2005/Atom}title")
            said = [(one.get(lang, root.get(lang, "")), one.text or "") for one in titles if name in (one.text or "")]
        shown += len(said)
        wrong[path] = [text for lang, text in said if lang == language]
    assert shown >= 100, shown
    assert {path: found for path, found in wrong.items() if found} == {}
