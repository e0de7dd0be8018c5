"""What the upload forms say of a file before it is public, as JSON."""

from collections.abc import Iterator
from typing import TypedDict

from starbond_site.categories import LISTS, SINGLES, Category
from starbond_site.content import Site
from starbond_site.content.formats import digits, long_date
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.preflight import Remark
from starbond_site.documents.preflight.report import Place, Report
from starbond_site.settings import settings


class Fact(TypedDict):
    """One thing that visitors would get."""

    label: str
    value: str


class Said(TypedDict):
    """One remark."""

    code: str
    sentence: str
    is_note: bool


class Answer(TypedDict):
    """What a form shows."""

    whole: bool
    """Whether the file itself was looked at."""
    code: str
    """Of the refusal; empty where it would be published."""
    refusal: str
    """Likewise, as a sentence."""
    facts: list[Fact]
    remarks: list[Said]
    """Slips first."""


def answer(site: Site, report: Report) -> Answer:
    words, refusal = site.interface.preflight, report.refusal
    reason = refusal_sentence(refusal.code, site.language, refusal.values) if refusal else ""
    facts = _facts(site, report.place) if report.place else ()
    return {
        "whole": report.is_whole,
        "code": refusal.code if refusal else "",
        "refusal": words.would_refuse.format(reason=reason) if reason else "",
        "facts": [{"label": label, "value": value} for label, value in facts],
        "remarks": [_remark(site, remark) for remark in sorted(report.remarks, key=lambda remark: remark.is_note)],
    }


def _facts(site: Site, place: Place) -> Iterator[tuple[str, str]]:
    words, dates = site.interface.preflight, site.interface.dates
    title, day = site.title_of(place.category), long_date(place.at, dates)
    if place.title:
        yield words.title, place.title
    yield words.name, place.file_name
    if place.category in SINGLES:
        page = site.page(site.page_of(place.category)).title
        yield words.place, words.single_row.format(page=page, title=title, date=day)
        yield words.replaces, place.replaces.shown_name if place.replaces else words.replaces_nothing
    else:
        number, count = digits(place.number, dates), digits(place.total, dates)
        yield words.place, words.row.format(list=title, number=number, count=count, date=day)
    if place.pair:
        yield words.pair_of, place.pair
    # Alerts tell of lists, and only where mail can be sent (`alerts.queueing`).
    if place.category in LISTS and settings().smtp_url:
        names = {"company": site.company.name, "list": title, "title": place.shown_name}
        yield words.mail_subject, site.interface.alert_mails.subject_one.format(**names)
    yield words.address, words.address_form.format(address=f"{settings().public_url}/documents/")


def _remark(site: Site, remark: Remark) -> Said:
    values = {name: _value(site, value) for name, value in remark.values.items()}
    sentence = getattr(site.interface.remarks, remark.code).format(**values)
    return {"code": remark.code, "sentence": sentence, "is_note": remark.is_note}


def _value(site: Site, value: object) -> str:
    """Return a list by its title, and a number in the digits of the language; names stay as they are."""
    if isinstance(value, Category):
        return site.title_of(value)
    return digits(value, site.interface.dates) if isinstance(value, int) else str(value)
