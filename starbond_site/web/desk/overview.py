"""``/desk``: what was published recently, the lines above the header with their forms, and the ways on."""

from datetime import datetime

from starlette.exceptions import HTTPException

from starbond_site import features, local_time
from starbond_site.categories import NodeName
from starbond_site.content.addresses import DESK
from starbond_site.content.languages import PREFIXED
from starbond_site.documents import nodes
from starbond_site.documents import recent as recent_documents
from starbond_site.documents.nodes import Headline
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.selection import Selection, selected
from starbond_site.presentation.desk import lines, recent
from starbond_site.roles import Role
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown


def _show(asked: Asked) -> Shown:
    site, archive, roles = asked.site, asked.archive, asked.holder.roles
    prepares, wanted = Role.PREPARE in roles, Selection(query=selected(asked.query).query)
    body = [
        prepares and recent.publish(site),
        [module.urgent(asked) for module in features.modules("desk_pages", "urgent")],
        [module.waiting(asked) for module in features.modules("desk_pages", "waiting")],
        prepares
        and [
            recent.section_of(site, recent_documents.page(archive, asked.page, wanted), wanted),
            lines.section_of(site, nodes.states(archive), asked.query, asked.given),
        ],
        [module.summary(asked) for module in features.modules("desk_pages", "summary")],
    ]
    return Shown(site.page(DESK).title, body)


def _change_line(sent: Sent) -> str:
    if sent.name not in [node.value for node in NodeName]:
        raise HTTPException(404)
    name, seen = NodeName(sent.name), sent.seen

    def typed(field: str) -> str:
        return sent.fields.get(f"{name}-{field}", "")

    if sent.fields.get("clear"):
        nodes.put(sent.archive, name, None, sent.actor, seen=seen)
        return f"{DESK}?line=cleared#lines"
    translations = {language: typed(f"text-{language}") for language in PREFIXED}
    line = Headline(typed("text"), typed("url"), translations)
    nodes.put_line(sent.archive, name, line, sent.actor, ends_at=_end(typed("end").strip()), seen=seen)
    return f"{DESK}?line=set#lines"


def _end(given: str) -> datetime | None:
    """Return the moment that was typed, in the company's time; None for none."""
    if not given:
        return None
    try:
        return local_time.parse(given[:16])
    except ValueError:
        raise Refusal("end_invalid") from None


PAGE = Page(
    path=DESK,
    follows=True,
    label=lambda site: site.page(DESK).title,
    show=_show,
    roles=(Role.PREPARE, Role.APPROVE, Role.ADMINISTER),
    actions={"lines/{name}": Action(_change_line)},
)
