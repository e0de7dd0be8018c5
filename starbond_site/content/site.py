"""The content of the site in one language, with look-ups, and how that language writes numbers, days and addresses."""

from datetime import date, datetime
from typing import TypeVar

from starbond_site.content.addresses import FILINGS, NEWS, SHARED, Language, localized
from starbond_site.content.colours import Colours
from starbond_site.content.company import CityMap, Company
from starbond_site.content.dealers import Dealer
from starbond_site.content.facts import ProductFacts
from starbond_site.content.interface import Interface
from starbond_site.content.investors import DocumentCategory, InvestorPage, Investors
from starbond_site.content.materials import Material, TradeWords
from starbond_site.content.models import (
    About,
    Brand,
    Content,
    Home,
    Letter,
    NavigationGroup,
    NewsItem,
    Officer,
    Product,
    RouteText,
    Slide,
    WrittenPage,
)
from starbond_site.content.reporting import NO_DUTIES, Calendar, Duties, FigureKinds, Meetings
from starbond_site.content.safety import Safety
from starbond_site.content.sentences import Errors
from starbond_site.content.shareholders import Dividends, ShareFacts
from starbond_site.shared import local_time
from starbond_site.shared.digits import written_in

Item = TypeVar("Item")


class People(Content):
    """Who leads the company."""

    directors: tuple[Officer, ...] = ()
    managers: tuple[Officer, ...] = ()


