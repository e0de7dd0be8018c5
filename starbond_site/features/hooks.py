"""What a feature can add to the site: each hook with its types, in one place.

Declaring a feature imports nothing of it, so that the tuple of all (`starbond_site.features`) may be read everywhere.
What its hooks need is imported by the functions that return them, at the first use: `Feature.load` brings all but
Reflex, for the server and commands; `body` and `step` bring Reflex, for the app and the build alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from datetime import date, datetime, timedelta

    from htpy import Node
    from sqlmodel import Session
    from starlette.routing import Route
    from typer import Typer

    from starbond_site.content import Site
    from starbond_site.content.reporting import CalendarDate
    from starbond_site.content.shareholders import Contact
    from starbond_site.documents.archive import Actor, Archive
    from starbond_site.documents.document_record import DocumentDetails
    from starbond_site.documents.jobs import JobThread
    from starbond_site.documents.records import StoredRecord
    from starbond_site.documents.snapshot import Snapshot
    from starbond_site.mail import Mailer
    from starbond_site.mail.delivery import Source
    from starbond_site.reflex_adapter.build.step import BuildStep
    from starbond_site.shared.roles import Principal
    from starbond_site.shared.settings import Settings
    from starbond_site.web.desk.frame import Desk
    from starbond_site.web.desk.pages import DeskRequest
    from starbond_site.web.pages_with_a_query import Pages as Built
    from starbond_site.web.services import Services


def _none(*_given: object, **_named: object) -> tuple[()]:
    return ()


def _nothing(*_given: object, **_named: object) -> None:
    return None


Body = Callable[["Site"], "Node"]
"""Returns what a page shows between header and footer, in the language of the content."""


class FindPrincipal(Protocol):
    """Returns the person whose session a cookie names; None for nobody. Blocks."""

    def __call__(self, archive: Archive, token: str, *, is_used: bool = True) -> Principal | None: ...


@dataclass(frozen=True, kw_only=True)
class LivePage:
    """A page of one topic: its heading, its rows, which are updated live, and links to related pages."""

    lead: str
    """Below the title, unless ``pages.toml`` has one."""
    style: str
    """Class of the rows."""
    counts_down: bool = False
    """Whether its rows have moments until which a countdown runs."""
    below: Node = None
    """Between the rows and the links."""
    links: Mapping[str | None, str] = field(default_factory=dict)
    """Labels of buttons by English path, empty for the title of the page; one that the site does not have gets none."""
    printing: str = ""
    """Label of the print button, where the page is no list."""


@dataclass(frozen=True)
class Log:
    """A table of an evidence pack."""

    file: str
    """Its name in the pack."""
    columns: Sequence[str]
    """Fields of its records."""
    meaning: Callable[[Site], str]
    """Returns what the instructions say of it."""
    records: Callable[[Session, int, Sequence[int], datetime], Iterable[object]]
    """Returns the records about a document, by its number, the numbers of its changes, and the moment of the pack."""


@dataclass(frozen=True)
class MeetingDay:
    """An entry that names the day of a general meeting."""

    id: str
    """The field of the desk's form of the meeting that takes the entry along."""
    topic: str
    """Whose version a change raises."""
    title: Callable[[Site], str]
    move: Callable[[date, Actor], None]
    """Names another day, within the transaction that read it."""


