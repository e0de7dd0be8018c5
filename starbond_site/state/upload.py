"""Tells the upload pages who may publish; takes files that programs send as one form, and reports the result.

Pages send their files in pieces to `web.resumable`. Reflex's endpoint starts `Publishing.publish` and answers 202 as
soon as the bytes are parsed; the real result reaches the client as a var, under the id that it gave to its attempt.
`web.guard` has refused what the head of a request can show; everything is checked again here, since any client can call
any handler with any arguments.
"""

import re
from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

import reflex as rx
from sqlalchemy.exc import SQLAlchemyError

from starbond_site import content, logs, threads
from starbond_site.content.formats import digits
from starbond_site.content.languages import DEFAULT, Language, as_language, language_of_address
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import archive, attempts, audit, refusals
from starbond_site.documents.async_upload import AsyncUpload
from starbond_site.documents.attempts import Claim
from starbond_site.documents.reading import Published
from starbond_site.documents.refusals import Refusal
from starbond_site.reflex_adapter import uploads
from starbond_site.settings import UploadPolicy, settings
from starbond_site.state.broadcast import broadcast
from starbond_site.web import rights
from starbond_site.web.guard import RefusedRequest
from starbond_site.web.upload_results import ATTEMPT_HEADER, Result, failure, success
from starbond_site.web.visitor import Visitor

ATTEMPT_CHARACTERS = 64
KEPT_RESULTS = 20
"""Per visitor: a page that lost its connection finds its results when it is back."""
KEY_REFUSALS = ("key_missing", "key_wrong", "too_many_attempts", "rate_limited", "foreign_origin")
"""What the address of the page may say about the key (`web.upload_key`); addresses are untrusted."""
_log = logs.get_logger(__name__)


class Publishing(rx.State):
    """Who may publish here, and the results of this visitor's attempts."""

    access: str = ""
    """``open``, ``local``, ``entered`` (with the key), ``people`` (signed in), or why not: ``key_missing``, ``closed``,
    ``sign_in_missing``, ``role_missing``, ``people_unavailable``; empty until the server has said."""
    person: str = ""
    """Name of who is signed in."""
    limit: int = settings().max_upload_mb
    """Largest file in MiB."""
    refusal: str = ""
    """Why an entered key was refused."""
    results: dict[str, Result] = {}
    """By attempt; see `web.upload_results`."""

    @rx.var
    def limit_in_digits(self) -> dict[str, str]:
        """``limit`` by language, as a sentence writes it."""
        return {language: digits(self.limit, content.read(language).interface.dates) for language in content.LANGUAGES}

    @rx.event
    async def load_access(self) -> None:
        """Set who may publish, and why an entered key was refused."""
        address, before = str(self.router.url), self.access
        self.access, self.person = await threads.LIMITS.run(_access, _visitor(self))
        self.limit = settings().max_upload_mb
        self.refusal = self._key_refusal(address, before) if self.access == "key_missing" else ""

    def _key_refusal(self, address: str, before: str) -> str:
        """Return why the key is asked for: it was refused, or it was accepted and its session has ended."""
        language = language_of_address(address)
        if before == "entered":
            return refusal_sentence("key_expired", language)
        # A page that opens another websocket loads its access twice.
        return _refusal_in_address(address, language) or (self.refusal if before == "key_missing" else "")

    @rx.event(background=True)
    async def publish(
        self,
        chunks: rx.UploadChunkIterator,
        category: str = "",
        name: str = "",
        size: int = 0,
        attempt: str = "",
        language: Language = DEFAULT,
        pair: int = 0,
        title: str = "",
    ) -> None:
        """Publish the one file that streams in.

        Args:
            chunks: of the body of the request.
            category: a list or a single record.
            name: the file's name as the uploader has it; Reflex changes the name in the multipart head.
            size: in bytes, as the browser knows it.
            attempt: the page's id of this attempt.
            language: of the page, for the sentences.
            pair: number of the document that this one is the other language of; 0 for none.
            title: as somebody typed it, in place of the file's name; empty for none.
        """
        is_file = isinstance(chunks, rx.UploadChunkIterator)
        if not is_file or type(pair) is not int or not _is_text(category, name, attempt, language, title):
            return
        expected = size if isinstance(size, int) and size >= 0 else None
        known, visitor = as_language(language), _visitor(self)
        # The websocket needs the right too, not only the request.
        decision = await threads.LIMITS.run(rights.default().may_publish, visitor)
        if decision.allowed:
            try:
                document, is_scan = await _publish(
                    chunks, category, name, expected, visitor, attempt=attempt, pair=pair, title=title
                )
                result = success(document, known, is_scan=is_scan)
            except Refusal as refusal:
                result = failure(refusal.code, known, refusal.values)
        else:
            await _record(visitor, f"{category}/{name}", decision.code, attempts.claim(attempt), decision.values)
            result = failure(decision.code, known, decision.values)
        async with self:
            kept = {**self.results, attempt[:ATTEMPT_CHARACTERS]: result}
            self.results = dict(list(kept.items())[-KEPT_RESULTS:])


