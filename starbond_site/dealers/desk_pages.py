"""``/desk/dealers``: imports dealers from a table, a file or typed; a refused one is corrected there."""

import htpy as h
from htpy import Element
from starlette.routing import Route

from starbond_site import content
from starbond_site.content.addresses import DEALERS_PAGE
from starbond_site.content.dealers import DealersFileError
from starbond_site.content.formats import digits
from starbond_site.dealers import service
from starbond_site.dealers.desk_html import PATH, REPLACE, page
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation.forms import FILE_NAME, TEXT
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown


def _show(asked: Asked) -> Shown:
    site, typed, mistakes = asked.site, asked.given.typed.get(TEXT, ""), ()
    if typed:
        try:
            service.parsed(typed.encode(), is_whole=bool(asked.given.typed.get(REPLACE)))
        except DealersFileError as wrong:
            mistakes = wrong.mistakes
    return Shown(site.page(DEALERS_PAGE).title, [asked.said, page(site, asked.given, mistakes)])


def _import(sent: Sent) -> Element:
    text, is_whole = sent.fields.get(TEXT, ""), bool(sent.fields.get(REPLACE))
    if not text.strip():
        raise Refusal("no_file", field="file")
    try:
        dealers = service.parsed(text.encode(), is_whole=is_whole)
    except DealersFileError as wrong:
        raise Refusal("dealers_refused", count=len(wrong.mistakes), field=TEXT) from None
    source = sent.fields.get(FILE_NAME, "")[:100] or "desk"
    done = service.import_all(sent.archive, dealers, sent.actor, source, replace=is_whole)
    words, dates = sent.site.interface.desk_dealers, sent.site.interface.dates
    said = words.done.format(added=done.added, changed=done.changed, removed=done.removed, same=done.same)
    return h.p(".desk__note.desk__note--done", role="status")[digits(said, dates)]


PAGE = Page(
    path=PATH,
    label=lambda site: site.page(DEALERS_PAGE).title,
    show=_show,
    actions={"import": Action(_import, has_text=True)},
)


def routes(desk: Desk) -> list[Route]:
    return PAGE.routes(desk) if content.read().has(DEALERS_PAGE) else []
