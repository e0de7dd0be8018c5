"""Models of the content files.

Models are frozen and forbid unknown fields, so that a mistake in a content file fails the build with file
and field. A ``Text`` is written in the files either as a plain string (English only) or as a table
``{en = "...", bn = "..."}``; reading a language turns it into the string of that language.
"""

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from starbond_site.categories import ID, NOT_FOR_LISTS

Language = Literal["en", "bn"]
LANGUAGES: tuple[Language, ...] = ("en", "bn")


def _in_language(value: object, info: ValidationInfo) -> object:
    """Pick the language being read; fall back to English and remember that a translation is missing."""
    context = info.context or {}
    language = context.get("language", "en")
    if not isinstance(value, dict):
        if language != "en" and isinstance(value, str) and "missing" in context:
            context["missing"].append(value)
        return value
    if unknown := set(value) - set(LANGUAGES):
        message = f"unknown language {', '.join(sorted(map(str, unknown)))}; known are {', '.join(LANGUAGES)}"
        raise ValueError(message)
    if "en" not in value:
        message = "the English text is missing"
        raise ValueError(message)
    if language not in value:
        context.get("missing", []).append(value["en"])
    return value.get(language, value["en"])


def _not_taken(id: str) -> str:
    if id.casefold() in NOT_FOR_LISTS:
        message = f"{id!r} is a name of the site itself; no list or single record can have it"
        raise ValueError(message)
    return id


Text = Annotated[str, BeforeValidator(_in_language), Field(min_length=1)]
_SEGMENT = r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*"
_PATH = rf"/({_SEGMENT}(/{_SEGMENT})*)?"
Path = Annotated[str, Field(pattern=rf"^{_PATH}$", max_length=100)]
"""English path of a page, which may have folders (``/products/super-glue``).

Reflex names one file after all of it, which limits its length.
"""
Target = Annotated[str, Field(pattern=rf"^{_PATH}(#[a-z0-9-]+)?$", max_length=150)]
"""Path of a page, or a section of one."""
Identifier = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]


class Content(BaseModel):
    """Base of all content: frozen, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class PageText(Content):
    """Title and description of one route, as search engines and browser tabs show them."""

    path: Path
    title: Text
    description: Annotated[Text, Field(max_length=155)]
    aliases: tuple[Path, ...] = ()
    """Further addresses that answer with this page themselves, without a redirect."""
    unfinished: bool = False
    """Whether it only says that something is still to come; menus then say so beside every entry that leads there."""


class NavigationLink(Content):
    """One entry of a menu."""

    label: Text
    path: Target


class NavigationSubgroup(Content):
    """The entries of one brand."""

    brand: Identifier
    links: tuple[NavigationLink, ...]


class NavigationGroup(Content):
    """One menu of the header."""

    id: Identifier
    title: Text
    links: tuple[NavigationLink, ...] = ()
    subgroups: tuple[NavigationSubgroup, ...] = ()


class Brand(Content):
    """A product brand with the accent that its label, card and pages share."""

    id: Identifier
    name: Text
    slogan: Text
    description: Text
    colours: tuple[Colour, Colour]
    """Main and second colour, on labels and as the accent of its pages."""
    tint: Colour
    """Pale background on which its packs stand, light theme."""
    tint_dark: Colour
    card: bool = True
    """Whether it is one of the four cards of the home page."""


class Size(Content):
    """One size that a product is sold in."""

    label: Text
    id: Identifier
    """Address form of the English label; names the pictures of this size."""


class Product(Content):
    """One product page."""

    path: Path
    id: Identifier
    brand: Identifier
    name: Text
    summary: Text
    """One line below the name."""
    description: Annotated[Text, Field(max_length=155)]
    """For search engines."""
    uses: Text
    characteristics: Annotated[tuple[Text, ...], Field(min_length=1)]
    cautions: Annotated[tuple[Text, ...], Field(min_length=1)]
    sizes: Annotated[tuple[Size, ...], Field(min_length=1)]
    use_picture: Text
    """What the picture in use shows; its alternative text."""


class Person(Content):
    """A director or manager; all samples."""

    id: Identifier
    name: Text
    initials: Text = ""
    """Of the monogram, where the letters of the first and the last part of the name are not those (a title)."""
    role: Text
    biography: tuple[Text, ...] = ()


class NewsItem(Content):
    """One piece of news; ``body`` is HTML made from the Markdown of its file."""

    id: Identifier
    date: date
    title: Text
    summary: Text
    picture_text: Text
    """Alternative text of its picture."""
    body: str


class Slide(Content):
    """One slide of the home page."""

    id: Identifier
    title: Text
    text: Text
    picture_text: Text
    link: NavigationLink


Pause = Annotated[int, Field(strict=True, ge=1000, le=60_000)]
"""How long a slide stands, in milliseconds; anything shorter was most likely meant as seconds."""


class Slides(Content):
    """The slider of the home page: its slides, and how long each stands before the next one comes."""

    first_pause: Pause = 7000
    interval: Pause = 1500
    """Of all slides after the first."""
    slides: tuple[Slide, ...] = ()


class Letter(Content):
    """A page with the letter of a person; ``body`` is HTML made from the Markdown of its file."""

    id: Identifier
    path: Path
    person: Identifier
    title: Text
    quote: Text
    """One sentence of the body, word for word, set large beside it; the home page shows the Chairman's."""
    summary: Text
    """Only the Chairman's is shown, on the home page."""
    salutation: Text
    body: str


