"""The HTML of the page of one document, and what its head says of it.

Every function returns finished, escaped HTML in the language of the given content.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from html import escape
from typing import Any

import segno

from starbond_site import local_time
from starbond_site.categories import WITH_FIGURES
from starbond_site.content import Site
from starbond_site.content.addresses import VERIFY, localized
from starbond_site.content.formats import digits, file_size, long_date
from starbond_site.documents.details import Details, Neighbour
from starbond_site.local_time import in_utc
from starbond_site.presentation.markup import pair_link
from starbond_site.settings import settings

QR_CODES = 256
"""QR codes in memory; one takes about 3 ms and 4 kB."""


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """What the page of a document says."""

    title: str
    description: str
    trail: str
    """HTML above the heading: the way back to the list."""
    heading: str
    """Text of the ``h1``."""
    body: str
    """HTML below it."""

    @property
    def html(self) -> str:
        """All of it."""
        return f"{self.trail}<h1>{escape(self.heading)}</h1>{self.body}"


def document_page(site: Site, details: Details) -> DocumentPage:
    """Return the page of a document that is or was public."""
    name = details.document.shown_name
    main = _notes(site, details) + _actions(site, details) + _facts(site, details) + _citation(site, details)
    side = _picture(site, details) + _qr(site, details)
    return DocumentPage(
        title=f"{name} | {site.company.name}",
        description=_description(site, details),
        trail=_trail(site, details),
        heading=name,
        body=f'<div class="document-page__columns"><div>{main}</div><div>{side}</div></div>'
        + _structured_data(site, details),
    )


def gone(site: Site, details: Details) -> str:
    """Return what stands in place of the file of a withdrawn document: words, and the way to its page."""
    address = localized(details.address, site.language)
    link = f'<a href="{address}">{escape(site.interface.document_page.gone_link)}</a>'
    return f"<p><strong>{escape(details.document.shown_name)}</strong></p>{_withdrawn(site, details)}<p>{link}</p>"


@lru_cache(maxsize=QR_CODES)
def qr_code(address: str) -> str:
    """Return an address as a QR code (ISO/IEC 18004) of SVG, dark on light in both themes, with its quiet zone."""
    return segno.make_qr(address, error="m").svg_inline(dark="#000", light="#fff", border=4, omitsize=True)


def check_address(number: int) -> str:
    """Return the absolute address that the QR code of a document leads to."""
    return f"{settings().public_url}/verify?document={number}"


def list_of(site: Site, category: str) -> tuple[str, str]:
    """Return the title of a list or single record, and the English path of the page that shows it, and little else."""
    return site.title_of(category), site.page_of(category)


def _trail(site: Site, details: Details) -> str:
    """Return the way back to the list."""
    title, path = list_of(site, details.document.category)
    label = escape(site.interface.product.breadcrumb_label)
    link = f'<a href="{localized(path, site.language)}">{escape(title)}</a>'
    return f'<nav class="document-page__trail" aria-label="{label}">{link}</nav>'


def _notes(site: Site, details: Details) -> str:
    """Return what a reader has to know before anything else: withdrawn, replaced, entered later."""
    words, dates, notes = site.interface.document_page, site.interface.dates, ""
    if details.withdrawn:
        notes += f'<div class="document-page__note document-page__note--withdrawn">{_withdrawn(site, details)}</div>'
    elif details.replaced_by and details.replaced_at:
        text = escape(words.was_replaced.format(date=long_date(details.replaced_at, dates)))
        notes += f'<p class="document-page__note">{text} {_link(site, details.replaced_by)}</p>'
    if details.filed_at:
        days = {"own_date": details.filed_at, "date": details.document.published_at}
        text = words.entered_later.format(**{name: long_date(day, dates) for name, day in days.items()})
        notes += f'<p class="document-page__note">{escape(text)}</p>'
    return notes


def _withdrawn(site: Site, details: Details) -> str:
    """Return day, time and reason of the withdrawal."""
    words, dates, withdrawn = site.interface.document_page, site.interface.dates, details.withdrawn
    if withdrawn is None:
        return ""
    time = digits(f"{local_time.in_local_time(withdrawn.at):%H:%M}", dates)
    text = words.withdrawn.format(date=long_date(withdrawn.at, dates), time=time)
    without, reason = words.withdrawn_without_reason, withdrawn.reason
    given = words.withdrawn_reason.format(reason=reason) if reason else without
    return f"<p><strong>{escape(text)}</strong></p><p>{escape(given)}</p>"


def _actions(site: Site, details: Details) -> str:
    words, document = site.interface.document_page, details.document
    check = localized(VERIFY, site.language)
    links = [
        _button(f"{check}?document={details.id}", words.check),
        _button(f"{details.address}.receipt", words.receipt),
        _button(f"{details.address}.json", words.record),
    ]
    if details.has_text and not details.withdrawn:
        links.insert(0, _button(localized(f"{details.address}/text", site.language), words.read_text))
    if not details.withdrawn:
        label = site.interface.documents.download_name.format(name=document.shown_name)
        download = f' aria-label="{escape(label)}" target="_blank" rel="noopener"'
        links.insert(0, _button(document.download_url, site.interface.documents.download, " button--primary", download))
    return f'<div class="button-row">{"".join(links)}</div>'


def _button(address: str, label: str, kind: str = "", attributes: str = "") -> str:
    return f'<a class="button{kind}" href="{escape(address)}"{attributes}>{escape(label)}</a>'


def _facts(site: Site, details: Details) -> str:
    """Return the facts as a description list, the hash with a button that scripts show."""
    words, dates, document = site.interface.document_page, site.interface.dates, details.document
    title, path = list_of(site, document.category)
    address = settings().public_url + localized(details.address, site.language)
    facts = [
        (site.interface.documents.file_name, escape(document.file_name) if document.title else ""),
        (words.list, f'<a href="{localized(path, site.language)}">{escape(title)}</a>'),
        (words.type, escape(file_type(details))),
        (words.size, escape(file_size(document.size, dates))),
        (words.pages, digits(details.pages, dates) if details.pages else ""),
        (words.published, _moment(site, document.published_at)),
        (words.own_date, escape(long_date(details.filed_at, dates)) if details.filed_at else ""),
        (words.other_language, pair_link(details.pair)),
        (words.replaces, _link(site, details.replaces)),
        (words.replaced_by, _link(site, details.replaced_by)),
        (words.number, digits(details.id, dates)),
        (words.address, f'<a href="{escape(address)}">{escape(address)}</a>'),
        (words.sha256, f"<code>{document.sha256}</code>{_copy(site, document.sha256, words.copy_sha256)}"),
        *_commitment(site, details),
    ]
    rows = "".join(f"<div><dt>{escape(label)}</dt><dd>{value}</dd></div>" for label, value in facts if value)
    return f'<h2 class="visually-hidden">{escape(words.facts_label)}</h2><dl class="document-page__facts">{rows}</dl>'


def _commitment(site: Site, details: Details) -> list[tuple[str, str]]:
    """Return commitment and salt of a document that was sealed before its publication."""
    if details.commitment is None:
        return []
    words = site.interface.sealed
    note = f'<br><small class="muted">{escape(words.opened_note)}</small>'
    return [
        (words.commitment, f"<code>{details.commitment.sha256}</code>{note}"),
        (words.salt, f"<code>{details.commitment.salt}</code>"),
    ]


def file_type(details: Details) -> str:
    """Return the type of a file as people call it, by its extension."""
    name, media_type = details.document.file_name, details.document.media_type
    return name.rpartition(".")[2].upper() if "." in name else media_type


def _moment(site: Site, moment: datetime) -> str:
    """Return a moment in the company's time and in UTC, to the second."""
    words, dates = site.interface.document_page, site.interface.dates
    local, universal = local_time.in_local_time(moment), moment.astimezone(UTC)
    lines = (
        template.format(date=long_date(shown.date(), dates), time=digits(f"{shown:%H:%M:%S}", dates))
        for template, shown in ((words.local_time, local), (words.utc, universal))
    )
    first, second = map(escape, lines)
    return f'<time datetime="{in_utc(moment)}">{first}<br><span class="muted">{second}</span></time>'


