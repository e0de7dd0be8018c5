"""Steps with a file that has arrived: it is published, takes the place of another, or gets a preflight check.

The upload state takes a step over its websocket (`state.upload`); ``POST /api/uploads/TOKEN`` is the same step for
programs, and where a websocket is blocked (`web.resumable`). Origin, right and arguments are checked here and nowhere
else. Whoever hears no answer takes the same step again, with the same attempt: nothing is done twice.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from starbond_site import content
from starbond_site.content import Language, Site
from starbond_site.content.addresses import DEFAULT, HAS_PAIRS, as_language, localized
from starbond_site.content.interface import Code
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import archive as archives
from starbond_site.documents import attempts, language_pairs
from starbond_site.documents.archive import Archive
from starbond_site.documents.preflight import Remark
from starbond_site.documents.preflight.report import ListPlace, PreflightReport, by_file, by_name
from starbond_site.documents.publish import Submission, replacement
from starbond_site.documents.records import Document, UnfinishedUpload
from starbond_site.documents.refusals import Refusal, of_code
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.finishing import finish, with_file
from starbond_site.documents.storing import refusal_of
from starbond_site.shared import logs, threads
from starbond_site.shared.categories import LISTS, SINGLES, Category
from starbond_site.shared.roles import Principal
from starbond_site.shared.settings import settings
from starbond_site.web import rights as all_rights
from starbond_site.web.rights import FOREIGN, Rights
from starbond_site.web.visitor import Visitor

OUTCOMES: Mapping[Code, str] = {"upload_ended": "ended", "interrupted": "incomplete"}
"""Of refusals after which the page does more than to show the sentence."""
_log = logs.get_logger(__name__)
StepResult = dict[str, Any]
"""The answer to a page. ``outcome``: ``published``, ``refused``, ``looked``, ``running`` (ask again), ``ended`` (send
the file anew) or ``incomplete`` (bytes are missing here).