class AboutBlock(Content):
    """One of the blocks of About Us."""

    id: Identifier
    title: Text
    paragraphs: tuple[Text, ...]


class About(Content):
    """The About page."""

    lead: Text
    blocks: tuple[AboutBlock, ...]


def _regular_expression(words: str) -> str:
    try:
        re.compile(words)
    except re.error as mistake:
        message = f"this is not a regular expression: {mistake}"
        raise ValueError(message) from mistake
    return words


ListId = Annotated[str, Field(pattern=ID), AfterValidator(_not_taken)]
Words = Annotated[str, AfterValidator(_regular_expression)]
"""What names a list in the name of a file, as a regular expression of small letters."""


class DocumentCategory(Content):
    """A list of documents that investors download."""

    id: ListId
    """Part of addresses and of every record: a list that has documents keeps it."""
    title: Text
    """Title of its table."""
    form: Text
    """Title of its upload form."""
    note: Text
    empty: Text
    figures: bool = False
    """Whether its documents report on a period and can have figures."""
    words: Words = ""
    """Without any, nobody is told that a file may belong elsewhere."""
    expected_elsewhere: bool = False
    """Whether files of other lists have these words too, so that nobody is warned of them."""


class InvestorPage(Content):
    """A page that shows one or more document lists."""

    path: Path
    title: Text
    lead: Text
    banner: Identifier
    categories: Annotated[tuple[str, ...], Field(min_length=1)]


class SharedRow(Content):
    """A row of Shared Information: a single record, which publishing replaces."""

    node: ListId
    title: Text
    words: Words = ""
    expected_elsewhere: bool = False


class Investors(Content):
    """Everything the investor pages say."""

    categories: Annotated[tuple[DocumentCategory, ...], Field(min_length=1)]
    """In the order of all overviews; the newest document of the first is the latest filing of the home page."""
    pages: tuple[InvestorPage, ...]
    shared: tuple[SharedRow, ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """The words of each list and single record that has some, by id."""
        return {id: entry.words for id, entry in self._entries() if entry.words}

    @property
    def expected_elsewhere(self) -> frozenset[str]:
        """Ids of those whose words are no reason for a warning."""
        return frozenset(id for id, entry in self._entries() if entry.expected_elsewhere)

    def _entries(self) -> list[tuple[str, DocumentCategory | SharedRow]]:
        return [*((listed.id, listed) for listed in self.categories), *((row.node, row) for row in self.shared)]
