"""Words of the layout of every page: header, footer, search, switches, announcements, dates and print."""

from typing import Annotated, Literal

from pydantic import Field

from starbond_site.content.models import Content, OfEachLanguage, OwnText, Text


class HeaderWords(Content):
    """The header of every page."""

    skip_link: Text
    navigation_label: Text
    home_link: Text
    menu: Text
    unfinished: Text
    """Beside a menu entry whose page is still to come."""


class LinksWords(Content):
    """What is said of links everywhere."""

    new_tab: Text


class FooterWords(Content):
    """The footer of every page."""

    learn_more: Text
    learn_more_about: Text
    reach_heading: Text
    newsletter_heading: Text
    whatsapp: Text
    messenger: Text
    messenger_consent: Text
    messenger_open: Text


class SearchWords(Content):
    """The search box of the header and its results."""

    label: Text
    placeholder: Text
    open: Text
    close: Text
    hint: Text
    products: Text
    pages: Text
    documents: Text
    texts: Text
    more: Text
    page: Text
    count: Text
    count_one: Text
    none: Text
    loading: Text
    failed: Text
    call: Text
    whatsapp: Text
    question: Text


class ThemeWords(Content):
    """The switch between light and dark."""

    label: Text


class LanguageWords(Content):
    """The language itself; every language has its own."""

    name: OwnText
    """In the language itself, as the link to it on pages in other languages."""
    call: OwnText
    """To read on in it; the accessible name of that link."""
    locale: Annotated[str, OfEachLanguage, Field(pattern=r"^[a-z]{2,3}-[A-Z]{2}$")]
    """Language and country (BCP 47)."""
    grouping: Annotated[Literal["thousands", "lakhs"], OfEachLanguage]
    """How digits of large numbers are grouped (CLDR)."""
    counter: Annotated[str, OfEachLanguage, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]
    """Style of page numbers (CSS Counter Styles 3, section 6.1)."""


class LiveWords(Content):
    """What is announced while a page is open."""

    published: Text
    withdrawn: Text
    updated: Text
    connection_lost: Text
    connection_back: Text
    polled: Text
    figures_label: Text


class DatesWords(Content):
    """How dates, times and numbers are written."""

    digits: Text
    months: tuple[Text, ...]
    date: Text
    bytes: Text
    kilobytes: Text
    megabytes: Text


class PrintWords(Content):
    """The buttons that print a page, and what only paper shows."""

    sheet_date: Text
    list_button: Text
    message_button: Text
