"""``/desk/documents/ID``: one document, and the forms that put it right."""

from collections.abc import Callable

from starbond_site import features, threads
from starbond_site.content.addresses import DESK
from starbond_site.documents import corrections, details
from starbond_site.documents.publish import replacement
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming.finishing import publish_upload
from starbond_site.presentation.desk.document import View, document_page
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

PATH = f"{DESK}/documents"


def _show(asked: Asked) -> Shown | None:
    archive, found = asked.archive, details.read(asked.archive, asked.number)
    if found is None:
        return None
    seen, others = details.successors(archive, found.document)
    sections = [module.of_document(asked, found) for module in features.modules("desk_pages", "of_document")]
    view = View(found, seen, others, sections, archive.settings.max_upload_mb)
    return Shown(found.document.shown_name, document_page(asked.site, view, asked.given, asked.query))


def _withdraw(sent: Sent) -> str:
    sent.check_confirmed()
    corrections.withdraw(sent.archive, sent.number, sent.actor, sent.fields.get("reason", ""), sent.seen)
    return _after(sent.number, "withdrawn")


def _restore(sent: Sent) -> str:
    corrections.restore(sent.archive, sent.number, sent.actor, sent.seen)
    return _after(sent.number, "restored")


def _correction(correct: Callable[..., object], name: str, done: str) -> Action:
    """Return the action of a form with one field."""

    def work(sent: Sent) -> str:
        correct(sent.archive, sent.number, sent.fields.get(name, ""), sent.actor, sent.seen)
        return _after(sent.number, done)

    return Action(work)


def _replace(sent: Sent) -> str:
    by = sent.integer("by") or 0
    corrections.replace(sent.archive, sent.number, by, sent.actor, sent.seen)
    return _after(by, "replaced")


def _replace_by_file(sent: Sent) -> str:
    if sent.upload is None:
        raise Refusal("no_file")
    wanted = replacement(sent.archive, sent.number, sent.upload.name)
    published, _ = publish_upload(sent.archive, sent.upload, wanted, sent.actor, None)
    return _after(published.id, "replaced")


def _after(number: int, done: str) -> str:
    return f"{PATH}/{number}?done={done}"


PAGE = Page(
    path=PATH + "/{number:document}",
    follows=True,
    show=_show,
    actions={
        "withdraw": Action(_withdraw),
        "restore": Action(_restore),
        "rename": _correction(corrections.rename, "name", "renamed"),
        "title": _correction(corrections.retitle, "title", "titled"),
        "move": _correction(corrections.move, "category", "moved"),
        "replace": Action(_replace),
        "file": Action(_replace_by_file, has_file=True, pool=threads.UPLOADS),
    },
)