class InvestorPart(NamedTuple):
    """What is newest of a room for investors."""

    path: str
    """English, of the page that has the rest."""
    heading: str
    content: Node
    rank: int = 2
    """Parts with a lower one stand first; the home page shows those up to 1."""


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """What a feature does for the site; what it leaves out adds nothing."""

    routes: Callable[[Services], Iterable[Route]] = _none
    """Addresses outside the desk, see `web.services`."""
    asked: Callable[[Built], Iterable[Route]] = _none
    """Pages that the server fills where their address has a query, see `web.pages_with_a_query`."""
    desk: Callable[[Desk], Iterable[Route]] = _none
    """Pages of the desk, see `web.desk.pages`."""
    urgent: Callable[[DeskRequest], Node] = _nothing
    """What stands first on the overview of the desk. Blocks, as the next three do."""
    waiting: Callable[[DeskRequest], Node] = _nothing
    """What stands next there."""
    summary: Callable[[DeskRequest], Node] = _nothing
    """What stands last there."""
    of_document: Callable[[DeskRequest, DocumentDetails], Node] = _nothing
    """What the desk's page of a document shows."""
    principal: FindPrincipal = _nothing
    """Who somebody is, which `web.rights` asks."""
    sign_in: Callable[[Desk, Settings], Iterable[Route]] = _none
    """Pages that begin and end sessions."""
    approvers: Callable[[Session], Sequence[str]] = _none
    """Mail addresses of everybody who may approve, whom a filing that asks for two persons concerns."""
    jobs: Callable[[Archive], Iterable[JobThread]] = _none
    """Threads beside the server."""
    mails: Callable[[Archive, Mailer], Mapping[str, Source]] = lambda _archive, _mailer: {}
    """A source for each kind of mail, by its name in the outbox."""
    live: Callable[[Site], LivePage] | None = None
    """The page of its topic, where nothing else stands on that (`Feature.body`)."""
    rows: Callable[[Session], Sequence[Any]] = _none
    """The rows of `Feature.topic` in the snapshot."""
    html: Callable[[Site, Snapshot], str] = lambda _site, _snapshot: ""
    """What open pages show of them."""
    selected: Callable[[Site, Snapshot, Mapping[str, str]], str | None] = _nothing
    """The same where the query of an address selects some of them; None where it does not."""
    requested: Callable[[Archive, Site], str] = lambda _archive, _site: ""
    """What open pages show of `Feature.requested_topic`, read when a page is requested. Blocks."""
    investors: Callable[[Site, Snapshot, date], Iterable[InvestorPart]] = _none
    """Parts of the page of investors, as of a day."""
    contacts: Callable[[Site], Iterable[Contact]] = _none
    """Whom that page names for questions."""
    periods: Callable[[Session], Iterable[tuple[str, date, set[int], int]]] = _none
    """Kind and last day of every period that has figures, the newest first, with the ids of the documents.

    The last of each is that of the document that restates it, 0 for none.
    """
    figures: Callable[[Site, Snapshot, str, date], Iterable[tuple[str, str, str]]] = _none
    """The figures of a period, by its kind and last day: of each its name, which all periods share, value and notes."""
    date_near: Callable[[Site, Snapshot, date, timedelta], Node] = _nothing
    """The date that is nearest to a statement, at most so far away."""
    dates: Callable[[Site, Snapshot], Iterable[CalendarDate]] = _none
    """Dates in the calendar."""
    meetings: Callable[[Session], Iterable[tuple[int, date, int | None]]] = _none
    """Number and day of meetings with the number of the document of their results, as `duties.overview` asks."""
    naming: Callable[[Session, date], Iterable[MeetingDay]] = _none
    """What names a day as that of a general meeting, and moves with one or stays."""
    has_dividends: Callable[[Session], bool] = lambda _session: False
    """Whether the page of dividends shows `of_dividends` below the newest one."""
    of_dividends: Callable[[Site], Node] = _nothing
    kept: Callable[[Site], Iterable[str]] = _none
    """Addresses that work without internet."""
    stored: Callable[[Session], Sequence[StoredRecord]] | None = None
    """Records of which the storage has the bytes, for checks, backups and moves."""
    facts: Callable[[Session, int], Callable[[Site], Iterable[tuple[str, Node]]] | None] = _nothing
    """Reads what the page of a document says further, by its number; what is returned writes label and value."""
    subjects: Callable[[Session, int], Iterable[str]] = _none
    """How subjects in the audit begin that are about a document."""
    log: Log | None = None
    """A table of evidence packs."""
    commands: Typer | None = None


@dataclass(frozen=True, kw_only=True)
class Feature:
    """A feature of the site: its folder, its public page, and where its hooks are."""

    name: str
    """That of its folder."""
    page: str = ""
    """The public page that it is about, if any: a company without that page has none of its routes and topics."""
    topic: str = ""
    """Name of its rows in the snapshot, and of what open pages show of them (`presentation.topics`)."""
    requested_topic: str = ""
    """Likewise, of what is read when a page is requested."""
    sources: tuple[str, ...] = ()
    """What these topics show, of everything that has a version."""
    load: Callable[[], Hooks]
    """Imports the feature; from then on its tables are known to SQLModel."""
    body: Callable[[], Body] | None = None
    """Imports that of its page, and Reflex."""
    place: str = ""
    """English path of that page, where routes and topics do without it; otherwise that of ``page``."""
    step: Callable[[], BuildStep] | None = None
    """Imports its build step, and Reflex."""

    @cached_property
    def hooks(self) -> Hooks:
        return self.load()