def _link(site: Site, neighbour: Neighbour | None) -> str:
    """Return a link to the page of another document; empty for none."""
    if neighbour is None:
        return ""
    return f'<a href="{localized(f"/documents/{neighbour.id}", site.language)}">{escape(neighbour.shown_name)}</a>'


def _citation(site: Site, details: Details) -> str:
    words, document = site.interface.document_page, details.document
    text = words.citation.format(
        company=site.company.legal_name,
        name=document.shown_name,
        list=list_of(site, document.category)[0],
        date=long_date(details.filed_at or document.published_at, site.interface.dates),
        number=digits(details.id, site.interface.dates),
        address=settings().public_url + localized(details.address, site.language),
    )
    heading = f"<h2>{escape(words.citation_heading)}</h2>"
    copy = _copy(site, text, words.copy_citation)
    return f'<section class="document-page__citation">{heading}<p>{escape(text)}</p>{copy}</section>'


def _copy(site: Site, text: str, label: str) -> str:
    """Return a button that copies a text, hidden until scripts run; its result is announced beside it."""
    said = escape(site.interface.document_page.copied)
    button = f'<button type="button" class="button" data-copy="{escape(text)}" hidden>{escape(label)}</button>'
    return f'<span class="document-page__copy">{button}<span role="status" data-said="{said}"></span></span>'


