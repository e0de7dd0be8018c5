"""Parts of the pages of the desk: notes, tables, moments, and the fields of forms that the browser itself sends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from html import escape
from urllib.parse import urlencode

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits, long_date
from starbond_site.documents.details import in_utc

UPLOAD = "_upload"
"""Field of a form with the address of an upload; the mark in front keeps it from what is given back to be read."""


def note(text: str, kind: str = "") -> str:
    """Return a sentence that stands out.

    Args:
        text: plain.
        kind: ``done`` for a success, ``wrong`` for a refusal; both are announced.
    """
    role = {"done": ' role="status"', "wrong": ' role="alert"'}.get(kind, "")
    return f'<p class="desk__note{f" desk__note--{kind}" if kind else ""}"{role}>{escape(text)}</p>'


def section(heading: str, html: str, name: str) -> str:
    """Return a section with its heading.

    Args:
        heading: plain.
        html: below it.
        name: id of the heading, unique in the page.
    """
    return (
        f'<section class="desk__section" aria-labelledby="{name}"><h2 id="{name}">{escape(heading)}</h2>'
        f"{html}</section>"
    )


def table(label: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table whose rows are cards on phones.

    Args:
        label: its accessible name.
        heads: plain, one for each column.
        rows: HTML of their cells.
    """
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        "<tr>"
        + "".join(
            f'<td data-head="{escape(text)}"><div>{cell}</div></td>' for text, cell in zip(heads, cells, strict=True)
        )
        + "</tr>"
        for cells in rows
    )
    return (
        f'<table class="desk__table" aria-label="{escape(label)}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def moment(site: Site, value: datetime, *, with_seconds: bool = False) -> str:
    """Return day and time of a moment in the company's time."""
    dates, local = site.interface.dates, local_time.in_local_time(value)
    time = digits(f"{local:%H:%M:%S}" if with_seconds else f"{local:%H:%M}", dates)
    text = site.interface.desk.moment.format(date=long_date(value, dates), time=time)
    return f'<time datetime="{in_utc(value)}">{escape(text)}</time>'


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a form."""

    name: str
    label: str
    kind: str = "text"
    """Type of the ``input``, or ``textarea``."""
    hint: str = ""
    is_required: bool = False
    attributes: str = ""
    """Further ones, as HTML."""


def field(item: Field, typed: Mapping[str, str], problems: Mapping[str, str]) -> str:
    """Return a label, its control with what was typed, and what is wrong with it."""
    value, described = escape(typed.get(item.name, "")), []
    hint = problem = ""
    if item.hint:
        described.append(f"{item.name}-hint")
        hint = f'<small class="desk__hint" id="{item.name}-hint">{escape(item.hint)}</small>'
    if said := problems.get(item.name):
        described.append(f"{item.name}-problem")
        problem = f'<p class="desk__problem" role="alert" id="{item.name}-problem">{escape(said)}</p>'
    attributes = f' class="input" id="{item.name}" name="{item.name}"{item.attributes}'
    attributes += " required" if item.is_required else ""
    attributes += ' aria-invalid="true"' if problem else ""
    attributes += f' aria-describedby="{" ".join(described)}"' if described else ""
    if item.kind == "textarea":
        # The parser of HTML drops a line feed that follows the tag, not a second one.
        control = f"<textarea{attributes}>\n{value}</textarea>"
    else:
        control = f'<input type="{item.kind}"{attributes} value="{value}">'
    label = f'<label class="field__label" for="{item.name}">{escape(item.label)}</label>'
    return f'<div class="desk__field">{label}{control}{hint}{problem}</div>'


def file_field(site: Site, item: Field, typed: Mapping[str, str], problems: Mapping[str, str]) -> str:
    """Return a field for a file that is sent when it is chosen (`components/react/sent_file`).

    The form names the upload. A file that has arrived need not be chosen again when the form was refused.
    """
    sent, words = typed.get(UPLOAD, ""), site.interface.desk
    chooser = replace(item, kind="file", is_required=not sent, attributes=f"{item.attributes} data-sent")
    said = f'<p role="status" data-said>{escape(words.file_kept) if sent else ""}</p>'
    hidden = f'<input type="hidden" name="{UPLOAD}" value="{escape(sent)}">'
    return field(chooser, {}, problems) + said + hidden


def choice(
    name: str,
    label: str,
    options: Iterable[tuple[str, str]],
    typed: Mapping[str, str],
    problems: Mapping[str, str],
    please_choose: str = "",
) -> str:
    """Return a drop-down.

    Args:
        name: of the field.
        label: plain.
        options: value and plain words of each.
        typed: what was chosen, by name.
        problems: what is wrong, by name.
        please_choose: words of the first option, which has no value, where nothing may be chosen by default.
    """
    chosen = typed.get(name, "")
    required = " required" if please_choose else ""
    rows = f'<option value="">{escape(please_choose)}</option>' if please_choose else ""
    rows += "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(words)}</option>'
        for value, words in options
    )
    problem = described = ""
    if said := problems.get(name):
        described = f' aria-invalid="true" aria-describedby="{name}-problem"'
        problem = f'<p class="desk__problem" role="alert" id="{name}-problem">{escape(said)}</p>'
    return (
        f'<div class="desk__field"><label class="field__label" for="{name}">{escape(label)}</label>'
        f'<select class="input select" id="{name}" name="{name}"{required}{described}>{rows}</select>{problem}</div>'
    )


def pager(site: Site, path: str, query: Mapping[str, str], parameter: str, number: int, pages: int) -> str:
    """Return the links to the pages before and after; empty where there is one page.

    Args:
        site: words.
        path: English.
        query: of the page, without its number.
        parameter: of the query that has the number.
        number: of this page, from 1.
        pages: how many there are.
    """
    if pages <= 1:
        return ""
    words = site.interface.documents
    address = localized(path, site.language)
    links = [
        f'<a class="button" href="{escape(f"{address}?{urlencode({**query, parameter: to})}")}">{escape(label)}</a>'
        for label, to in ((words.previous_page, number - 1), (words.next_page, number + 1))
        if 1 <= to <= pages
    ]
    place = escape(digits(words.page_of.format(number=number, count=pages), site.interface.dates))
    return f'<nav class="pager" aria-label="{escape(words.pages_label)}"><span>{place}</span>{"".join(links)}</nav>'


@dataclass(frozen=True, kw_only=True)
class Refused:
    """A form that was refused: it keeps what was typed, and says why at its place."""

    form: str
    """Its name in the page."""
    sentence: str
    typed: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Form:
    """A form that the browser itself sends."""

    name: str
    """Last part of its address."""
    action: str
    heading: str
    text: str
    """What it does, in a sentence."""
    button: str
    hidden: Mapping[str, object]
    has_file: bool = False


def form(item: Form, fields: str, refused: Refused | None) -> str:
    """Return a form in a section of its own, with the reason for which it was refused."""
    own = refused if refused and refused.form == item.name else None
    problem = f'<p class="desk__note desk__note--wrong" role="alert">{escape(own.sentence)}</p>' if own else ""
    encoding = ' enctype="multipart/form-data"' if item.has_file else ""
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(str(value))}">'
        for name, value in item.hidden.items()
    )
    return section(
        item.heading,
        f'<form class="desk__form" method="post" action="{escape(item.action)}"{encoding} '
        f'aria-labelledby="form-{item.name}">'
        f"{problem}<p>{escape(item.text)}</p>{hidden}{fields}"
        f'<button class="button button--primary">{escape(item.button)}</button></form>',
        f"form-{item.name}",
    )


def typed_in(item: str, refused: Refused | None) -> Mapping[str, str]:
    """Return what was typed into a form that was refused; nothing for any other."""
    return refused.typed if refused and refused.form == item else {}


def tick(name: str, label: str) -> str:
    """Return a box that has to be ticked."""
    box = f'<input type="checkbox" id="{name}" name="{name}" value="1" required>'
    return f'<label class="desk__tick" for="{name}">{box}<span>{escape(label)}</span></label>'


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """Return facts as a description list; those without a value are left out.

    Args:
        rows: plain labels and HTML.
    """
    listed = "".join(f"<div><dt>{escape(label)}</dt><dd>{value}</dd></div>" for label, value in rows if value)
    return f'<dl class="desk__facts">{listed}</dl>'


def kept(site: Site, typed: Mapping[str, str]) -> str:
    """Return what was typed, to be copied where the form itself cannot be shown again."""
    lines = "\n".join(value for name, value in typed.items() if value and not name.startswith("_"))
    if not lines:
        return ""
    label = escape(site.interface.desk.typed)
    return (
        f'<div class="desk__field"><label class="field__label" for="typed">{label}</label>'
        f'<textarea class="input" id="typed" readonly>\n{escape(lines)}</textarea></div>'
    )
