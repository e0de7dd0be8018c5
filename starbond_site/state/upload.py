"""Publishing from the upload pages: takes a file as it streams in, publishes it, and says what became of it.

Reflex's ``/_upload`` starts `Publishing.publish` and answers 202 as soon as the bytes are parsed; the real result
reaches the page as a var, under the number that the page gave to its attempt. The gate in ``web.guard`` has refused
what a request's head can tell; everything is checked again here, since any client can call any handler with anything.
"""

import asyncio
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import reflex as rx
from reflex_base.utils.format import format_event_handler
from reflex_components_core.core.upload import Upload
from sqlalchemy.exc import SQLAlchemyError

from starbond_site import content
from starbond_site.content.formats import digits
from starbond_site.content.models import Language
from starbond_site.documents import archive, audit, refusals
from starbond_site.documents.incoming import Incoming
from starbond_site.documents.publish import Receipt
from starbond_site.documents.records import SINGLES
from starbond_site.settings import UploadPolicy, settings
from starbond_site.state.broadcast import broadcast
from starbond_site.web import responses, rights
from starbond_site.web.guard import Refused
from starbond_site.web.visitor import Visitor

ATTEMPT_HEADER = "x-upload-attempt"
"""Names the page's attempt in the request's head, so that a refusal before the body reaches the right form."""
ATTEMPT_CHARACTERS = 64
KEPT = 20
"""Results kept per visitor: a page that lost its connection finds its own when it is back."""
KEY_REFUSALS = ("key_missing", "key_wrong", "too_many_attempts", "foreign_origin")
"""What the address of the page may say about the key (`web.upload_key`); anybody can write an address."""
Result = dict[str, str]
_log = logging.getLogger(__name__)
# Reflex opens ``/_upload`` for its own upload component only; ours is another.
Upload.is_used = True


class Publishing(rx.State):
    """Who may publish here, and what became of this visitor's attempts."""

    access: str = ""
    """``open``, ``local``, ``entered`` (with the key), ``key_missing``, ``closed``; empty until the server has said."""
    limit: int = settings().max_upload_mb
    """Largest file in MiB."""
    refusal: str = ""
    """What is wrong with the key that was entered."""
    results: dict[str, Result] = {}
    """By attempt; see `_published` and `_refused`."""

    @rx.event
    async def look(self) -> None:
        """Tell the page who may publish, and what the key's form was answered with."""
        address, before = str(self.router.url), self.access
        self.access = _access(_visitor(self))
        self.limit = settings().max_upload_mb
        self.refusal = self._why_the_key(address, before) if self.access == "key_missing" else ""

    def _why_the_key(self, address: str, before: str) -> str:
        """Return why the key is asked for: the address says that it was refused, or it was right and holds no more."""
        language = _language_of(address)
        if before == "entered":
            return responses.sentence("key_expired", language)
        # A page that opens another websocket looks twice.
        return _key_refusal(address, language) or (self.refusal if before == "key_missing" else "")

    @rx.event(background=True)
    async def publish(
        self,
        chunks: rx.UploadChunkIterator,
        category: str = "",
        name: str = "",
        size: int = 0,
        attempt: str = "",
        language: str = "en",
    ) -> None:
        """Publish the one file that streams in.

        Args:
            chunks: what Reflex reads from the request.
            category: a list or a single record.
            name: the file's name as the uploader has it; the name in the multipart head went through Reflex's cleaning.
            size: in bytes, as the browser knows it.
            attempt: the page's number for this attempt.
            language: of the page, for the sentences.
        """
        if not isinstance(chunks, rx.UploadChunkIterator) or not _is_text(category, name, attempt, language):
            return
        tongue: Language = "bn" if language == "bn" else "en"
        asked = _Asked(category, name, size if isinstance(size, int) and size >= 0 else None, tongue)
        result = await _publish(chunks, asked, _visitor(self))
        async with self:
            kept = {**self.results, attempt[:ATTEMPT_CHARACTERS]: result}
            self.results = dict(list(kept.items())[-KEPT:])


HANDLERS: tuple[str, ...] = (format_event_handler(Publishing.publish),)  # pyright: ignore[reportArgumentType]
"""Full names of the handlers that take files, as the header ``Reflex-Event-Handler`` has them."""


async def tell(refused: Refused) -> None:
    """Bring a refusal of the gate to the page that waits: a browser still sending the body may never see the answer."""
    attempt = refused.visitor.headers.get(ATTEMPT_HEADER, "")[:ATTEMPT_CHARACTERS]
    if not attempt:
        return
    decision = refused.decision
    sentence = responses.sentence(decision.code, responses.language_of(refused.visitor), decision.values)
    await broadcast.send(refused.token, Publishing, "results", {attempt: _refused(decision.code, sentence)})