def _picture(site: Site, details: Details) -> str:
    """Return the picture of the first page; its size is that of the sheet (A4) until it is loaded."""
    if not details.picture_key or details.withdrawn:
        return ""
    alt = escape(site.interface.document_page.picture.format(name=details.document.shown_name))
    picture = f'<img src="{details.address}/page-1.webp" alt="{alt}" width="595" height="842" decoding="async">'
    return f'<a class="document-page__picture no-print" href="{escape(details.document.download_url)}">{picture}</a>'


def _qr(site: Site, details: Details) -> str:
    words, code = site.interface.document_page, qr_code(check_address(details.id))
    image = f'<div role="img" aria-label="{escape(words.qr)}">{code}</div>'
    return f'<figure class="document-page__qr">{image}<figcaption>{escape(words.qr_note)}</figcaption></figure>'


def _description(site: Site, details: Details) -> str:
    words, document, dates = site.interface.document_page, details.document, site.interface.dates
    facts = [file_type(details), file_size(document.size, dates)]
    if details.pages:
        facts.append(f"{words.pages}: {digits(details.pages, dates)}")
    return words.description.format(
        list=list_of(site, document.category)[0],
        company=site.company.name,
        date=long_date(document.published_at, dates),
        details=", ".join(facts),
    )


def _structured_data(site: Site, details: Details) -> str:
    """Return the document as JSON-LD (schema.org ``Report`` or ``DigitalDocument``); nothing of a withdrawn one."""
    if details.withdrawn:
        return ""
    home, document = settings().public_url, details.document
    facts: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Report" if document.category in WITH_FIGURES else "DigitalDocument",
        "@id": home + details.address,
        "url": home + localized(details.address, site.language),
        "name": document.shown_name,
        "identifier": str(details.id),
        "datePublished": in_utc(document.published_at),
        "publisher": {"@type": "Organization", "@id": f"{home}/#organization", "name": site.company.name},
        "encoding": {
            "@type": "MediaObject",
            "contentUrl": home + document.download_url,
            "encodingFormat": document.media_type,
            "contentSize": str(document.size),
            "sha256": document.sha256,
        },
    }
    if details.filed_at:
        facts["dateCreated"] = local_time.local_date(details.filed_at).isoformat()
    # "<" is escaped, so that a name cannot close the script element.
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'
