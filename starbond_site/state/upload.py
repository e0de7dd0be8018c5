"""Tells the upload pages who may publish, and takes the steps with their files, which arrive at `web.resumable`."""

from functools import reduce
from operator import or_
from urllib.parse import parse_qsl, urlsplit

import reflex as rx

from starbond_site import content
from starbond_site.content.addresses import language_of_address
from starbond_site.content.sentences import refusal_sentence
from starbond_site.reflex_adapter.connection import connection_of
from starbond_site.shared import threads
from starbond_site.shared.roles import Role
from starbond_site.shared.settings import UploadPolicy, settings
from starbond_site.web import rights, upload_steps
from starbond_site.web.upload_key import refusal_in
from starbond_site.web.upload_steps import StepResult
from starbond_site.web.visitor import Visitor

ATTEMPT_CHARACTERS = 64


class Publishing(rx.State):
    """Who may publish here."""

    access: str = ""
    """``open``, ``local``, ``entered`` (with the key), ``people`` (signed in), or why not: ``key_missing``, ``closed``,
    ``sign_in_missing``, ``role_missing``, ``people_unavailable``; empty until the server has said."""
    person: str = ""
    """Name of who is signed in."""
    limit: int = settings().max_upload_mb
    """Largest file in MiB."""
    refusal: str = ""
    """Why an entered key was refused."""
    result: dict[str, StepResult] = {}
    """What became of the last step, by its attempt."""

    @rx.var
    def limit_in_digits(self) -> dict[str, str]:
        """``limit`` by language, as a sentence writes it."""
        return {language: content.read(language).digits(self.limit) for language in content.LANGUAGES}

    @rx.event
    async def load_access(self) -> None:
        address, before = str(self.router.url), self.access
        self.access, self.person = await threads.LIMITS.run(_access, _visitor(self))
        self.limit = settings().max_upload_mb
        self.refusal = self._key_refusal(address, before) if self.access == "key_missing" else ""

    @rx.event(background=True)
    async def take(self, upload: str, fields: dict[str, str]) -> None:
        """Take a step with a file that has arrived, and say its result; other events of the page go on meanwhile."""
        if not isinstance(upload, str) or not isinstance(fields, dict):
            return
        result = await upload_steps.default().take(_visitor(self), upload, fields)
        async with self:
            self.result = {str(fields.get("attempt"))[:ATTEMPT_CHARACTERS]: result}

    def _key_refusal(self, address: str, before: str) -> str:
        """Return why the key is asked for: it was refused, or it was accepted and its session has ended."""
        language = language_of_address(address)
        if before == "entered":
            return refusal_sentence("key_expired", language)
        # A page that opens another websocket loads its access twice.
        refusal = refusal_in(dict(parse_qsl(urlsplit(address).query)), language)
        return refusal or (self.refusal if before == "key_missing" else "")


def access_is(*codes: str) -> rx.Var[bool]:
    return reduce(or_, (Publishing.access == code for code in codes))  # pyright: ignore[reportReturnType]  a var


def _access(visitor: Visitor) -> tuple[str, str]:
    policy, principal = rights.default().policy, rights.default().principal(visitor)
    allowed = "entered" if policy is UploadPolicy.KEY else policy.value
    denied = rights.denial(principal, Role.PREPARE)
    return denied.code if denied else allowed, principal.name


def _visitor(state: rx.State) -> Visitor:
    peer, address, headers = connection_of(state)
    return Visitor(peer=peer, address=address, headers=headers)