Of a publication ``sentence``, ``href``, ``desk``, where it is put right, and, of a scan, ``warning``; a document of a
list without its other language also has ``number``, ``name`` and ``adds``, the language that can be added to it. Of a
refusal ``code`` and ``sentence``. Of a preflight check ``whole``, whether the file itself was checked, ``code`` and
``refusal``, a sentence, where it would be refused, ``facts`` that visitors would get, each with ``label`` and
``value``, and ``remarks``, each with ``code``, ``sentence`` and ``is_note``.
"""
RUNNING: StepResult = {"outcome": "running"}
WholeNumber = Annotated[int, Field(ge=0, lt=10**15)]


class UploadStep(BaseModel):
    """The fields of a step, all of them text; untrusted."""

    model_config = ConfigDict(frozen=True)

    action: Literal["publish", "replace", "try", "ask"]
    """To ask is only to be told what became of an attempt."""
    attempt: str = ""
    """Name of the attempt, which makes it safe to ask again; empty for none."""
    category: str = ""
    name: str = ""
    """Of a file that has not arrived, like its size."""
    title: str = ""
    language: Annotated[Language, AfterValidator(as_language)] = DEFAULT
    size: WholeNumber = 0
    without_place: bool = False
    """Whether a picture is published without what says where it was taken."""
    pair: WholeNumber = 0
    """Number of the document that it is the other language of; 0 for none."""
    replaces: WholeNumber = 0
    """Number of the document whose place it takes; 0 for none."""

    def submission(self, name: str) -> Submission:
        return Submission(
            category=self.category, name=name, title=self.title, pair=self.pair, without_place=self.without_place
        )


class UploadSteps:
    """Takes steps for visitors."""

    def __init__(self, archive: Callable[[], Archive], rights: Rights) -> None:
        self._archive = archive
        self._rights = rights

    async def take(self, visitor: Visitor, token: str, fields: Mapping[str, object]) -> StepResult:
        try:
            step = UploadStep.model_validate(dict(fields))
        except ValidationError:
            return failure(Refusal("malformed"), as_language(str(fields.get("language", ""))))
        try:
            return await self._taken(visitor, token, step)
        except Refusal as refusal:
            return RUNNING if refusal.code == "outcome_unknown" else failure(refusal, step.language)
        except SQLAlchemyError as problem:
            _log.exception("upload_step_not_taken")
            return failure(refusal_of(problem), step.language)

    async def _taken(self, visitor: Visitor, token: str, step: UploadStep) -> StepResult:
        checks = self._rights.preflight_checks if token else self._rights.name_checks
        limit = checks if step.action == "try" else None
        principal, denied = await threads.LIMITS.run(self._rights.prepare, visitor, limit)
        if not denied or denied.code != FOREIGN:
            if known := await self._known(token, step):
                return known
            if step.action == "ask":
                raise Refusal("upload_ended")
        actor = self._rights.actor(visitor, principal)
        if denied:
            # Its attempt stays open for whoever signs in again.
            if step.action != "try":
                await self._rights.record(self._archive(), actor, step.action, step.category, denied.code)
            raise denied
        if step.action == "try":
            report = await self._preflight(principal, token, step)
            return _preflight_result(content.read(step.language), report)
        upload = await self._upload(principal, token)
        wanted = step.submission(upload.name)
        if step.action == "replace":
            old = await threads.READS.run(replacement, self._archive(), step.replaces, upload.name)
            wanted = replace(old, without_place=step.without_place)
        document = await finish(self._archive(), upload, wanted, actor, attempts.remembered(step.attempt))
        is_scan = await threads.UPLOADS.run(self._archive().looks.is_scan, document.sha256)
        return success(document, step.language, is_scan=is_scan)

    async def _known(self, token: str, step: UploadStep) -> StepResult | None:
        """Return the outcome of the same attempt, or raise its refusal, also to whoever has lost the right since."""
        if not attempts.remembered(step.attempt):
            return None
        known = await threads.ATTEMPTS.run(attempts.known, self._archive(), step.attempt)
        if known is None:
            return None
        if known.document:
            return success(known.document, step.language)
        if known.outcome == attempts.RUNNING:
            # Whoever takes the step again publishes what nobody is at work with any more; whoever asks submits it anew.
            is_over = step.action != "ask" or await threads.ATTEMPTS.run(uploads.is_left, self._archive(), token)
            return None if is_over else RUNNING
        raise of_code(known.outcome, known.details)

    async def _preflight(self, principal: Principal, token: str, step: UploadStep) -> PreflightReport:
        archive = self._archive()
        if not token:
            return await threads.READS.run(by_name, archive, step.submission(step.name), step.size)
        upload = await self._upload(principal, token)
        return await threads.PREFLIGHT.run(_check_file, archive, upload, step.submission(upload.name))

    async def _upload(self, principal: Principal, token: str) -> UnfinishedUpload:
        return await threads.UPLOADS.run(uploads.find, self._archive(), token, principal.uploader)


@cache
def default() -> UploadSteps:
    return UploadSteps(archives.default, all_rights.default())


def _check_file(archive: Archive, upload: UnfinishedUpload, wanted: Submission) -> PreflightReport:
    # An author property with the company's own name names no person.
    sites = [content.read(language) for language in content.LANGUAGES]
    own_names = {name for site in sites for name in (site.company.name, site.company.legal_name)}
    return with_file(archive, upload, lambda file: by_file(archive, wanted, file, own_names), is_check=True)


def success(document: Document, language: Language, *, is_scan: bool = False) -> StepResult:
    """Return the result for a published document; a scan gets a warning."""
    site = content.read(language)
    if document.category in SINGLES:
        title = site.title_of(document.category)
        sentence = site.interface.prospectus.published.format(title=title, name=document.shown_name)
    else:
        number = site.digits(document.id)
        sentence = site.interface.upload.published.format(number=number, name=document.shown_name)
    result = {
        "outcome": "published",
        "sentence": sentence,
        "href": document.download_url,
        "desk": localized(f"/desk/documents/{document.id}", language),
    }
    if HAS_PAIRS and document.category in LISTS and document.pair is None:
        adds = language_pairs.other_language(document.title, document.file_name)
        result |= {"number": str(document.id), "name": document.shown_name, "adds": adds}
    return result | {"warning": site.interface.upload.scan} if is_scan else result


def failure(refusal: Refusal, language: Language) -> StepResult:
    sentence = refusal_sentence(refusal.code, language, refusal.values)
    return {"outcome": OUTCOMES.get(refusal.code, "refused"), "code": refusal.code, "sentence": sentence}


def _preflight_result(site: Site, report: PreflightReport) -> StepResult:
    """Return the result of a preflight check; slips stand before notes."""
    words, refusal = site.interface.preflight, report.refusal
    reason = refusal_sentence(refusal.code, site.language, refusal.values) if refusal else ""
    facts = _facts(site, report.place) if report.place else ()
    return {
        "outcome": "looked",
        "whole": report.is_whole,
        "code": refusal.code if refusal else "",
        "refusal": words.would_refuse.format(reason=reason) if reason else "",
        "facts": [{"label": label, "value": value} for label, value in facts],
        "remarks": [_remark(site, remark) for remark in sorted(report.remarks, key=lambda remark: remark.is_note)],
    }


def _facts(site: Site, place: ListPlace) -> Iterator[tuple[str, str]]:
    words = site.interface.preflight
    title, day = site.title_of(place.category), site.long_date(place.at)
    if place.title:
        yield words.title, place.title
    yield words.name, place.file_name
    if place.category in SINGLES:
        page = site.page(site.page_of(place.category)).title
        yield words.place, words.single_row.format(page=page, title=title, date=day)
        yield words.replaces, place.replaces.shown_name if place.replaces else words.replaces_nothing
    else:
        number, count = site.digits(place.number), site.digits(place.total)
        yield words.place, words.row.format(list=title, number=number, count=count, date=day)
    if place.pair:
        yield words.pair_of, place.pair
    # Alerts tell of lists, and only where mail can be sent (`alerts.queueing`).
    if place.category in LISTS and settings().smtp_url:
        names = {"company": site.company.name, "list": title, "title": place.shown_name}
        yield words.mail_subject, site.interface.alert_mails.subject_one.format(**names)
    yield words.address, words.address_form.format(address=f"{settings().public_url}/documents/")


def _remark(site: Site, remark: Remark) -> StepResult:
    values = {name: _value(site, value) for name, value in remark.values.items()}
    sentence = getattr(site.interface.remarks, remark.code).format(**values)
    return {"code": remark.code, "sentence": sentence, "is_note": remark.is_note}


def _value(site: Site, value: object) -> str:
    """Return a list by its title, and a number in the digits of the language; names stay as they are."""
    if isinstance(value, Category):
        return site.title_of(value)
    return site.digits(value) if isinstance(value, int) else str(value)