class Site(Content):
    """Everything a visitor reads, in one language.

    A field with a model of its own is read from the file of its name; where it has a default, the file may be missing.
    """

    language: Language
    company: Company
    navigation: tuple[NavigationGroup, ...]
    pages: tuple[RouteText, ...]
    brands: tuple[Brand, ...]
    products: tuple[Product, ...]
    """By path, in the order of the Products menu; those that it does not name follow."""
    home: Home
    slides: tuple[Slide, ...]
    slide_pauses: tuple[int, int]
    """Milliseconds that the first slide stands, and every other one."""
    about: About = About()
    people: People = People()
    letters: tuple[Letter, ...]
    written: tuple[WrittenPage, ...] = ()
    """Pages of a Markdown file each."""
    news: tuple[NewsItem, ...]
    """Newest first."""
    investors: Investors
    duties: Duties = NO_DUTIES
    calendar: Calendar = Calendar()
    figures: FigureKinds = FigureKinds()
    dealers: tuple[Dealer, ...]
    """A sample, shown until dealers are imported; the same in both languages."""
    colours: Colours
    map: CityMap | None = None
    materials: tuple[Material, ...]
    """In the order of the finder's choices."""
    facts: ProductFacts = ProductFacts()
    safety: Safety = Safety()
    dividends: Dividends = Dividends()
    shareholding: ShareFacts = ShareFacts()
    meetings: Meetings = Meetings()
    trade_words: TradeWords = TradeWords()
    interface: Interface
    errors: Errors

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that has a page, products included, without ``/404``."""
        pages = (page.path for page in self.texts if page.path != "/404")
        return (*pages, *(product.path for product in self.products))

    @property
    def texts(self) -> tuple[RouteText, ...]:
        """Title and description of every page but those of products: of ``pages.toml``, written ones, news."""
        is_listed = any(page.path == NEWS for page in self.pages)
        news = (RouteText(path=item.path, title=item.title, description=item.summary) for item in self.news)
        return (*self.pages, *self.written, *(news if is_listed else ()))

    def has(self, path: str) -> bool:
        """Return whether a page exists; `addresses.OPTIONAL` lists those that need not."""
        return path in self.paths

    @property
    def aliases(self) -> dict[str, str]:
        """Every further address that answers itself, and the path of the page it shows."""
        return {alias: page.path for page in self.texts for alias in page.aliases}

    def page(self, path: str) -> RouteText:
        """Return title and description of any route; those of a product page are the product's own."""
        for page in self.texts:
            if page.path == path:
                return page
        product = self.product(path)
        return RouteText(path=path, title=product.name, description=product.description)

    def period(self, kind: str, end: date) -> str:
        """Return a reporting period (`categories.Period`) in words."""
        return self.interface.figures.periods[kind].format(date=self.long_date(end))

    def address(self, path: str) -> str:
        """Return the address of an English path in this language."""
        return localized(path, self.language)

    def digits(self, value: object) -> str:
        """Return a number, or any text with numbers in it, in the digits of the language."""
        return written_in(self.interface.dates.digits, value)

    def long_date(self, value: date | datetime) -> str:
        """Return a day such as ``20 November 2026``; a moment counts as the day it is in the company's time."""
        if isinstance(value, datetime):
            value = local_time.local_date(value)
        words = self.interface.dates
        return self.digits(words.date.format(day=value.day, month=words.months[value.month - 1], year=value.year))

    def month_name(self, value: date) -> str:
        """Return a month such as ``October 2026``."""
        return self.digits(f"{self.interface.dates.months[value.month - 1]} {value.year}")

    def time_of_day(self, value: datetime, *, with_seconds: bool = False) -> str:
        """Return the time of a moment in the company's time, such as ``14:05``."""
        local = local_time.in_local_time(value)
        return self.digits(f"{local:%H:%M:%S}" if with_seconds else f"{local:%H:%M}")

    def date_and_time(self, value: datetime, *, with_seconds: bool = False, with_zone: bool = False) -> str:
        """Return day and time of a moment in the company's time, such as ``20 November 2026, 14:05``."""
        words = self.interface.dates
        text = words.moment_in_zone if with_zone else words.moment
        return text.format(date=self.long_date(value), time=self.time_of_day(value, with_seconds=with_seconds))

    def file_size(self, count: int) -> str:
        """Return a size in bytes as people read it: decimal units, two significant digits at the least."""
        words = self.interface.dates
        if count < 1000:
            return self.digits(words.bytes.format(number=count))
        if count < 1_000_000:
            return self.digits(words.kilobytes.format(number=(count + 500) // 1000))
        return self.digits(words.megabytes.format(number=f"{(count + 50_000) // 100_000 / 10:g}"))

    def product(self, path: str) -> Product:
        return _one(self.products, "path", path)

    def products_of(self, brand: str) -> tuple[Product, ...]:
        return tuple(product for product in self.products if product.brand == brand)

    def brand(self, id: str) -> Brand:
        return _one(self.brands, "id", id)

    def person(self, id: str) -> Officer:
        return _one((*self.people.directors, *self.people.managers), "id", id)

    def letter(self, id: str) -> Letter:
        return _one(self.letters, "id", id)

    @property
    def home_letter(self) -> Letter | None:
        return next((letter for letter in self.letters if letter.on_home), None)

    def category(self, id: str) -> DocumentCategory:
        return _one(self.investors.categories, "id", id)

    @property
    def listed(self) -> tuple[str, ...]:
        """Ids of the lists and rows of Shared Information that take any document; safety data sheets need a product."""
        lists = (one.id for one in self.investors.categories if not one.of_products)
        return (*lists, *(row.node for row in self.investors.shared))

    @property
    def topics(self) -> dict[str, str]:
        """Titles of what alerts can be about, by id: every list, and for safety data sheets one for each product."""
        return {
            topic: title
            for one in self.investors.categories
            for topic, title in (
                [(f"{one.id}/{product.id}", f"{one.title}: {product.name}") for product in self.products]
                if one.of_products
                else [(one.id, one.title)]
            )
        }

    @property
    def sheets(self) -> DocumentCategory | None:
        """The list of safety data sheets; None where the company has none."""
        return next((one for one in self.investors.categories if one.of_products), None)

    def title_of(self, category: str) -> str:
        """Return the title of a list or of a row of Shared Information, or its id where content has it no more."""
        titles = {one.id: one.title for one in self.investors.categories}
        titles |= {row.node: row.title for row in self.investors.shared}
        return titles.get(category, category)

    def page_of(self, category: str) -> str:
        """Return the path of the page with the fewest lists that shows a list or row; ``/filings`` where none does."""
        if any(row.node == category for row in self.investors.shared):
            return SHARED
        pages = [page for page in self.investors.pages if category in page.categories]
        return min(pages, key=lambda page: len(page.categories)).path if pages else FILINGS

    def investor_page(self, path: str) -> InvestorPage:
        return _one(self.investors.pages, "path", path)


def _one(items: tuple[Item, ...], field: str, value: str) -> Item:
    for item in items:
        if getattr(item, field) == value:
            return item
    raise KeyError(f"no {field} {value!r}; known are {', '.join(getattr(item, field) for item in items)}")