HANDLERS: tuple[str, ...] = (uploads.open_endpoint(Publishing.publish),)
"""Full names of the event handlers that take files."""


async def notify_refusal(refused: RefusedRequest) -> None:
    """Send a refusal of `web.guard` to the page that waits: while a browser sends, it may not read the response."""
    attempt = refused.visitor.headers.get(ATTEMPT_HEADER, "")[:ATTEMPT_CHARACTERS]
    if not attempt:
        return
    decision = refused.decision
    result = failure(decision.code, refused.visitor.page_language, decision.values)
    await broadcast.send(refused.token, Publishing, "results", {attempt: result})


async def _publish(
    chunks: rx.UploadChunkIterator,
    category: str,
    name: str,
    expected: int | None,
    visitor: Visitor,
    *,
    attempt: str,
    pair: int,
    title: str,
) -> tuple[Published, bool]:
    """Publish the one file of a stream; return it, and whether it is known to be a scan.

    Args:
        chunks: of the file.
        category: as the page says; untrusted.
        name: as the page says; untrusted.
        expected: size in bytes; None where the page does not say it.
        visitor: for the audit.
        attempt: as the page names it; untrusted.
        pair: number of a document; untrusted.
        title: as the page says; untrusted.

    Raises:
        Refusal: nothing was published; the audit has the reason.
    """
    actor, claim = await _actor(visitor), attempts.claim(attempt)

    async def recorded(refusal: Refusal) -> Refusal:
        """Return a refusal that is decided here, once the audit has it; `AsyncUpload` records its own."""
        await _record(visitor, f"{category}/{name}", refusal.code, claim, refusal.values)
        return refusal

    async def next_chunk() -> rx.UploadChunk | None:
        try:
            return await anext(chunks, None)
        except (RuntimeError, ValueError) as error:
            raise await recorded(refusals.Interrupted()) from error

    chunk = await next_chunk()
    if chunk is None:
        raise await recorded(refusals.NoFile())
    try:
        async with await AsyncUpload.open(
            archive.default(), category, name, actor, expected, attempt=attempt, pair=pair, title=title
        ) as upload:
            while chunk is not None:
                if chunk.offset != upload.size:
                    # The offset of a second file starts at 0 again.
                    raise await recorded(refusals.SeveralFiles())
                await upload.write(chunk.data)
                chunk = await next_chunk()
            return await upload.publish(), upload.is_scan
    except (OSError, SQLAlchemyError) as error:
        _log.exception("upload_failed")
        raise await recorded(refusals.StorageUnreachable()) from error


async def _actor(visitor: Visitor) -> audit.Actor:
    return await threads.LIMITS.run(rights.default().actor, visitor)


async def _record(visitor: Visitor, subject: str, code: str, claim: Claim | None, values: Mapping[str, object]) -> None:
    """Add a refusal to the audit, and to the attempt of the page."""
    actor = await _actor(visitor)
    await threads.ATTEMPTS.run(
        audit.record, archive.default(), actor, "publish", subject, code, claim=claim, values=values
    )


def _access(visitor: Visitor) -> tuple[str, str]:
    """Return the values of `Publishing.access` and `Publishing.person` for a visitor."""
    policy, decision = rights.default().policy, rights.default().may_publish(visitor)
    person = rights.default().actor(visitor).person
    if not decision.allowed:
        return decision.code, person
    return "entered" if policy is UploadPolicy.KEY else policy.value, person


def _refusal_in_address(address: str, language: Language) -> str:
    """Return the sentence for the refusal that `web.upload_key` wrote into the address of the page."""
    query = parse_qs(urlsplit(address).query)
    code, minutes = query.get("refused", [""])[0], query.get("minutes", [""])[0]
    if code not in KEY_REFUSALS or (
        code in ("too_many_attempts", "rate_limited") and not re.fullmatch("[0-9]{1,3}", minutes)
    ):
        return ""
    return refusal_sentence(code, language, {"minutes": int(minutes)} if minutes else {})


def _visitor(state: rx.State) -> Visitor:
    """Return the visitor at the other end of a state's websocket."""
    connection = uploads.connection_of(state)
    return Visitor(peer=connection.peer, address=connection.address, headers=connection.headers)


def _is_text(*values: object) -> bool:
    return all(isinstance(value, str) for value in values)
