"""The HTML that says whether a file is what was published: finished, escaped, in the language of the given content."""

from collections.abc import Sequence
from datetime import datetime
from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits, file_size, long_date, time_of_day
from starbond_site.documents.reading import Published
from starbond_site.documents.verification import Finding, page_of

MARK = "verify"
"""The element of the page that the server fills (``data-live``)."""


def on_file(site: Site, sha256: str, found: Sequence[Finding], wanted: Finding | None = None) -> str:
    """Return the answer on a file: what it is, and whether it is the document that was asked for.

    Args:
        site: content.
        sha256: of the file.
        found: documents with these bytes, best first.
        wanted: the document that the visitor compares with.

    """
    words = site.interface.verify
    parts = [_comparison(site, sha256, wanted)] if wanted else []
    if found:
        headline = {
            "current": words.current,
            "replaced": words.replaced,
            "withdrawn": words.withdrawn,
        }[found[0].document.state]
        parts += [f'<p class="verdict__headline">{escape(headline)}</p>']
        if len(found) > 1:
            count = digits(words.several.format(count=len(found)), site.interface.dates)
            parts += [f"<p>{escape(count)}</p>"]
        parts += [_document(site, finding) for finding in found]
    else:
        parts += [f'<p class="verdict__headline">{escape(words.unknown)}</p>', f"<p>{escape(words.unknown_text)}</p>"]
    parts += [_hash(words.hash_of_file, sha256)]
    return _verdict(found[0].document.state if found else "unknown", parts)


def on_document(site: Site, finding: Finding) -> str:
    """Return what a document is, before a file is compared with it."""
    words = site.interface.verify
    asked = words.compare.format(number=digits(finding.document.id, site.interface.dates))
    parts = [f'<p class="verdict__headline">{escape(asked)}</p>', _document(site, finding)]
    return _verdict(finding.document.state, [*parts, _hash(words.hash_of_document, finding.document.sha256)])


def sentence(text: str) -> str:
    """Return an answer of one sentence: what could not be answered, and why."""
    return _verdict("none", [f"<p>{escape(text)}</p>"])


def _verdict(state: str, parts: Sequence[str]) -> str:
    return f'<div class="verdict verdict--{state}">{"".join(parts)}</div>'


def _comparison(site: Site, sha256: str, wanted: Finding) -> str:
    words, number = site.interface.verify, digits(wanted.document.id, site.interface.dates)
    is_same = wanted.document.sha256 == sha256
    text = (words.is_document if is_same else words.is_other).format(number=number, name=wanted.document.shown_name)
    return f'<p class="verdict__comparison">{escape(text)}</p>'


def _document(site: Site, finding: Finding) -> str:
    """Return one document: its page, its state, its list, and when it was published."""
    words, document = site.interface.verify, finding.document
    state = {"current": words.state_current, "replaced": words.state_replaced, "withdrawn": words.state_withdrawn}
    lines = [_replacement(site, finding), _withdrawal(site, document)]
    published = words.published.format(moment=_moment(site, document.published_at))
    size = file_size(document.size, site.interface.dates)
    title, path = site.title_of(document.category), site.page_of(document.category)
    facts = (
        f"{escape(words.in_list)} {_link(site, path, title)}",
        escape(published),
        escape(size),
    )
    if document.filed_at:
        entered = words.filed.format(date=long_date(document.filed_at, site.interface.dates))
        facts = (*facts, escape(entered))
    return (
        f'<div class="verdict__document"><p class="verdict__name">{_document_link(site, document)} '
        f'<span class="verdict__state verdict__state--{document.state}">{escape(state[document.state])}</span></p>'
        f"{''.join(f'<p>{line}</p>' for line in lines if line)}"
        f'<p class="verdict__facts">{" · ".join(facts)}</p></div>'
    )


def _replacement(site: Site, finding: Finding) -> str:
    words = site.interface.verify
    if finding.document.replaced_at is None:
        return ""
    moment = escape(words.replaced_at.format(moment=_moment(site, finding.document.replaced_at)))
    if finding.replaced_by is None:
        return moment
    return f"{moment} {escape(words.replaced_by)} {_document_link(site, finding.replaced_by)}"


def _withdrawal(site: Site, document: Published) -> str:
    words = site.interface.verify
    if document.withdrawn_at is None:
        return ""
    why = document.withdrawn_reason
    reason = words.reason.format(reason=why) if why else words.no_reason
    return escape(f"{words.withdrawn_at.format(moment=_moment(site, document.withdrawn_at))} {reason}")


def _hash(label: str, sha256: str) -> str:
    return f'<p class="verdict__hash">{escape(label)} <code>{sha256}</code></p>'


def _document_link(site: Site, document: Published) -> str:
    return _link(site, page_of(document.id), document.shown_name)


def _link(site: Site, path: str, text: str) -> str:
    return f'<a href="{escape(localized(path, site.language))}">{escape(text)}</a>'


def _moment(site: Site, moment: datetime) -> str:
    """Return day and time of day in the company's time."""
    words = site.interface
    return words.verify.moment.format(date=long_date(moment, words.dates), time=time_of_day(moment, words.dates))
