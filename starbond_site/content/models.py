"""Models of the content files.

Models are frozen and forbid unknown fields, so that a mistake in a content file fails the build with file
and field. A ``Text`` is written in the files either as a plain string (in the first language of ``company.toml``) or as
a table ``{en = "...", bn = "..."}``; reading a language turns it into the string of that language,
with the facts of the company filled in (`company.Company.facts`).
"""

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator

from starbond_site.content.addresses import FILE, LANGUAGES, Language
from starbond_site.content.markdown import MarkdownBody
from starbond_site.shared.mistakes import matching

SHIPPED: tuple[Language, ...] = ("en", "bn")
"""Languages of ``interface.toml`` and ``errors.toml`` as shipped; sites with one of them can leave both alone."""


def _languages(info: ValidationInfo) -> tuple[Language, tuple[Language, ...]]:
    """Return the language being read, and all languages of the site whose files are read."""
    context = info.context or {}
    languages = context.get("languages", LANGUAGES)
    return context.get("language", languages[0]), languages


def _known(code: Language, info: ValidationInfo) -> Language:
    """Return the code of a language that a text can have; those of shipped texts may stand there without being read."""
    known = dict.fromkeys((*_languages(info)[1], *SHIPPED))
    if code not in known:
        raise ValueError(f"unknown language {code}; known are {', '.join(known)}")
    return code


def _in_language(value: object, info: ValidationInfo) -> object:
    """Pick the language being read; fall back to the first of the site and remember that a translation is missing."""
    language, languages = _languages(info)
    default, missing = languages[0], (info.context or {}).get("missing", [])
    if not isinstance(value, dict):
        if language != default and isinstance(value, str):
            missing.append(value)
        return value
    for code in value:
        _known(code, info)
    if default not in value:
        raise ValueError(f"the text in {default}, the first language of {FILE}, is missing")
    places = {code: sorted({*re.findall(r"\{\w*\}?|\}", str(text))}) for code, text in value.items()}
    for code, found in places.items():
        if found != places[default]:
            held = " and ".join(f"{', '.join(places[each]) or 'nothing'} in {each}" for each in (default, code))
            raise ValueError(f"the site fills in {held}: write the same words in braces in every language")
    if language not in value:
        missing.append(value[default])
    return value.get(language, value[default])


def _of_each_language(value: object, info: ValidationInfo) -> object:
    """Pick the language being read, which must have a text of its own: that of another language would be wrong."""
    language, languages = _languages(info)
    has_own = language in value if isinstance(value, dict) else len(languages) == 1
    if not has_own:
        raise ValueError(f"the text in {language} is missing; every language of {FILE} needs its own here")
    return _in_language(value, info)


def _with_facts(value: object, info: ValidationInfo) -> object:
    """Fill in what is a fact of the company, such as ``{zone}``; other words in braces stay for where it is shown."""
    if isinstance(value, str) and "{" in value:
        for name, fact in (info.context or {}).get("facts", {}).items():
            value = value.replace(f"{{{name}}}", fact)
    return value


# The last one validates first.
Text = Annotated[str, BeforeValidator(_with_facts), BeforeValidator(_in_language), Field(min_length=1)]
OfEachLanguage = BeforeValidator(_of_each_language)
"""Of a field for which no other language can stand in."""
KnownLanguage = Annotated[Language, AfterValidator(_known)]
OwnText = Annotated[str, BeforeValidator(_with_facts), OfEachLanguage, Field(min_length=1)]
Locale = Annotated[
    str, OfEachLanguage, matching("[a-z]{2,3}-[A-Z]{2}", "this must be language and country, such as en-GB")
]
"""Language and country (BCP 47)."""
Grouping = Annotated[Literal["thousands", "lakhs"], OfEachLanguage]
"""How digits of large numbers are grouped (CLDR)."""
CounterStyle = Annotated[str, OfEachLanguage, matching("[a-z]+(-[a-z]+)*", "this must be a style such as decimal")]
"""Style of page numbers (CSS Counter Styles 3, section 6.1)."""
_SEGMENT = r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*"
_PATH = rf"/({_SEGMENT}(/{_SEGMENT})*)?"
_AS_PATH = "this must be / with letters, digits and hyphens behind it, such as /products/super-glue"
Path = Annotated[str, matching(_PATH, _AS_PATH), Field(max_length=100)]
"""English path of a page, which may have folders (``/products/super-glue``).

Reflex names one file after all of it, which limits its length.
"""
Target = Annotated[str, matching(rf"{_PATH}(#[a-z0-9-]+)?", _AS_PATH), Field(max_length=150)]
"""Path of a page, or a section of one."""
AS_ID = "this must be small letters and digits, with hyphens between them, such as super-glue"
Identifier = Annotated[str, matching("[a-z0-9]+(-[a-z0-9]+)*", AS_ID)]
PictureName = Annotated[
    str,
    matching("[a-z0-9-]+(/[a-z0-9-]+)+", "this must be the name of a picture without its ending, such as pages/office"),
]
"""Folder and name of a picture, such as ``banners/notices``."""
Colour = Annotated[str, matching("#[0-9A-Fa-f]{6}", "this must be # and six digits from 0 to F, such as #B3122C")]


