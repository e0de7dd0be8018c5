"""Models of the content files.

Models are frozen and forbid unknown fields, so that a mistake in a content file fails the build with file
and field. A ``Text`` is written in the files either as a plain string (English only) or as a table
``{en = "...", bn = "..."}``; reading a language turns it into the string of that language.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from starbond_site.categories import LISTS, SINGLES, Category

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


def _one_of(categories: Sequence[Category]) -> Callable[[str], str]:
    """Return the check that a value names one of the categories."""
    known = [category.value for category in categories]

    def check(value: str) -> str:
        if value not in known:
            message = f"must be one of {', '.join(known)}"
            raise ValueError(message)
        return value

    return check


Text = Annotated[str, BeforeValidator(_in_language), Field(min_length=1)]
Path = Annotated[str, Field(pattern=r"^/[A-Za-z0-9]*(#[a-z0-9-]+)?$")]
Identifier = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
PictureName = Annotated[str, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)+$")]
"""Folder and name of a picture, such as ``banners/notices``."""
Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]


class Content(BaseModel):
    """Base of all content: frozen, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class PageText(Content):
    """Title and description of one route, as search engines and browser tabs show them."""

    path: Path
    title: Text
    description: Annotated[Text, Field(max_length=155)]
    lead: Text = ""
    """Below the heading, in place of the words of ``interface.toml``, or where those have none."""
    picture: PictureName | None = None
    """Shown by the pages of `addresses.WITH_PICTURE`."""
    picture_text: Text = ""
    """Its alternative text; empty for decoration."""
    unfinished: bool = False
    """Whether it only says that something is still to come; menus then say so beside every entry that leads there."""


class NavigationLink(Content):
    """One entry of a menu."""

    label: Text
    path: Path


class NavigationSubgroup(Content):
    """The entries of one brand."""

    brand: Identifier
    links: Annotated[tuple[NavigationLink, ...], Field(min_length=1)]


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
    """Whether it has a card on the home page."""


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
    """One sentence of the body, word for word, set large beside it and on the home page."""
    summary: Text = ""
    """Shown on the home page alone."""
    on_home: bool = False
    """Whether the home page leads to it; at most one letter does."""
    salutation: Text
    body: str


class AboutBlock(Content):
    """One of the blocks of About Us."""

    id: Identifier
    title: Text
    paragraphs: tuple[Text, ...]


class About(Content):
    """The About page."""

    lead: Text = ""
    blocks: tuple[AboutBlock, ...] = ()


class Home(Content):
    """The sentences of the home page that are the company's own."""

    heading: Text
    """Title of the page for screen readers, and for everyone where there are no slides; ``{company}`` is filled in."""
    products_lead: Text = ""
    latest_all: Text = ""
    """Of the link from the latest filing to its list; the list's title where there is none."""


class DocumentCategory(Content):
    """A list of documents that investors download."""

    id: Annotated[str, AfterValidator(_one_of(LISTS))]
    title: Text
    """Title of its table."""
    form: Text
    """Title of its upload form."""
    note: Text
    empty: Text


class InvestorPage(Content):
    """A page that shows one or more document lists."""

    path: Path
    title: Text
    lead: Text
    banner: Identifier
    categories: tuple[str, ...]


class SharedRow(Content):
    """A fixed row of Shared Information."""

    node: Annotated[str, AfterValidator(_one_of(SINGLES))]
    title: Text


class Investors(Content):
    """Everything the investor pages say."""

    categories: tuple[DocumentCategory, ...]
    pages: tuple[InvestorPage, ...]
    shared: tuple[SharedRow, ...] = ()
