"""An immutable snapshot of the public state of all lists and nodes; one per process, shared by all its visitors."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from types import MappingProxyType
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, exists
from sqlalchemy import select as sql_select
from sqlmodel import Session, func, select

from starbond_site import features
from starbond_site.documents import database, nodes, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.public_view import ListPage
from starbond_site.documents.records import OWN_DATE, Document, ListVersion, Node
from starbond_site.documents.selection import KINDS, in_year, of_kind
from starbond_site.documents.versions import version_of
from starbond_site.shared import local_time
from starbond_site.shared.categories import LISTS, SINGLES, Category, NodeName

UNREAD = -1
"""Version of what has not been read yet; stored versions start at 0."""


@dataclass(frozen=True, slots=True)
class NodeView:
    """A node: its value, and for single records the document."""

    version: int = UNREAD
    value: Any = None
    document: Document | None = None
    ends_at: datetime | None = None
    """When the value is cleared by itself; None for never."""

    @property
    def line(self) -> nodes.Headline | None:
        """What the header shows of it."""
        return nodes.headline(self.value)


@dataclass(frozen=True)
class Rows:
    """All rows of a feature, with their version."""

    version: int = UNREAD
    rows: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All lists, nodes and rows of features, each with its version; never changed, only replaced."""

    lists: Mapping[str, ListPage] = field(default_factory=lambda: MappingProxyType({}))
    """The first page of each list, by its `Category`."""
    nodes: Mapping[str, NodeView] = field(default_factory=lambda: MappingProxyType({}))
    """By the name of a single record or node, in the order of ``GET /api/nodes``."""
    tables: Mapping[str, Rows] = field(default_factory=lambda: MappingProxyType({}))
    """By the `Feature.topic`; one that has not been read yet is missing."""

    def rows(self, topic: str) -> tuple[Any, ...]:
        """Return the rows of a feature; none before they were read, and without it."""
        return self.tables[topic].rows if topic in self.tables else ()

    def document(self, number: int) -> Document | None:
        """Return a document that is among the newest of its list, or in a node."""
        documents = chain(
            (view.document for view in self.nodes.values()), *(view.documents for view in self.lists.values())
        )
        return next((found for found in documents if found and found.id == number), None)

    def version(self, name: str) -> int:
        """Return the version of a list, a node or the rows of a feature; `UNREAD` before that."""
        view = self.lists.get(name) or self.nodes.get(name) or self.tables.get(name)
        return view.version if view else UNREAD


View = TypeVar("View", ListPage, NodeView, Rows)
Value = TypeVar("Value")
EMPTY = Snapshot(
    MappingProxyType({category.value: ListPage(category.value, UNREAD) for category in LISTS}),
    MappingProxyType({name.value: NodeView() for name in (*SINGLES, *NodeName)}),
)
"""The snapshot before anything was read."""


def versions(archive: Archive) -> dict[str, int]:
    """Return the version of everything that has one: one cheap query that finds out what changed."""
    rows = archive.read(lambda session: session.exec(select(ListVersion)).all())
    known = _known()
    return {row.name: row.version for row in rows if row.name in known}


def read(archive: Archive) -> Snapshot:
    """Return everything as it is now."""
    return refreshed(archive, EMPTY, _known())


def newest(archive: Archive, old: Snapshot) -> tuple[frozenset[str], Snapshot]:
    """Compare versions, and read only what has a newer one; return the names of that, and everything."""
    changed = frozenset(name for name, version in versions(archive).items() if version > old.version(name))
    return changed, refreshed(archive, old, changed) if changed else old


def node_views(archive: Archive, names: Iterable[str] = EMPTY.nodes) -> Mapping[str, NodeView]:
    """Return some nodes and single records, or all, as they are now; the others are `UNREAD`."""
    return refreshed(archive, EMPTY, names).nodes


def refreshed(archive: Archive, old: Snapshot, changed: Iterable[str]) -> Snapshot:
    """Return a snapshot in which what changed is read again; a lower version never wins."""
    lists, views, tables, changed = dict(old.lists), dict(old.nodes), dict(old.tables), frozenset(changed)
    with database.reading(archive.engine) as session:
        for name in changed:
            if name in LISTS:
                lists[name] = _newer(lists[name], _list(session, name))
            elif name in views:
                views[name] = _newer(views[name], _node(session, name))
        for feature in _tables():
            if not changed.isdisjoint(feature.sources):
                rows = Rows(version_of(session, feature.topic), tuple(feature.hooks.rows(session)))
                tables[feature.topic] = _newer(tables.get(feature.topic, rows), rows)
    return Snapshot(MappingProxyType(lists), MappingProxyType(views), MappingProxyType(tables))


def _known() -> frozenset[str]:
    """Return the names of all lists, single records, nodes and rows of features that a page of the company shows."""
    return frozenset((*EMPTY.lists, *EMPTY.nodes, *(feature.topic for feature in _tables())))


def _tables() -> list[features.Feature]:
    """Return the features whose rows some page of the company shows, such as dates that results name."""
    shown = frozenset(name for feature in features.offered() for name in (feature.topic, *feature.sources))
    return [feature for feature in features.FEATURES if feature.topic and feature.topic in shown]


def _newer(old: View, new: View) -> View:
    return new if new.version >= old.version else old


def _list(session: Session, category: str) -> ListPage:
    """Read the first page of a list, and what can be selected of it."""
    page, shown = public_view.page_in(session, category), public_view.current(category)
    if not page.documents:
        return page
    oldest = session.exec(select(OWN_DATE).where(*shown).order_by(OWN_DATE.asc()).limit(1)).one()
    first, last = local_time.local_date(oldest).year, page.documents[0].own_day.year
    return replace(
        page,
        years=_values_in_use(session, {year: (*shown, *in_year(year)) for year in range(last, first - 1, -1)}),
        kinds=_values_in_use(session, {kind: (*shown, of_kind(kind)) for kind in KINDS}),
        newest_id=session.exec(select(func.max(Document.id)).where(*shown)).one() or 0,
    )


def _values_in_use(session: Session, wanted: Mapping[Value, Sequence[ColumnElement[bool]]]) -> tuple[Value, ...]:
    """Return the values whose conditions any document meets: one look into an index for each, in one query."""
    found = session.execute(sql_select(*(exists(select(Document.id).where(*where)) for where in wanted.values()))).one()
    return tuple(value for value, is_there in zip(wanted, found, strict=True) if is_there)


def _node(session: Session, name: str) -> NodeView:
    version = version_of(session, name)
    if name in SINGLES:
        document = nodes.single(session, Category(name))
        return NodeView(version, {"DownloadUrl": document.download_url} if document else None, document)
    node = session.get(Node, name)
    if node is None or node.value is None or nodes.has_ended(node):
        return NodeView(version)
    return NodeView(version, node.value, ends_at=node.ends_at)
