"""Decides who may publish (docs/requirements.md, "Who may publish"), for requests and websockets alike.

The principal is found once for each request and each step (`Rights.principal`); what may be done follows from it, and
needs no further look.

Sessions of those who entered the upload key stand in a cookie that scripts cannot read and other sites cannot send. The
upload page sends the key once to ``POST /api/upload-key`` (`web.upload_key`). The cookie is signed with a secret that
is derived from the key, so that nothing is stored, every worker and instance accepts it, and a new key ends all
sessions.
"""

import hashlib
import hmac
import secrets
from collections import defaultdict
from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from itsdangerous import BadSignature, TimestampSigner
from sqlalchemy.exc import SQLAlchemyError

from starbond_site import features
from starbond_site.documents import archive, audit
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import logs, threads
from starbond_site.shared import settings as all_settings
from starbond_site.shared.limits import Limit, minutes
from starbond_site.shared.roles import Principal, Role
from starbond_site.shared.settings import Settings, UploadPolicy
from starbond_site.web.visitor import Visitor

if TYPE_CHECKING:
    from starbond_site.content.interface import Code

SESSION_SECONDS = 24 * 3600
"""The server ends sessions itself: browsers that restore their tabs keep session cookies."""
_SALT = b"starbond upload session 1"
_log = logs.get_logger(__name__)


class KeySessions(TimestampSigner):
    """Makes and recognises sessions of one key, signed with HMAC-SHA-256."""

    def __init__(self, key: bytes) -> None:
        # By scrypt (RFC 7914), slow on purpose: a stolen cookie must not help to guess a short key.
        secret = hashlib.scrypt(key, salt=_SALT, n=2**14, r=8, p=1)
        super().__init__(secret, salt="upload session", key_derivation="hmac", digest_method=hashlib.sha256)

    def make(self) -> str:
        return self.sign(secrets.token_urlsafe(12)).decode()

    def is_valid(self, value: str) -> bool:
        """Return whether `make` made a cookie's value with the present key, at most `SESSION_SECONDS` ago.

        Or as long ahead: only a clock of this site can have signed that, which was set back, or that of another worker.
        """
        try:
            _, signed_at = self.unsign(value, return_timestamp=True)
        except BadSignature:
            return False
        return abs(self.get_timestamp() - signed_at.timestamp()) <= SESSION_SECONDS


ATTEMPTS = 5
"""Wrong keys of one address that are answered at once."""
ALL_ATTEMPTS = 50
"""Wrong keys of all addresses together that are answered at once."""
ATTEMPT_SECONDS = 15 * 60
LONG_KEY = 12
"""Characters of a key from which on guessing it is hopeless."""
SLOW_SECONDS = 3.0
"""How long the answer to a further wrong key waits."""
UPLOADS = 60
UPLOAD_SECONDS = 10 * 60
NAME_CHECKS = 600
"""Preflight checks of a name alone, per address and `UPLOAD_SECONDS`."""
RECORDED = 60
"""Refusals of an action recorded likewise: enough to see an attack, too few to fill the disk."""


FOREIGN = "foreign_origin"
"""The code where what is asked comes from a page of another site."""


class Denied(Refusal):
    """Somebody may not do what they ask for; where it is raised, `web.desk.frame.Desk.denied` answers it."""

    def __init__(self, code: str, *, seconds: float = 0.0, delay: float = 0.0, **values: object) -> None:
        """Keep the code.

        Args:
            seconds: how long to wait before another attempt; 0 when waiting does not help.
            delay: seconds by which the answer is held back.
        """
        super().__init__(cast("Code", code))
        self.values, self.seconds, self.delay = values, seconds, delay


def find_principal(archive: Archive, token: str, *, is_used: bool = True) -> Principal | None:
    """Return the person whose session a cookie names, which the feature knows that has persons. Blocks."""
    found = (hooks.principal(archive, token, is_used=is_used) for hooks in features.hooks())
    return next(filter(None, found), None)