@dataclass(frozen=True)
class _Asked:
    """What a page asks for."""

    category: str
    name: str
    size: int | None
    language: Language

    @property
    def subject(self) -> str:
        """What the audit calls it."""
        return f"{self.category}/{self.name}"


async def _publish(chunks: rx.UploadChunkIterator, asked: _Asked, visitor: Visitor) -> Result:
    """Publish and return the result; nothing but a cancellation leaves here."""
    who = audit.Actor(visitor.address, rights.default().policy)
    # The right is asked for once more: the websocket of the page has to have it, not the request alone.
    decision = rights.default().may_publish(visitor)
    if not decision.allowed:
        await asyncio.to_thread(audit.record, archive.default(), who, "publish", asked.subject, decision.code)
        return _refused(decision.code, responses.sentence(decision.code, asked.language, decision.values))
    try:
        return _published(await _receive(chunks, asked, who), asked)
    except refusals.Refusal as refusal:
        return _refused(refusal.code, refusal.sentence(asked.language))
    except (OSError, SQLAlchemyError):
        _log.exception("An upload could not be published")
        refusal = await _noted(refusals.StorageUnreachable(), asked, who)
        return _refused(refusal.code, refusal.sentence(asked.language))


async def _receive(chunks: rx.UploadChunkIterator, asked: _Asked, who: audit.Actor) -> Receipt:
    """Take the bytes and publish them.

    Raises:
        refusals.Refusal: nothing was published.
    """
    chunk = await _next(chunks, asked, who)
    if chunk is None:
        raise await _noted(refusals.NoFile(), asked, who)
    async with await Incoming.open(archive.default(), asked.category, asked.name, who, asked.size) as incoming:
        while chunk is not None:
            if chunk.offset != incoming.size:
                # A second file starts at 0 again.
                raise await _noted(refusals.SeveralFiles(), asked, who)
            await incoming.write(chunk.data)
            chunk = await _next(chunks, asked, who)
        return await incoming.publish()


async def _next(chunks: rx.UploadChunkIterator, asked: _Asked, who: audit.Actor) -> rx.UploadChunk | None:
    """Return the next piece of the body, nothing at its end."""
    try:
        return await anext(chunks, None)
    except (RuntimeError, ValueError) as error:
        raise await _noted(refusals.Interrupted(), asked, who) from error


async def _noted(refusal: refusals.Refusal, asked: _Asked, who: audit.Actor) -> refusals.Refusal:
    """Return a refusal that is decided here, once the audit has it; the others note themselves."""
    await asyncio.to_thread(audit.record, archive.default(), who, "publish", asked.subject, refusal.code)
    return refusal


def _published(receipt: Receipt, asked: _Asked) -> Result:
    """Return what the page says of a published document."""
    site, shown = content.read(asked.language), receipt.document
    if asked.category in SINGLES:
        title = next(row.title for row in site.investors.shared if row.node == asked.category)
        sentence = site.interface.prospectus.published.format(title=title, name=shown.file_name)
    else:
        number = digits(receipt.number, site.interface.dates)
        sentence = site.interface.upload.published.format(number=number, name=shown.file_name)
    return {"outcome": "published", "sentence": sentence, "href": shown.download_url}


def _refused(code: str, sentence: str) -> Result:
    """Return what the page says of a refusal."""
    return {"outcome": "refused", "code": code, "sentence": sentence}


def _access(visitor: Visitor) -> str:
    """Return what the page has to know of rights."""
    policy, decision = rights.default().policy, rights.default().may_publish(visitor)
    if not decision.allowed:
        return decision.code
    return "entered" if policy is UploadPolicy.KEY else policy.value


def _key_refusal(address: str, language: Language) -> str:
    """Return the sentence for what `web.upload_key` wrote into the address of the page that it sent back."""
    query = parse_qs(urlsplit(address).query)
    code, minutes = query.get("refused", [""])[0], query.get("minutes", [""])[0]
    if code not in KEY_REFUSALS or (code == "too_many_attempts" and not re.fullmatch("[0-9]{1,3}", minutes)):
        return ""
    return responses.sentence(code, language, {"minutes": minutes})


def _visitor(state: rx.State) -> Visitor:
    """Return who is at the other end of a state's websocket."""
    headers: Mapping[str, Any] = state.router.headers.raw_headers
    return Visitor.of_router(headers, state.router.session.client_ip)


def _language_of(address: str) -> Language:
    """Return the language of a page's address."""
    return "bn" if urlsplit(address).path.strip("/").partition("/")[0] == "bn" else "en"


def _is_text(*values: object) -> bool:
    return all(isinstance(value, str) for value in values)
