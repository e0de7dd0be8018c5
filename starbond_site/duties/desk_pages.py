"""``/desk/duties``: what is due and late, and the document that fulfils a period where the rule does not find it."""

from htpy import Node
from starlette.routing import Route

from starbond_site import content, mail
from starbond_site.documents.archive import Archive
from starbond_site.duties.desk_html import PATH, page, section_of
from starbond_site.duties.service import DutyService
from starbond_site.presentation.desk.parts import note
from starbond_site.roles import Role
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown


def service(archive: Archive) -> DutyService:
    return DutyService(archive, mail.default())


def _show(asked: Asked) -> Shown:
    words = asked.site.interface.desk_duties
    done = note({"named": words.done, "forgotten": words.forgotten}.get(asked.query.get("done", ""), ""), "done")
    return Shown(words.title, [done, page(asked.site, service(asked.archive).overview(), asked.given)])


def _name(sent: Sent) -> str:
    duty, period = sent.fields.get("duty", ""), sent.fields.get("period", "")
    service(sent.archive).name_document(duty, period, sent.integer("document") or 0, sent.actor)
    return f"{PATH}?done=named"


def _forget(sent: Sent) -> str:
    service(sent.archive).forget_document(sent.fields.get("duty", ""), sent.fields.get("period", ""), sent.actor)
    return f"{PATH}?done=forgotten"


PAGE = Page(
    path=PATH,
    label=lambda site: site.interface.desk_duties.title,
    show=_show,
    actions={"name": Action(_name), "forget": Action(_forget)},
)


def summary(asked: Asked) -> Node:
    """Return what is late; nothing for those who prepare no document, and where nothing has to be disclosed. Blocks."""
    if Role.PREPARE not in asked.holder.roles or not asked.site.duties.duties:
        return None
    return section_of(asked.site, service(asked.archive).overview())


def routes(desk: Desk) -> list[Route]:
    return PAGE.routes(desk) if content.read().duties.duties else []
