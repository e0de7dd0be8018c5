"""What becomes of a file that has arrived: it is published, takes the place of another, or is only looked at.

The upload state takes a step over its websocket (`state.upload`); ``POST /api/uploads/TOKEN`` is the same step for
programs, and where a websocket is blocked (`web.resumable`). Origin, right and arguments are checked here and nowhere
else. Whoever hears no answer takes the same step again, with the same attempt: nothing is done twice.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from sqlalchemy.exc import SQLAlchemyError

from starbond_site import content, logs, threads
from starbond_site.content.interface import Code
from starbond_site.content.languages import Language, as_language
from starbond_site.documents import archive as archives
from starbond_site.documents import attempts
from starbond_site.documents.archive import Archive
from starbond_site.documents.preflight.report import Report, Subject, by_file, by_name
from starbond_site.documents.publish import Submission, replacement
from starbond_site.documents.records import UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.finishing import finish, with_file
from starbond_site.documents.storing import refusal_of
from starbond_site.limits import Limit
from starbond_site.presentation.preflight import answer
from starbond_site.web import rights as all_rights
from starbond_site.web.refusals import RefusalLog
from starbond_site.web.rights import ALLOWED, Decision, Rights
from starbond_site.web.upload_results import Result, failure, success
from starbond_site.web.visitor import Visitor

ACTIONS = ("publish", "replace", "try", "ask")
"""To ask is only to be told what became of an attempt."""
TEXTS = ("action", "attempt", "category", "name", "title", "language")
NUMBERS = ("size", "pair", "replaces")
OUTCOMES: Mapping[Code, str] = {"upload_ended": "ended", "interrupted": "incomplete"}
"""Of refusals after which the page does more than to show the sentence."""
DIGITS = 15
"""Longest number."""
NAMES = 600
NAME_SECONDS = 10 * 60
"""Looks at a name alone, per address and time."""
CHECKS = 2
"""Files of one worker that are looked at at the same time; publications have the other places (`file_types`)."""
_log = logs.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Step:
    """What is asked for; untrusted."""

    action: str
    """One of `ACTIONS`."""
    attempt: str
    """Name of the attempt, which makes it safe to ask again; empty for none."""
    category: str
    name: str
    """Of a file that has not arrived, like its size."""
    title: str
    language: Language
    size: int
    pair: int
    """Number of the document that it is the other language of; 0 for none."""
    replaces: int
    """Number of the document whose place it takes; 0 for none."""

    @classmethod
    def of(cls, fields: Mapping[str, object]) -> "Step | None":
        """Return what fields ask for, of which all are text; None where they are malformed."""
        given = {name: fields.get(name, "") for name in TEXTS} | {name: fields.get(name, "0") for name in NUMBERS}
        said = {name: text for name, text in given.items() if isinstance(text, str)}
        if len(said) < len(given) or said["action"] not in ACTIONS:
            return None
        if not all(said[name].isascii() and said[name].isdecimal() and len(said[name]) <= DIGITS for name in NUMBERS):
            return None
        return cls(
            action=said["action"],
            attempt=said["attempt"],
            category=said["category"],
            name=said["name"],
            title=said["title"],
            language=as_language(said["language"]),
            size=int(said["size"]),
            pair=int(said["pair"]),
            replaces=int(said["replaces"]),
        )


class UploadSteps:
    """Takes steps for visitors."""

    def __init__(self, archive: Callable[[], Archive], rights: Rights) -> None:
        self._archive = archive
        self._rights = rights
        self._names = Limit(NAMES, NAME_SECONDS, name="looks at names")
        self._checks = asyncio.Semaphore(CHECKS)
        self._refusals = RefusalLog(archive, rights)

    async def take(self, visitor: Visitor, token: str, fields: Mapping[str, object]) -> Result:
        step = Step.of(fields)
        if step is None:
            return failure("malformed", as_language(str(fields.get("language", ""))), {})
        try:
            return await self._taken(visitor, token, step)
        except Refusal as refusal:
            if refusal.code == "outcome_unknown":
                return {"outcome": "running"}
            result = failure(refusal.code, step.language, refusal.values)
            return result | {"outcome": OUTCOMES.get(refusal.code, result["outcome"])}
        except SQLAlchemyError as problem:
            _log.exception("upload_step_not_taken")
            return failure(refusal_of(problem).code, step.language, {})

    async def _taken(self, visitor: Visitor, token: str, step: Step) -> Result:
        if not self._rights.is_own_page(visitor):
            # A foreign page learns nothing about rights.
            return await self._refused(visitor, step, Decision("foreign_origin"))
        known = await self._known(step)
        if known or step.action == "ask":
            return known or failure("upload_ended", step.language, {}) | {"outcome": "ended"}
        decision = await threads.LIMITS.run(self._decide, visitor, token, step)
        if not decision.allowed:
            return await self._refused(visitor, step, decision)
        if step.action == "try":
            report = await self._preflight(visitor, token, step)
            return {"outcome": "looked", **answer(content.read(step.language), report)}
        upload = await self._upload(visitor, token)
        wanted = Submission(category=step.category, name=upload.name, title=step.title, pair=step.pair)
        if step.action == "replace":
            wanted = await threads.READS.run(replacement, self._archive(), step.replaces, upload.name)
        actor = await threads.LIMITS.run(self._rights.acting, visitor)
        document, is_scan = await finish(self._archive(), upload, wanted, actor, attempts.claim(step.attempt))
        return success(document, step.language, is_scan=is_scan)

    async def _refused(self, visitor: Visitor, step: Step, decision: Decision) -> Result:
        """Return a refusal for a lack of right; its attempt stays open for whoever signs in again."""
        if step.action != "try":
            await self._refusals.record(visitor, step.action, step.category, decision.code)
        return failure(decision.code, step.language, decision.values)

    async def _known(self, step: Step) -> Result | None:
        """Return what became of the same attempt before; also to whoever has lost the right since."""
        if not attempts.claim(step.attempt):
            return None
        known = await threads.ATTEMPTS.run(attempts.known, self._archive(), step.attempt)
        if known.document:
            return success(known.document, step.language)
        if known.code == attempts.RUNNING:
            # Whoever takes the step again may take over what nobody holds any more.
            return {"outcome": "running"} if step.action == "ask" else None
        return failure(known.code, step.language, known.values) if known.code else None

    def _decide(self, visitor: Visitor, token: str, step: Step) -> Decision:
        """Decide by right and, for a preflight check, by number; blocks."""
        decision = self._rights.may_publish(visitor)
        if not decision.allowed or step.action != "try":
            return decision
        if token:
            return self._rights.take_look(visitor)
        seconds = self._names.take(visitor.address)
        return Decision("too_many_uploads", {"minutes": round(seconds / 60) + 1}, seconds) if seconds else ALLOWED

    async def _preflight(self, visitor: Visitor, token: str, step: Step) -> Report:
        archive = self._archive()
        subject = Subject(category=step.category, name=step.name, size=step.size, title=step.title, pair=step.pair)
        if not token:
            return await threads.PREFLIGHT.run(by_name, archive, subject)
        upload = await self._upload(visitor, token)
        subject = replace(subject, name=upload.name, size=upload.size)
        async with self._checks:
            return await asyncio.shield(threads.PREFLIGHT.run(_check_file, archive, upload, subject))

    async def _upload(self, visitor: Visitor, token: str) -> UnfinishedUpload:
        holder = await threads.LIMITS.run(self._rights.uploader, visitor)
        return await threads.UPLOADS.run(uploads.find, self._archive(), token, holder)


@cache
def default() -> UploadSteps:
    return UploadSteps(archives.default, all_rights.default())


def _check_file(archive: Archive, upload: UnfinishedUpload, subject: Subject) -> Report:
    # Names of the company are no people.
    sites = [content.read(language) for language in content.LANGUAGES]
    own_names = {name for site in sites for name in (site.company.name, site.company.legal_name)}
    return with_file(archive, upload, lambda file: by_file(archive, subject, file, own_names), is_check=True)
