"""Helpers of the pages of people: who is signed in, cookies, limits, refusals, and the forms that ask for a passkey."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import htpy as h
from htpy import Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, language_of_path
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import challenges
from starbond_site.features.people.openid import Provider
from starbond_site.features.people.passkeys import relying_party
from starbond_site.features.people.sessions import Browser
from starbond_site.presentation.form_fields import form
from starbond_site.shared import logs, threads
from starbond_site.shared.limits import Limit, minutes
from starbond_site.shared.roles import Principal
from starbond_site.web.desk.frame import Desk
from starbond_site.web.fields import BODY_BYTES, read_fields
from starbond_site.web.refusals import OF_KEY, ErrorResponse
from starbond_site.web.rights import Denied, session_cookie

QUESTIONS = 60
QUESTION_SECONDS = 10 * 60
"""Challenges per network address and time: each is a row of the database. An office may share one address."""
CREDENTIAL_BYTES = 32 * 1024
"""Longest form with the answer of an authenticator: attestations have certificates."""
CREDENTIAL = "credential"
"""Field with that answer, which is not shown again (`presentation.desk.desk_html.UNTYPED`)."""
RELATED = "/.well-known/webauthn"
SCRIPT = f"{DESK}/passkeys.js"
"""Asks the browser for a passkey; no page of the build needs it."""
OPTIONS = "/options"
"""Added to the address of a form: where its script gets what the authenticator signs."""
TEXT = Response(
    Path(__file__).with_name("passkeys.js").read_bytes(), 200, {"Cache-Control": "no-cache"}, "text/javascript"
)
_log = logs.get_logger(__name__)

SameSite = Literal["strict", "lax"]


class PeoplePages:
    """The desk as these pages see it."""

    def __init__(self, desk: Desk, provider: Provider | None = None) -> None:
        self.desk = desk
        self.provider = provider
        self.session_cookie = session_cookie(is_secure=desk.rights.is_secure)
        self.challenge_cookie = "__Host-starbond-passkey" if desk.rights.is_secure else "starbond-passkey"
        self._questions = Limit(QUESTIONS, QUESTION_SECONDS, name="passkey questions")

    async def related(self, _request: Request) -> Response:
        """Say which addresses may use passkeys of this domain (WebAuthn Level 3, section 5.11)."""
        settings = self.desk.archive().settings
        return JSONResponse({"origins": [relying_party(settings).origin, *settings.passkey_origins.split()]})

    async def fields(self, request: Request, most_bytes: int = BODY_BYTES) -> Mapping[str, str]:
        """Return the fields of a form of this site.

        Raises:
            Denied: another site sent it.
        """
        self.check_origin(request)
        return await read_fields(request, most_bytes)

    def check_origin(self, request: Request) -> None:
        if not self.desk.rights.is_own_page(self.desk.visitor(request)):
            raise Denied("foreign_origin")

    async def options(self, request: Request, ask: Callable[[], tuple[str, str]]) -> Response:
        """Return the options of a ceremony as JSON, with the cookie of its challenge."""
        language = language_of_path(request.url.path)
        try:
            self.check_origin(request)
            await self.count(request)
            options, cookie = await threads.FORMS.run(ask)
        except Refusal as refusal:
            return ErrorResponse(refusal, language, column=OF_KEY)
        except SQLAlchemyError:
            _log.exception("people_unavailable")
            return ErrorResponse(Refusal("people_unavailable"), language)
        answer = Response(options, media_type="application/json", headers={"Cache-Control": "no-store"})
        self.set(answer, self.challenge_cookie, cookie, int(challenges.LIFETIME.total_seconds()))
        return answer

    async def count(self, request: Request) -> None:
        """Count the beginning of a sign-in; raise `Denied` if there were too many."""
        if seconds := await threads.LIMITS.run(self._questions.take, self.desk.visitor(request).address):
            raise Denied("rate_limited", seconds=seconds, minutes=minutes(seconds))

    def browser(self, request: Request) -> Browser:
        visitor = self.desk.visitor(request)
        agent = visitor.headers.get("user-agent", "")
        cookie, session = visitor.cookie(self.challenge_cookie), visitor.cookie(self.session_cookie)
        return Browser(address=visitor.address, agent=agent, cookie=cookie, session=session)

    async def begun(self, path: str, token: str, address: str, answer: Response | None = None) -> Response:
        """Lead on with the cookie of a new session, whose person is known again from this address."""
        await threads.LIMITS.run(self._questions.forget, address)
        answer = answer or RedirectResponse(path, 303, {"Cache-Control": "no-store"})
        self.set(answer, self.session_cookie, token, None)
        self.set(answer, self.challenge_cookie, "", 0)
        return answer

    async def principal(self, request: Request) -> Principal:
        """Return who sent a request.

        Raises:
            Denied: the database does not answer.
        """
        principal = await self.desk.principal(request)
        if principal.refusal == "people_unavailable":
            raise Denied(principal.refusal)
        return principal

    async def record(self, request: Request, action: str, refusal: Refusal) -> None:
        actor = self.desk.actor(request, await self.desk.principal(request))
        await self.desk.rights.record(self.desk.archive(), actor, action, "", refusal.code, refusal.detail)

    def set(self, answer: Response, name: str, value: str, seconds: int | None, same_site: SameSite = "strict") -> None:
        """Set a cookie that scripts cannot read and other sites cannot send; without seconds until the browser ends."""
        is_secure = self.desk.rights.is_secure
        answer.set_cookie(name, value, max_age=seconds, path="/", secure=is_secure, httponly=True, samesite=same_site)


def passkey_form(
    site: Site,
    kind: Literal["create", "get"],
    action: str,
    options: str,
    button: str,
    fields: Mapping[str, str] | None = None,
) -> Node:
    """Return a form whose button asks the browser for a passkey, and which then sends the answer."""
    words = site.interface.sign_in
    said = ("waiting", "unsupported", "elsewhere", "cancelled", "known", "lost")
    data = {f"data-{name}": getattr(words, name) for name in said}
    after = [
        h.button(".button.button--primary")[button],
        h.p(role="status", hidden=True),
        h.p(".desk__problem", role="alert", hidden=True),
        h.noscript[h.p(".desk__problem")[words.no_script]],
    ]
    hidden = {CREDENTIAL: "", **(fields or {})}
    attributes = {"aria-label": button, "data-passkey": kind, "data-options": options, **data}
    return [form(action, None, after, hidden=hidden, **attributes), h.script(src=SCRIPT, defer=True)]
