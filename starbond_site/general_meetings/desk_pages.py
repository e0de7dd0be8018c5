"""``/desk/meetings``: enters, changes and cancels general meetings, and enters their results."""

import htpy as h
from htpy import Element
from starlette.routing import Route

from starbond_site import content
from starbond_site.categories import MEETINGS
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, MEETINGS_PAGE, localized
from starbond_site.content.languages import BANGLA, HAS_BANGLA_TEXTS
from starbond_site.documents import versions
from starbond_site.documents.refusals import Refusal
from starbond_site.general_meetings import service
from starbond_site.general_meetings.service import DAYS, FIELDS, LINES, LINKS, MOMENTS, RESULTS, Meeting
from starbond_site.presentation.desk.parts import folded, note, table, way
from starbond_site.presentation.forms import CONFIRMED, SEEN, Field, form, tick
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

PATH = f"{DESK}/meetings"
KINDS = {**dict.fromkeys(MOMENTS, "datetime-local"), **dict.fromkeys(DAYS, "date"), **dict.fromkeys(LINKS, "url"),
         **dict.fromkeys(LINES, "textarea")}  # fmt: skip


def _list(asked: Asked) -> Shown:
    site, words, found = asked.site, asked.site.interface.meetings, service.read(asked.archive)
    rows = [(meeting.text("starts").replace("T", " "), _link(site, meeting)) for meeting in found]
    add = _form(asked, Meeting({}), "add", FIELDS)
    return Shown(
        site.page(MEETINGS_PAGE).title,
        [
            bool(rows) and table(site.page(MEETINGS_PAGE).title, (words.labels["starts"], words.labels["kind"]), rows),
            folded(words.forms["add"], "form-add", add, is_open=not rows or asked.given.form == "add"),
        ],
    )


def _link(site: Site, meeting: Meeting) -> Element:
    return h.a(href=localized(f"{PATH}/{meeting.number}", site.language))[meeting.title(site)]


def _one(asked: Asked) -> Shown | None:
    meeting = next((each for each in service.read(asked.archive) if each.number == asked.number), None)
    if meeting is None:
        return None
    words = asked.site.interface.meetings
    parts = {"change": FIELDS, "results": RESULTS, "cancel": ()}
    return Shown(
        meeting.title(asked.site),
        [
            note(words.done if asked.query.get("done") else "", "done"),
            h.p[way(asked.site, f"{MEETINGS_PAGE}/{meeting.year}", words.open)],
            [
                folded(
                    words.forms[name],
                    f"form-{name}",
                    _form(asked, meeting, name, fields),
                    is_open=name == (asked.given.form or "change"),
                )
                for name, fields in parts.items()
            ],
        ],
    )


def _form(asked: Asked, meeting: Meeting, name: str, fields: tuple[str, ...]) -> Element:
    site, path = asked.site, f"{PATH}/{meeting.number}/{name}" if meeting.number else f"{PATH}/{name}"
    words = site.interface.meetings.forms[name]
    shown = [field for field in fields if HAS_BANGLA_TEXTS or not field.endswith("_bn")]
    inside = [_field(site, field).written(asked.given.of(name), meeting.text(field)) for field in shown]
    seen = meeting.sequence if meeting.number else versions.read(asked.archive, MEETINGS)
    hidden, named = {SEEN: seen}, f"form-{name}"
    path, inside = localized(path, site.language), inside or tick(CONFIRMED, words)
    return form(path, inside, words, hidden=hidden, is_primary=name != "cancel", aria_labelledby=named)


def _field(site: Site, name: str) -> Field:
    words = site.interface.meetings
    return Field(
        name=name.replace("_", "-"),
        label=words.labels[name],
        kind=KINDS.get(name, "text"),
        hint=words.hints.get(name, ""),
        options=[(kind.id, kind.title) for kind in site.meetings.kinds] if name == "kind" else (),
        is_required=name in ("starts", "agenda", *RESULTS),
        attributes={"lang": BANGLA} if name.endswith("_bn") else {},
    )


def _enter(sent: Sent) -> str:
    if sent.name != "add" and not sent.number:
        raise Refusal("meeting_unknown", number=0)
    names = RESULTS if sent.name == "results" else FIELDS
    typed = {name: sent.fields.get(name.replace("_", "-"), "") for name in names}
    if sent.name == "cancel":
        sent.check_confirmed()
        typed = {"cancelled": "yes"}
    return f"{PATH}/{service.enter(sent.archive, typed, sent.actor, sent.number, seen=sent.seen).number}?done=1"


LIST = Page(path=PATH, label=lambda site: site.page(MEETINGS_PAGE).title, show=_list, actions={"add": Action(_enter)})
ONE = Page(
    path=PATH + "/{number:id}", show=_one, actions=dict.fromkeys(("change", "results", "cancel"), Action(_enter))
)


def routes(desk: Desk) -> list[Route]:
    """Return the routes, where the site has the page."""
    return [*LIST.routes(desk), *ONE.routes(desk)] if content.read().has(MEETINGS_PAGE) else []
