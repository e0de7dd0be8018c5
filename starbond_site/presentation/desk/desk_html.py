"""Parts of the pages of the desk: notes, refusals, sections, tables, moments and facts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.documents.records import Document, DocumentState
from starbond_site.presentation.form_fields import FormInput, lines
from starbond_site.presentation.html_parts import column_heads, document_name, link
from starbond_site.shared.local_time import in_utc

MARK = "desk"
"""Of the element of the frame that a page is written into (``data-live``)."""

UNTYPED = frozenset({"operation", "number", "credential"})
"""Fields that no person types: buttons and rows of pages of people, and what an authenticator answers."""


def note(text: str, kind: str = "") -> Node:
    """Return a sentence that stands out; ``done`` for a success, ``wrong`` for a refusal, which are both announced."""
    role = {"done": "status", "wrong": "alert"}.get(kind)
    return text and h.p(class_=["desk__note", kind and f"desk__note--{kind}"], role=role)[text]


def refusal(given: FormInput, body: str = "") -> Node:
    """Return why a form was refused, which has the focus as the page opens; nothing where none was.

    Sentences lead to the fields that the HTML of the page, ``body``, still has.
    """
    about = given.problems or {f"form-{given.form}": given.sentence}
    return (
        any(about.values())
        and h.div(".desk__note.desk__note--wrong", role="alert", tabindex="-1", autofocus=True)[
            [
                # All lines of what is wrong stand at the field.
                h.p[h.a(href=f"#{name}")[text.partition("\n")[0]] if f'id="{name}"' in body else lines(text)]
                for name, text in about.items()
            ]
        ]
    )


def folded(heading: str, name: str, *inside: Node, is_open: bool = False) -> Element:
    """Return a section that is folded until its heading, with the id ``name``, is pressed, or a link leads inside."""
    return h.details(".desk__fold", id=f"{name}-fold", open=is_open)[
        h.summary[h.h2(id=name)[heading]], h.div(".desk__section")[inside]
    ]


def corrections(site: Site, address: str, name: str) -> Node:
    """Return the links that fill the form of a page with an entry, and lead to the one that removes it.

    The query of ``address`` chooses the entry.
    """
    leads = (
        (site.interface.desk_figures.correct, "#form-set"),
        (site.interface.account.remove, "&remove=1#form-remove"),
    )
    return [[h.a(href=address + to, aria_label=f"{label}: {name}")[label], " "] for label, to in leads]


def section(heading: str, name: str, *inside: Node) -> Element:
    return h.section(".desk__section", aria_labelledby=name)[h.h2(id=name)[heading], inside]


def table(label: str, heads: Sequence[str], rows: Iterable[Sequence[Node]]) -> Element:
    """Return a table whose rows are cards on phones."""
    return h.table(".desk__table", aria_label=label)[
        column_heads(heads),
        h.tbody[
            [
                h.tr[[h.td(data_head=text)[h.div[cell]] for text, cell in zip(heads, cells, strict=True)]]
                for cells in rows
            ]
        ],
    ]


def moment(site: Site, value: datetime, *, with_seconds: bool = False) -> Element:
    return h.time(datetime=in_utc(value))[site.date_and_time(value, with_seconds=with_seconds)]


def duration(site: Site, value: timedelta) -> str:
    """Return a time such as ``12:31`` or ``23:12:31``, from one day on in days; what is not whole is cut off."""
    seconds, words = int(value.total_seconds()), site.interface.clock
    if days := seconds // 86_400:
        return words.day if days == 1 else site.digits(words.days.format(days=days))
    hours, minutes = seconds // 3600, seconds % 3600 // 60
    text = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
    return site.digits(text)


def countdown(site: Site, left: timedelta, late: str) -> Element:
    """Return the time that is left, as text that scripts count down: see `components.react.countdown`.

    Args:
        left: zero or less from the moment on.
        late: what is said then; its ``{time}`` has passed since.
    """
    words, is_late = site.interface.clock, left <= timedelta()
    return h.span(
        class_=["desk__left", is_late and "desk__left--late"],
        role="timer",
        data_seconds=int(left.total_seconds()),
        data_words=words.left,
        data_late=late,
        data_days=words.days,
        data_day=words.day,
        data_digits=site.interface.dates.digits,
    )[(late if is_late else words.left).format(time=duration(site, abs(left)))]


def way(site: Site, path: str, label: str, *, is_primary: bool = False) -> Element:
    """Return a link that looks like a button, to an English path in the language of the page."""
    return h.a(class_=["button", is_primary and "button--primary"], href=site.address(path))[label]


def facts(rows: Iterable[tuple[str, Node]]) -> Element:
    """Return facts as a description list; those without a value are left out."""
    return h.dl(".desk__facts")[[h.div[h.dt[label], h.dd[value]] for label, value in rows if value]]


def document_link(site: Site, document: Document | None) -> Node:
    return document and link(site, f"{DESK}/documents/{document.id}", document_name(document.shown_name))


def document_state(site: Site, value: DocumentState) -> Element:
    return h.span(class_=f"desk__state desk__state--{value}")[site.interface.desk.states[value]]


def copy_button(site: Site, text: str, label: str, style: str | None = None) -> Element:
    """Return a button that copies a text, hidden until scripts run; its result is announced beside it."""
    return h.span(class_=style)[
        h.button(".button", type="button", data_copy=text, hidden=True)[label],
        h.span(role="status", data_said=site.interface.document_page.copied),
    ]


def kept(site: Site, typed: Mapping[str, str]) -> Node:
    """Return the typed texts, to be copied where the form itself cannot be shown again."""
    lines = "\n".join(
        value for name, value in typed.items() if value and not name.startswith("_") and name not in UNTYPED
    )
    return (
        lines
        and h.div(".desk__field")[
            h.label(".field__label", for_="typed")[site.interface.desk.typed],
            h.textarea(".input", id="typed", readonly=True)["\n", lines],
        ]
    )