class Content(BaseModel):
    """Base of all content: frozen, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class RouteText(Content):
    """Title and description of one route, as search engines and browser tabs show them."""

    path: Path
    title: Text
    description: Annotated[Text, Field(max_length=155)]
    aliases: tuple[Path, ...] = ()
    """Further addresses that answer with this page themselves, without a redirect."""
    lead: Text = ""
    """Below the heading, in place of the words of ``interface.toml``, or where those have none."""
    picture: PictureName | None = None
    """Shown by the pages of `addresses.WITH_PICTURE`."""
    picture_text: Text = ""
    """Its alternative text; empty for decoration."""
    unfinished: bool = False
    """Whether it only says that something is still to come; menus then say so beside every entry that leads there."""


class WrittenPage(RouteText):
    """A page of one Markdown file; the description is the lead where the file has none."""

    id: Identifier
    menu: Identifier | None = None
    """The menu that its title is added to, below the entries of ``navigation.toml``."""
    body: MarkdownBody

    @model_validator(mode="before")
    @classmethod
    def _described(cls, fields: dict[str, object]) -> dict[str, object]:
        return {"description": fields["lead"], **fields} if "lead" in fields else fields


class NavigationLink(Content):
    """One entry of a menu."""

    label: Text
    path: Target


class NavigationSubgroup(Content):
    """Some entries of a menu, those of a brand or with a title of their own."""

    brand: Identifier = ""
    title: Text = ""
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
    """Address form of the label; names the pictures of this size."""


class JobStep(Content):
    """One step of a job, in one sentence that the texts of its product state."""

    text: Text
    picture: str | None = None
    """A drawing or photograph of it; none for a step that needs no picture."""


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
    steps: Annotated[tuple[JobStep, ...], Field(max_length=6)] = ()
    """How it is used, one step after the other; none where the texts give no steps."""


class Officer(Content):
    """A director or manager; all samples."""

    id: Identifier
    name: Text
    initials: Text = ""
    """Of the monogram, where the letters of the first and the last part of the name are not those (a title)."""
    role: Text
    biography: tuple[Text, ...] = ()


class NewsItem(Content):
    """One piece of news, with a page of its own below the page of all news."""

    id: Identifier
    date: date
    title: Text
    summary: Annotated[Text, Field(max_length=155)]
    """Also the description of its page."""
    picture_text: Text
    """Alternative text of its picture."""
    body: MarkdownBody

    @property
    def path(self) -> str:
        return f"/news/{self.id}"


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
    picture: PictureName | None = None
    picture_text: Text = ""
    """Alternative text of its picture."""


class About(Content):
    """The About page."""

    lead: Text = ""
    blocks: tuple[AboutBlock, ...] = ()


class HomeFact(Content):
    """A fact about the company, in a few letters."""

    value: Text
    label: Text


class Home(Content):
    """The sentences of the home page that are the company's own."""

    heading: Text
    """Title of the page for screen readers, and for everyone where there are no slides; ``{company}`` is filled in."""
    lead: Text = ""
    """What the company is, in one sentence below the slides."""
    facts: tuple[HomeFact, ...] = ()
    """Beside it; ``{products}`` and ``{brands}`` are their numbers."""
    products_lead: Text = ""
    latest_all: Text = ""
    """Of the link from the latest filing to its list; the list's title where there is none."""
