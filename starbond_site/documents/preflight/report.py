"""Checks a name, or a whole file as publishing does; writes nothing."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, NonNegativeInt, ValidationError
from sqlmodel import Session, col, func, select

from starbond_site import content
from starbond_site.content.addresses import ENGLISH, HAS_PAIRS
from starbond_site.content.interface import RemarkCode
from starbond_site.documents import database, file_types, language_pairs, names, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import category_of
from starbond_site.documents.extraction import ExtractedContent
from starbond_site.documents.look import REMARK_SECONDS, Look
from starbond_site.documents.preflight import ACCESSIBILITY, MAX_TEXT, Remark, is_unreadable
from starbond_site.documents.publish import Submission, check_file, refuse_known
from starbond_site.documents.records import OWN_DATE, Document
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.shared import local_time
from starbond_site.shared.categories import LISTS, SINGLES, WITH_FIGURES, Category

MAX_AUTHORS = 5
MAX_LETTERS = 100_000
"""Of a text, by which it is told whether programs can read it."""
_BANGLA_DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")
_DAY = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|(?:[0-2]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)(?!\d)"
)
"""A day without separators: 20261123 or 23112026."""
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:\s?[-\N{EN DASH}/_ ]\s?(\d\d))?(?!\d)")
"""A year, and the end of a financial year such as 2025-26."""
ShortText = Annotated[str, AfterValidator(lambda text: text[:MAX_TEXT])]


class Properties(BaseModel):
    """Properties of a file; the fields that its format does not have stay as they are here."""

    model_config = ConfigDict(frozen=True)

    title: ShortText | None = None
    """Empty where it is missing; None where the format has none that readers see."""
    language: ShortText | None = None
    """Likewise."""
    authors: tuple[ShortText, ...] = ()
    is_protected: bool = False
    """A password limits what readers may do with it."""
    comments: NonNegativeInt = 0
    tracked_changes: NonNegativeInt = 0
    linked_data: ShortText = ""
    """Where the numbers of a chart, or of a query that is asked when it is opened, come from."""
    has_place: bool = False
    """Whether a photo says where it was taken."""
    linked_page: NonNegativeInt = 0
    """Of the first link to a file beside this one; 0 for none."""
    linked_file: ShortText = ""
    text_language: Literal["en", "bn"] | None = None
    """Of its text; None where there is too little."""
    is_scan: bool = False
    is_unreadable: bool = False
    """Whether the letters that programs find in it say nothing."""
    untold_pictures: NonNegativeInt = 0
    headless_tables: NonNegativeInt = 0
    is_tagged: bool | None = None
    """Whether a PDF says what is a heading, a table or a picture; None for other files."""


@dataclass(frozen=True, kw_only=True)
class ListPlace:
    """The place that a document would get."""

    category: Category
    title: str
    file_name: str
    at: datetime
    """By which its row is dated."""
    number: int
    """Of its row; 1 for a single record."""
    total: int
    """Rows of the list with it."""
    replaces: Document | None
    """Of a single record: what stands there now."""
    pair: str
    """Shown name of the document that it becomes the other language of; empty for none."""

    @property
    def shown_name(self) -> str:
        return self.title or self.file_name


@dataclass(frozen=True, kw_only=True)
class PreflightReport:
    """The result of a preflight check."""

    place: ListPlace | None = None
    """None where the name or its place is refused."""
    remarks: tuple[Remark, ...] = ()
    refusal: Refusal | None = None
    """Why publishing would refuse it."""
    is_whole: bool = False
    """Whether the file itself was checked."""


def by_file(
    archive: Archive, wanted: Submission, file: UploadedFile, own_names: Collection[str] = ()
) -> PreflightReport:
    """Check a file that has arrived, as publishing does."""
    known = by_name(archive, wanted, file.size)
    if known.place is None:
        return known
    try:
        name, _ = check_file(archive, wanted.name, file)
        refuse_known(archive, known.place.category, file.sha256, wanted.pair)
    except Refusal as problem:
        return replace(known, refusal=problem, is_whole=True)
    found = read_properties(file.look)
    report = by_name(archive, replace(wanted, name=name), file.size, found)
    of_file = (Remark("not_read"),) if found is None else tuple(_file_remarks(found, own_names))
    return replace(report, remarks=of_file + report.remarks, is_whole=True)


def read_properties(look: Look, sample: dict[str, Any] | None = None) -> Properties | None:
    """Return the properties of a file; None where it cannot be read within the limits. Blocks without a sample."""
    sample, found = sample or look.said("sample", REMARK_SECONDS), look.said("properties", 0)
    return None if found is None else _valid(found, sample or {}) or Properties()


def whole_properties(look: Look) -> Properties | None:
    """Return the properties of a file; None where a stage did not end or said what cannot be. Blocks."""
    sample = look.said("sample", REMARK_SECONDS)
    return _valid(look.said("properties", 0), sample)


def _valid(found: Any, sample: Any) -> Properties | None:  # noqa: ANN401  JSON
    try:
        return Properties.model_validate(found | sample)
    except (ValidationError, TypeError):
        # The process that said this read an untrusted file.
        return None


def accessibility(look: Look, content: ExtractedContent) -> str:
    """Return the codes of what screen readers miss in a PDF, parted by blanks; ``not_read`` where it cannot be told."""
    letters = " ".join(content.texts)[:MAX_LETTERS]
    found = read_properties(look, {"is_scan": content.is_scan, "is_unreadable": is_unreadable(letters)})
    if found is None or found.is_tagged is None:
        return "not_read"
    return " ".join(remark.code for remark in _file_remarks(found, ()) if remark.code in ACCESSIBILITY)


def by_name(archive: Archive, wanted: Submission, size: int, found: Properties | None = None) -> PreflightReport:
    """Check what is known before the file arrives; afterwards what it says decides on its language."""
    report = PreflightReport()
    try:
        category = category_of(wanted.category)
        name, title = names.checked_together(wanted.name, wanted.title)
        file_types.refuse_extension(name)
        with database.reading(archive.engine) as session:
            other = language_pairs.refuse_impossible(session, category, wanted.pair) if wanted.pair else None
            place = _place(session, category, name, title, other.shown_name if other else "")
            report = PreflightReport(place=place, remarks=tuple(_name_remarks(session, place, name, found)))
        file_types.refuse_size(archive.settings, size)
    except Refusal as problem:
        return replace(report, refusal=problem)
    return report


def _place(session: Session, category: Category, name: str, title: str, pair: str) -> ListPlace:
    moment = local_time.now()
    shown = public_view.current(category)
    newest = select(Document).where(*shown).order_by(col(Document.id).desc()).limit(1)
    replaced = session.exec(newest).first() if category in SINGLES else None
    counted = select(func.count()).select_from(Document).where(*shown)
    total = 1 if category in SINGLES else session.exec(counted).one() + 1
    return ListPlace(
        category=category,
        title=title,
        file_name=names.file_name(name, local_time.local_date(moment)),
        at=moment,
        number=1 if category in SINGLES else session.exec(counted.where(moment < OWN_DATE)).one() + 1,
        total=total,
        replaces=replaced,
        pair=pair,
    )


def _name_remarks(session: Session, place: ListPlace, name: str, found: Properties | None) -> Iterator[Remark]:
    if other := other_list(name, place.category):
        yield Remark("other_list", {"list": other, "own": place.category})
    year = local_time.local_date(place.at).year
    if said := other_year(name, place.category, year):
        yield Remark("other_year", {"said": said, "year": year})
    if place.category not in LISTS:
        return
    if same := _same_name(session, place.category, name):
        yield Remark("same_name", {"name": same})
    if HAS_PAIRS and not place.pair:
        language = language_pairs.language_of(place.title, name) or (found and found.text_language) or ENGLISH
        yield Remark("no_bangla" if language == ENGLISH else "no_english")


def _same_name(session: Session, category: Category, name: str) -> str:
    """Return the name of the newest document of a list with this name, apart from the day; empty for none."""
    wanted = names.searchable(name)
    holds = col(Document.search).contains(wanted.removesuffix(names.extension(wanted)), autoescape=True)
    newest = select(Document).where(*public_view.current(category), holds).order_by(col(Document.id).desc())
    for document in session.exec(newest):
        ending = names.extension(document.file_name)
        if names.searchable(names.heading("", document.file_name) + ending) == wanted:
            return document.file_name
    return ""


def _file_remarks(found: Properties, own_names: Collection[str]) -> Iterator[Remark]:
    """Yield what a file says of itself and its author may not want."""
    plain: dict[RemarkCode, bool] = {
        "scan": found.is_scan,
        "unreadable": found.is_unreadable,
        # Tags alone would help nobody there.
        "not_tagged": found.is_tagged is False and not (found.is_scan or found.is_unreadable),
        "no_title": found.title == "",
        "no_language": found.language == "",
        "protected": found.is_protected,
        "place": found.has_place,
    }
    yield from (Remark(code) for code, is_so in plain.items() if is_so)
    counted: dict[RemarkCode, int] = {
        "untold_pictures": found.untold_pictures,
        "headless_tables": found.headless_tables,
        "comments": found.comments,
        "tracked_changes": found.tracked_changes,
    }
    yield from (Remark(code, {"count": count}) for code, count in counted.items() if count)
    if found.linked_data:
        yield Remark("linked_data", {"name": found.linked_data})
    if found.linked_page:
        yield Remark("linked_file", {"page": found.linked_page, "name": found.linked_file})
    own = {name.casefold() for name in own_names}
    if people := [name for name in found.authors[:MAX_AUTHORS] if name.casefold() not in own]:
        yield Remark("author", {"name": ", ".join(people)})


def other_list(name: str, category: Category) -> Category | None:
    """Return the list that a name speaks of, where it says nothing of its own one, nor its own has words."""
    speaks_of, words = _speaks_of(), _spaced(name)
    sought = (other for other in speaks_of if other not in content.read().investors.expected_elsewhere)
    if category not in speaks_of or speaks_of[category].search(words):
        return None
    return next((other for other in sought if other != category and speaks_of[other].search(words)), None)


def other_year(name: str, category: Category, year: int) -> int | None:
    """Return the newest year that a name speaks of, where it is not that of the document."""
    said = set(_years(name))
    right = {year, year - 1} if category in WITH_FIGURES else {year}
    return max(said) if said and not said & right else None


@cache
def _speaks_of() -> dict[Category, re.Pattern[str]]:
    """Return patterns of the words that name a list or single record; Bangla words match with any ending."""
    return {
        Category(id): re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_\u0980-\u09ff])|(?:{words})(?<=[\u0980-\u09ff])")
        for id, words in content.read().investors.words.items()
    }


def _spaced(name: str) -> str:
    """Return a name in small letters with one blank between words, also where only a capital parts them."""
    stem = names.normalized("NFC", name).removesuffix(names.extension(name))
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])", " ", stem)
    return re.sub(r"[^\w\u0980-\u09ff]+|_", " ", parted).casefold()


def _years(name: str) -> Iterator[int]:
    stem = name.removesuffix(names.extension(name)).translate(_BANGLA_DIGITS)
    for day in _DAY.findall(stem):
        yield int(day[:4] if day.startswith(("19", "20")) and not 19 <= int(day[4:6]) <= 20 else day[4:])
    for first, end in _YEAR.findall(_DAY.sub(" ", stem)):
        yield int(first)
        if end and int(end) == (int(first) + 1) % 100:
            yield int(first) + 1
