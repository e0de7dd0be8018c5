"""Models of ``company.toml`` and ``map.toml``: who the site belongs to, its languages, and its offices."""

import re
from typing import Annotated, Literal, get_args
from urllib.parse import quote

from pydantic import AfterValidator, Field

from starbond_site.content.addresses import CODE, Language
from starbond_site.content.dealers import DealerPlaces
from starbond_site.content.models import Content, Identifier, Text
from starbond_site.shared import local_time
from starbond_site.shared.mistakes import matching


def _language_code(code: str) -> str:
    if not CODE.fullmatch(code):
        raise ValueError(f"{code!r} is no code of a language; write two or three small letters, such as en")
    return code


def _distinct(codes: tuple[Language, ...]) -> tuple[Language, ...]:
    for n, code in enumerate(codes):
        if code in codes[:n]:
            message = f"{code!r} is there twice"
            raise ValueError(message)
    if not codes:
        raise ValueError("at least one language is needed, such as en")
    return codes


class Phone(Content):
    """A telephone number: how it is shown and how it is dialled."""

    shown: Text
    dial: Annotated[str, matching(r"\+[0-9]{6,15}", "this must be + and 6 to 15 digits, such as +880200000001")]


Weekday = Literal["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)
TimeOfDay = Annotated[
    str, matching("([01][0-9]|2[0-3]):[0-5][0-9]", 'this must be a time in quotation marks, such as "09:30"')
]
Address = Annotated[str, matching("https://.*", "this must be an address that begins with https://")]


class OpeningHours(Content):
    """The hours of an office as data, in the company's time zone; ``opens`` and ``closes`` are how people read them."""

    days: Annotated[tuple[Weekday, ...], Field(min_length=1)]
    first: TimeOfDay
    last: TimeOfDay
    opens: Text
    closes: Text


class Office(Content):
    """An address at which the company can be met."""

    id: Identifier
    title: Text
    lines: tuple[Text, ...]
    hours: Text
    opening: OpeningHours | None = None
    """The same as data; without it nothing says whether the office is open now."""
    phone: Phone
    map_url: Address


class SocialLink(Content):
    """A profile of the company elsewhere."""

    name: Annotated[str, Field(min_length=1)]
    """As the link says it; those that `components.elements` knows have a drawn mark."""
    url: Address


class Messenger(Content):
    """The chat widget; loaded only after a visitor asks for it."""

    page_id: str


class Company(Content):
    """Who the site belongs to."""

    languages: Annotated[tuple[Annotated[Language, AfterValidator(_language_code)], ...], AfterValidator(_distinct)]
    """Codes of its languages; pages in the first stand at the root, the others below their code."""
    country: Annotated[str, matching("[A-Z]{2}", "this must be the two capital letters of a country, such as BD")]
    """ISO 3166-1 alpha-2; also chooses how telephone numbers are read and written (`content.telephone`)."""
    time_zone: Annotated[str, AfterValidator(lambda name: local_time.zone(name).key)]
    """Name of the IANA time zone database; `local_time` reads it too."""
    time_zone_name: Text
    """As sentences name it: ``{zone}`` in every text."""
    currency: Annotated[str, matching("[A-Z]{3}", "this must be the three capital letters of a currency, such as BDT")]
    """ISO 4217; `categories.Unit` reads it too."""
    currency_name: Text
    """As sentences name it: ``{currency}`` in every text."""
    name: Text
    legal_name: Text
    tagline: Text
    blurb: Text
    email: Annotated[str, matching(r"[^@\s]+@[^@\s]+\.[a-z]+", "this must be an address such as info@example.com")]
    hours: Text
    sales_phone: Phone
    whatsapp: Annotated[str, matching("[0-9]{6,15}", "this must be 6 to 15 digits, such as 8801700000000")]
    whatsapp_greeting: Text
    """Text that a product page's WhatsApp link opens with; ``{product}`` is the product's name."""
    offices: tuple[Office, ...] = ()
    social: tuple[SocialLink, ...] = ()
    """In the order in which they are shown."""
    messenger: Messenger | None = None
    dealer_places: DealerPlaces | None = None
    """Needed by the page of the dealers."""
    copyright: Text
    """Copyright line; ``{year}`` is the year of the build."""

    def chat(self, message: str = "") -> str:
        """Return the address of the chat in WhatsApp, with a message already written.

        ASCII alone is percent-encoded: browsers encode Bangla themselves, and encoded it is three times as long.
        """
        text = re.sub(r"[\x00-\x7f]+", lambda ascii_: quote(ascii_[0]), message)
        return f"https://wa.me/{self.whatsapp}{text and '?text='}{text}"

    @property
    def facts(self) -> dict[str, str]:
        """Values for the words in braces of every text of the content."""
        return {"zone": self.time_zone_name, "currency": self.currency_name}


Point = tuple[Annotated[float, Field(ge=0, le=320)], Annotated[float, Field(ge=0, le=320)]]
"""Across and down, in units of the drawing: about one pixel on a phone."""


class MapLine(Content):
    """A river or a road."""

    kind: Literal["water", "road"]
    name: Text
    points: Annotated[tuple[Point, ...], Field(min_length=2)]
    name_at: Point


class MapPlace(Content):
    """A dot with its name; that of an office is larger and has the office's title below."""

    name: Text
    at: Point
    office: Identifier | None = None
    side: Literal["left", "right"] = "right"
    """Of the dot, where the name stands."""


class CityMap(Content):
    """The drawn map of the offices (``map.toml``): a plain scheme, not to scale, as ``note`` says."""

    title: Text
    note: Text
    height: Annotated[int, Field(gt=0, le=320)]
    lines: tuple[MapLine, ...] = ()
    places: Annotated[tuple[MapPlace, ...], Field(min_length=1)]
