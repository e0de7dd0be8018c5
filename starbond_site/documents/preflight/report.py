"""Checks a name, or a whole file as publishing does; writes nothing."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, func, select

from starbond_site import local_time
from starbond_site.categories import LISTS, SINGLES, Category
from starbond_site.content.languages import ENGLISH, HAS_PAIRS
from starbond_site.documents import database, file_types, names, pairs, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.arrived import Arrived
from starbond_site.documents.corrections import category_of
from starbond_site.documents.file_types import FILE_TYPES
from starbond_site.documents.preflight import Code, Properties, Remark, naming, process
from starbond_site.documents.publish import check_file, refuse_known
from starbond_site.documents.reading import Published
from starbond_site.documents.records import OWN_DATE, Document
from starbond_site.documents.refusals import Refusal


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What is to be checked."""

    category: str
    """Untrusted, like the name."""
    name: str
    size: int
    """In bytes."""
    title: str = ""
    """As somebody types it; empty for none."""
    pair: int = 0
    """Number of the document that it is to be the other language of; 0 for none."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """What visitors would get."""

    category: Category
    title: str
    file_name: str
    at: datetime
    """By which its row is dated."""
    number: int
    """Of its row; 1 for a single record."""
    total: int
    """Rows of the list with it."""
    replaces: Published | None
    """Of a single record: what stands there now."""
    pair: str
    """Shown name of the document that it becomes the other language of; empty for none."""

    @property
    def shown_name(self) -> str:
        """See `names.shown_name`."""
        return names.shown_name(self.title, self.file_name)


@dataclass(frozen=True, kw_only=True)
class Report:
    """What was found."""

    place: Place | None = None
    """None where the name or its place is refused."""
    remarks: tuple[Remark, ...] = ()
    refusal: Refusal | None = None
    """Why publishing would refuse it."""
    is_whole: bool = False
    """Whether the file itself was checked."""


def by_name(archive: Archive, subject: Subject) -> Report:
    """Check what is known before the file arrives."""
    return _report(archive, subject, None)


def by_file(archive: Archive, subject: Subject, file: Arrived, own_names: Collection[str] = ()) -> Report:
    """Check a file that has arrived, as publishing does."""
    known = _report(archive, subject, None)
    if known.place is None:
        return known
    try:
        media_type = check_file(archive, subject.name, file)
        refuse_known(archive, known.place.category, file.sha256, subject.pair)
    except Refusal as problem:
        return Report(place=known.place, remarks=known.remarks, refusal=problem, is_whole=True)
    kind = next(found.id for found in FILE_TYPES.values() if found.media_type == media_type)
    found = process.read(kind, file.path)
    report = _report(archive, subject, found)
    of_file = (Remark("not_read"),) if found is None else tuple(_file_remarks(found, own_names))
    return Report(place=report.place, remarks=of_file + report.remarks, refusal=known.refusal, is_whole=True)


def _report(archive: Archive, subject: Subject, found: Properties | None) -> Report:
    """Check the name and its place; what the file says decides on its language."""
    try:
        category = category_of(subject.category)
        name, title = names.checked(subject.name), names.checked_title(subject.title)
        file_types.refuse_extension(name)
        with database.reading(archive.engine) as session:
            other = pairs.refuse_impossible(session, category, subject.pair) if subject.pair else None
            place = _place(session, category, name, title, other.shown_name if other else "")
            remarks = tuple(_name_remarks(session, place, name, found))
    except Refusal as problem:
        return Report(refusal=problem)
    refusal = None
    if not subject.size:
        refusal = Refusal("empty_file")
    elif subject.size > archive.settings.max_upload_bytes:
        refusal = Refusal("too_large", limit=archive.settings.max_upload_mb)
    return Report(place=place, remarks=remarks, refusal=refusal)


def _place(session: Session, category: Category, name: str, title: str, pair: str) -> Place:
    moment = local_time.now()
    shown = reading.current(category)
    newest = select(Document).where(*shown).order_by(col(Document.id).desc()).limit(1)
    replaced = session.exec(newest).first() if category in SINGLES else None
    counted = select(func.count()).select_from(Document).where(*shown)
    total = 1 if category in SINGLES else session.exec(counted).one() + 1
    return Place(
        category=category,
        title=title,
        file_name=names.file_name(name, local_time.local_date(moment)),
        at=moment,
        number=1 if category in SINGLES else session.exec(counted.where(moment < OWN_DATE)).one() + 1,
        total=total,
        replaces=reading.published(replaced) if replaced else None,
        pair=pair,
    )


def _name_remarks(session: Session, place: Place, name: str, found: Properties | None) -> Iterator[Remark]:
    if other := naming.other_list(name, place.category):
        yield Remark("other_list", {"list": other, "own": place.category})
    year = local_time.local_date(place.at).year
    if said := naming.other_year(name, place.category, year):
        yield Remark("other_year", {"said": said, "year": year})
    if place.category not in LISTS:
        return
    if same := _same_name(session, place.category, name):
        yield Remark("same_name", {"name": same})
    if HAS_PAIRS and not place.pair:
        language = pairs.language_of(place.title, name) or (found and found.text_language) or ENGLISH
        yield Remark("no_bangla" if language == ENGLISH else "no_english")


def _same_name(session: Session, category: Category, name: str) -> str:
    """Return the name of the newest document of a list with this name, apart from the day; empty for none."""
    wanted = names.searchable(name)
    holds = col(Document.search).contains(wanted.removesuffix(names.extension(wanted)), autoescape=True)
    newest = select(Document).where(*reading.current(category), holds).order_by(col(Document.id).desc())
    for document in session.exec(newest):
        ending = names.extension(document.file_name)
        if names.searchable(names.heading("", document.file_name) + ending) == wanted:
            return document.file_name
    return ""


def _file_remarks(found: Properties, own_names: Collection[str]) -> Iterator[Remark]:
    """Yield what a file says of itself and its author may not want."""
    plain: dict[Code, bool] = {
        "scan": found.is_scan,
        "unreadable": found.is_unreadable,
        "not_tagged": found.is_tagged is False,
        "no_title": found.title == "",
        "no_language": found.language == "",
        "protected": found.is_protected,
    }
    yield from (Remark(code) for code, is_so in plain.items() if is_so)
    if found.comments:
        yield Remark("comments", {"count": found.comments})
    if found.tracked_changes:
        yield Remark("tracked_changes", {"count": found.tracked_changes})
    if found.linked_data:
        yield Remark("linked_data", {"name": found.linked_data})
    if found.linked_file[0]:
        yield Remark("linked_file", dict(zip(("page", "name"), found.linked_file, strict=True)))
    own = {name.casefold() for name in own_names}
    if people := [name for name in found.authors if name.casefold() not in own]:
        yield Remark("author", {"name": ", ".join(people)})
