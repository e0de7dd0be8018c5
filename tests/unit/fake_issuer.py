"""A company's sign-in for tests: an OpenID Provider with real keys on this machine, which can be told to misbehave."""

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from tests import answering
from tests.answering import Request

CLIENT, SECRET = "starbond", "a secret of the client"
Claims = dict[str, Any]


@cache
def key(name: str) -> RSAKey:
    """Return a private key by name, which is also its id."""
    return RSAKey.generate_key(2048, {"kid": name, "use": "sig", "alg": "RS256"})


def encoded(data: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(data).encode()).rstrip(b"=").decode()


def signed(claims: Claims, name: str = "first") -> str:
    return jwt.encode({"alg": "RS256", "kid": name}, claims, key(name))


def unsigned(claims: Claims) -> str:
    return f"{encoded({'alg': 'none', 'kid': 'first'})}.{encoded(claims)}."


def signed_with_the_public_key(claims: Claims) -> str:
    """Return an ID token whose shared secret is the public key."""
    head = f"{encoded({'alg': 'HS256', 'kid': 'first'})}.{encoded(claims)}"
    # By hand: libraries refuse to do it.
    mac = hmac.digest(key("first").as_pem(private=False), head.encode(), "sha256")
    return f"{head}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


@dataclass
class Issuer:
    """The provider; tests change what it answers."""

    port: int = 0
    subject: str = "1001"
    email: Any = "rahima@example.com"
    is_verified: Any = True
    claims: Claims = field(default_factory=dict)
    user_info: Claims | None = None
    """What only the further request tells; the ID token then has no mail address."""
    sign: Callable[[Claims], str] = signed
    keys: list[str] = field(default_factory=lambda: ["first"])
    metadata: Claims = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    said: dict[str, Claims] = field(default_factory=dict)
    """What is answered at a path, in place of what is right."""
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    stalled: threading.Event = field(default_factory=threading.Event)
    """Set when nothing waits any more."""
    is_stalling: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def authorize(self, address: str, **changes: str) -> str:
        """Sign in as a browser does, and return the query with which it goes back; changes come in place of it."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        code = f"code{len(self.codes)}"
        self.codes[code] = asked
        return urlencode({"code": code, "state": asked["state"], "iss": self.url, **changes})

    def described(self) -> Claims:
        names = {
            "authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys",
            "userinfo_endpoint": "me",
        }  # fmt: skip
        addresses = {name: f"{self.url}/{path}" for name, path in names.items()}
        return {
            "issuer": self.url, "authorization_response_iss_parameter_supported": True, **addresses, **self.metadata,
        }  # fmt: skip

    def token(self, authorization: str, form: dict[str, str]) -> tuple[int, Claims]:
        """Give an ID token for a code, once, to the client that began with its verifier."""
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        by_form = (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
        if authorization != f"Basic {basic}" and not by_form:
            return 401, {"error": "invalid_client"}
        asked = self.codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if not asked or asked["code_challenge_method"] != "S256" or asked["code_challenge"] != challenge:
            return 400, {"error": "invalid_grant"}
        if asked["redirect_uri"] != form.get("redirect_uri") or form.get("grant_type") != "authorization_code":
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        who = {} if self.user_info is not None else {"email": self.email, "email_verified": self.is_verified}
        claims = {"iss": self.url, "sub": self.subject, "aud": CLIENT, "iat": now, "exp": now + 300, **who}
        claims |= {"nonce": asked["nonce"], **self.claims}
        told = {name: value for name, value in claims.items() if value is not None}
        return 200, {"access_token": "let me in", "token_type": "Bearer", "expires_in": 30, "id_token": self.sign(told)}

    def respond(self, request: Request) -> None:
        path, _, query = request.path.partition("?")
        if self.is_stalling:
            self.stalled.wait()
        if path == "/authorize":
            request.answer(200, {"Content-Type": "text/html"}, self._page(query))
            return
        status, said = self._said(path, request)
        self.asked.append(path)
        body = json.dumps(self.said.get(path, said)).encode()
        request.answer(self.statuses.get(path, status), {"Content-Type": "application/json"}, body)

    def _said(self, path: str, request: Request) -> tuple[int, Claims]:
        authorization = request.headers.get("Authorization", "")
        if path == "/token":
            form = {name: values[0] for name, values in parse_qs(request.read().decode()).items()}
            return self.token(authorization, form)
        if path == "/.well-known/openid-configuration":
            return 200, self.described()
        if path == "/keys":
            return 200, {"keys": [key(name).as_dict(private=False) for name in self.keys]}
        is_known = path == "/me" and authorization == "Bearer let me in"
        return (200, self.user_info or {}) if is_known else (404, {})

    def _page(self, query: str) -> bytes:
        asked = {name: values[0] for name, values in parse_qs(query).items()}
        signed_in = self.authorize(f"?{query}")
        cancelled = urlencode({"error": "access_denied", "state": asked["state"], "iss": self.url})
        links = "".join(
            f'<p><a href="{escape(asked["redirect_uri"])}?{escape(back)}">{words}</a></p>'
            for words, back in (("I am the person", signed_in), ("Cancel", cancelled))
        )
        # Its icon is in the page: browsers would ask for one, once, and write to the console that there is none.
        head = '<!doctype html><title>Company</title><link rel="icon" href="data:,">'
        return f"{head}<h1>Company</h1>{links}".encode()


@contextmanager
def listening() -> Iterator[Issuer]:
    issuer = Issuer()
    with answering.listening(issuer.respond) as issuer.port:
        yield issuer
        issuer.stalled.set()