class Rights:
    """Decides who may publish, and counts attempts, uploads and refusals per address, of requests and websockets."""

    def __init__(
        self,
        policy: UploadPolicy,
        key: str = "",
        *,
        public_url: str = "",
        people: Callable[[Visitor], Principal | None] = lambda _visitor: None,
    ) -> None:
        """Remember the policy.

        Args:
            public_url: address that pages are served from.
            people: returns the person whose session a request has; asked for the policy ``PEOPLE``. May block, and
                raise ``SQLAlchemyError``.

        Raises:
            ValueError: the policy is ``KEY`` and there is no key.
        """
        if policy is UploadPolicy.KEY and not key:
            raise ValueError("publishing with a key needs a key")
        self.policy = policy
        self.is_secure = public_url.startswith("https://")
        self.attempts = Limit(ATTEMPTS, ATTEMPT_SECONDS, name="wrong keys")
        self.all_attempts = Limit(ALL_ATTEMPTS, ATTEMPT_SECONDS, name="all wrong keys")
        self.uploads = Limit(UPLOADS, UPLOAD_SECONDS, name="uploads")
        self.preflight_checks = Limit(UPLOADS, UPLOAD_SECONDS, name="preflight checks")
        """Of whole files, which use up no upload."""
        self.name_checks = Limit(NAME_CHECKS, UPLOAD_SECONDS, name="preflight checks of names")
        self.recorded = defaultdict[str, Limit](lambda: Limit(RECORDED, UPLOAD_SECONDS))
        """By action, so that a hundred refused uploads hide no refused sign-in."""
        self._key = key.encode()
        self._origin = origin(public_url) if public_url else None
        self._people = people

    @classmethod
    def of_settings(cls, settings: Settings) -> "Rights":
        key = settings.upload_key.get_secret_value() if settings.upload_key else ""
        name = session_cookie(is_secure=settings.public_url.startswith("https://"))

        def people(visitor: Visitor) -> Principal | None:
            # An open page asks over its websocket from time to time, which does not mean that somebody is there.
            is_used = "sec-websocket-key" not in visitor.headers
            return find_principal(archive.default(), visitor.cookie(name), is_used=is_used)

        return cls(settings.upload_policy, key, public_url=settings.public_url, people=people)

    @property
    def cookie(self) -> str:
        """Name of the session cookie; over https the prefix makes browsers refuse it from anywhere else."""
        return "__Host-starbond-upload" if self.is_secure else "starbond-upload"

    @cached_property
    def sessions(self) -> KeySessions:
        return KeySessions(self._key)

    def principal(self, visitor: Visitor) -> Principal:
        """Return who is at the other end of a request or a websocket. May block."""
        if self.policy is UploadPolicy.OPEN or (self.policy is UploadPolicy.LOCAL and visitor.is_local):
            return Principal()
        if self.policy is UploadPolicy.KEY:
            cookie = visitor.cookie(self.cookie)
            is_valid = self.sessions.is_valid(cookie)
            session = f"session {hashlib.sha256(cookie.encode()).hexdigest()}"
            return Principal(session=session) if is_valid else Principal.nobody("key_missing")
        if self.policy is UploadPolicy.PEOPLE:
            try:
                return self._people(visitor) or Principal.nobody("sign_in_missing")
            except SQLAlchemyError:
                _log.exception("session_unreadable")
                return Principal.nobody("people_unavailable")
        return Principal.nobody("closed")

    def actor(self, visitor: Visitor, principal: Principal) -> Actor:
        """Return who acts, for the audit."""
        own = principal.name, principal.person_id, principal.enrolled_at
        return Actor(visitor.address, self.policy, *own)

    def is_own_page(self, visitor: Visitor) -> bool:
        """Return whether a request comes from a page of this site, or from no page at all, such as a script."""
        given, sender = visitor.headers.get("origin"), visitor.headers.get("sec-fetch-site", "none")
        if given is None or sender == "cross-site":
            return sender in ("none", "same-origin")
        if origin(given) == self._origin:
            return True
        # Same origin (RFC 6454) under another name than the public one, such as 127.0.0.1 for localhost.
        host = visitor.headers.get("host", "").strip().lower()
        schemes = ("https",) if self.is_secure else ("http", "https")
        return bool(host) and origin(given) in [f"{scheme}://{host}" for scheme in schemes]

    def is_own_form(self, visitor: Visitor) -> bool:
        """Return the same of a form of visitors, also where a privacy setting hides its origin (``null``)."""
        return self.is_own_page(visitor) or visitor.headers.get("sec-fetch-site") == "same-origin"

    def enter(self, visitor: Visitor, key: str) -> Denied | None:
        """Check a key in constant time; return why it is refused. A wrong one is counted, and slow after others.

        The key is compared before anything is counted: whatever others tried, from the same address or from a thousand,
        the right key is accepted at once (docs/who-may-publish.md, "Guessing the key"). May block for Redis.
        """
        if self.policy is not UploadPolicy.KEY:
            return Denied("closed") if denial(self.principal(visitor), Role.PREPARE) else None
        # Digests have equal length, so that the time of the comparison does not depend on the length of the key.
        given, right = hashlib.sha256(key.encode(errors="surrogatepass")).digest(), hashlib.sha256(self._key).digest()
        if hmac.compare_digest(given, right):
            self.attempts.forget(visitor.address)
            return None
        if not key:
            return Denied("key_missing")
        seconds, by_all = self.attempts.take(visitor.address), self.all_attempts.take("")
        delay = SLOW_SECONDS if seconds or by_all else 0.0
        if seconds:
            return Denied("too_many_attempts", seconds=seconds, delay=delay, minutes=minutes(seconds))
        return Denied("key_wrong", delay=delay)

    def prepare(self, visitor: Visitor, limit: Limit | None) -> tuple[Principal, Denied | None]:
        """Return who asks, and why not, by origin, right and, where there is a limit, by number. May block.

        A foreign page learns nothing about rights.
        """
        principal = self.principal(visitor)
        denied = denial(principal, Role.PREPARE) if self.is_own_page(visitor) else Denied(FOREIGN)
        # The policy ``LOCAL`` has no limit.
        if limit and not denied and self.policy is not UploadPolicy.LOCAL and (seconds := limit.take(visitor.address)):
            denied = Denied("too_many_uploads", seconds=seconds, minutes=minutes(seconds))
        return principal, denied

    async def record(
        self, archive: Archive, actor: Actor, action: str, subject: str, code: str, detail: str = ""
    ) -> None:
        """Record a refusal in the audit, unless there are too many of its address."""
        if self.is_recorded(action, actor):
            await threads.ATTEMPTS.run(audit.record, archive, actor, action, subject, code, detail)

    def is_recorded(self, action: str, actor: Actor) -> bool:
        """Count a refusal, and return whether it is recorded: there may be too many of its address."""
        return not self.recorded[action].take(actor.address)

    def describe(self) -> str:
        weak = " It is so short that it can be guessed (docs/who-may-publish.md)." if len(self._key) < LONG_KEY else ""
        return {
            UploadPolicy.OPEN: ("Publishing is OPEN to everyone who reaches this server (STARBOND_UPLOADS=open)."),
            UploadPolicy.KEY: "Publishing asks for the upload key (STARBOND_UPLOAD_KEY)." + weak,
            UploadPolicy.PEOPLE: "Publishing asks people to sign in (STARBOND_UPLOADS=people, docs/people.md).",
            UploadPolicy.LOCAL: (
                "Publishing is open to direct requests from this machine, and to nobody else (STARBOND_UPLOADS=local)."
            ),
            UploadPolicy.CLOSED: (
                "Publishing is CLOSED: set STARBOND_UPLOAD_KEY (or STARBOND_UPLOADS=local for this machine alone, or "
                "STARBOND_UPLOADS=open for everyone) and start again to open it."
            ),
        }[self.policy]


def denial(principal: Principal, *roles: Role) -> Denied | None:
    """Return why not to somebody who has none of the roles; None where they may."""
    code = principal.refusal or ("" if principal.roles.intersection(roles) else "role_missing")
    return Denied(code) if code else None


@cache
def default() -> Rights:
    return Rights.of_settings(all_settings.settings())


def session_cookie(*, is_secure: bool) -> str:
    """Return the name of the cookie of somebody who is signed in; over https no other host can set it."""
    return "__Host-starbond-session" if is_secure else "starbond-session"


def origin(address: str) -> str:
    """Return scheme, host and port of an address as an ``Origin`` header has them (RFC 6454)."""
    try:
        parts = urlsplit(address.strip().lower())
    except ValueError:
        return ""
    default = {"http": ":80", "https": ":443"}.get(parts.scheme, "")
    return f"{parts.scheme}://{parts.netloc.removesuffix(default) if default else parts.netloc}"
