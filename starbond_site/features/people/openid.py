"""The company's sign-in service: an OpenID Provider, asked for who somebody is (OpenID Connect Core 1.0).

The authorization code flow with PKCE (RFC 7636, S256), ``state`` and ``nonce``. Parts of the protocol are Authlib's.
Requests are made with the site's own HTTP client (Authlib's integration with it is deprecated in favour of another
client), within a time limit, and never block the event loop.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from ssl import SSLContext, create_default_context
from typing import Any

import httpx
from authlib.common.errors import AuthlibBaseError
from authlib.oauth2.client import DEFAULT_HEADERS, OAuth2Client
from authlib.oauth2.rfc6749.parameters import prepare_token_request
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import get_well_known_url
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry
from pydantic import BaseModel

from starbond_site.content.languages import DEFAULT, Language
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import new_token
from starbond_site.shared import local_time
from starbond_site.shared.settings import Settings, is_https_or_local

SECONDS = 8.0
"""Longest time for all requests of one step: a person waits for it."""
KEPT_SECONDS = 3600.0
"""How long addresses and keys of the provider are kept; a key that is not among them is asked for at once."""
LEEWAY_SECONDS = 60
"""By how much clocks may differ."""
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""Signatures with a private key. Neither ``none`` nor those with a shared secret, for which an attacker could take the
public key (RFC 8725, section 2.1)."""
CANCELLED = ("access_denied", "login_required", "interaction_required", "consent_required")
"""Errors of RFC 6749, section 4.1.2.1, and OpenID Connect Core, section 3.1.2.6: the person did not go on."""
SUBJECT_CHARACTERS = 255
"""OpenID Connect Core, section 2."""
ANSWER = "/desk/sign-in/company/answer"


@dataclass(frozen=True)
class Flow:
    """The data that the sign-in of one browser began with."""

    next_page: str = ""
    language: Language = DEFAULT
    state: str = field(default_factory=new_token)
    nonce: str = field(default_factory=new_token)
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    """PKCE's code verifier: 64 characters (RFC 7636, section 4.1)."""


class Answer(BaseModel):
    """The parameters that the browser brings back; untrusted."""

    state: str = ""
    code: str = ""
    error: str = ""
    iss: str = ""


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Who somebody is, by the word of the provider."""

    issuer: str
    subject: str
    """Never given to another account of the issuer (OpenID Connect Core, section 5.7)."""
    email: str
    is_verified: bool


class Metadata(BaseModel):
    """Metadata of the provider (OpenID Connect Discovery 1.0, section 3; RFC 9207, section 3)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: list[str] = ["client_secret_basic"]
    authorization_response_iss_parameter_supported: bool = False


class Provider:
    """The provider of one company."""

    def __init__(self, issuer: str, client_id: str, client_secret: str, public_url: str) -> None:
        self.issuer = issuer
        self._client_id = client_id
        self._redirect_uri = public_url + ANSWER
        self._oauth = OAuth2Client(
            None,
            client_id,
            client_secret,
            scope="openid email",
            redirect_uri=self._redirect_uri,
            code_challenge_method="S256",
        )
        self._metadata: tuple[float, Metadata] | None = None
        self._keys: tuple[float, KeySet] | None = None

    @classmethod
    def of_settings(cls, settings: Settings) -> "Provider | None":
        """Return the provider that the settings name; None where they name none."""
        if not settings.oidc_issuer or settings.oidc_client_secret is None:
            return None
        secret = settings.oidc_client_secret.get_secret_value()
        return cls(settings.oidc_issuer, settings.oidc_client_id, secret, settings.public_url)

    async def address(self, flow: Flow) -> str:
        """Return where a browser goes to sign in.

        Raises:
            Refusal: company_unreachable: the provider does not answer.
            Refusal: company_refused: what it says of itself cannot be right.
        """
        async with _http_client() as client:
            metadata = await self._known_metadata(client)
        address, _ = self._oauth.create_authorization_url(
            metadata.authorization_endpoint, state=flow.state, nonce=flow.nonce, code_verifier=flow.verifier
        )
        return str(httpx.URL(address))

    async def identify(self, flow: Flow, answer: Answer) -> Identity:
        """Return who signed in, by an answer whose state is that of the flow.

        Raises:
            Refusal: company_cancelled: the person did not go on there.
            Refusal: company_unreachable: the provider does not answer.
            Refusal: company_refused: the answer is not for this flow, or not from the provider.
        """
        async with _http_client() as client:
            metadata = await self._known_metadata(client)
            # Another provider's answer could bring its code to this one (RFC 9207, section 2.4).
            if answer.iss != self.issuer and (answer.iss or metadata.authorization_response_iss_parameter_supported):
                raise Refusal("company_refused", detail=f"answer of another issuer: {answer.iss}")
            if answer.error in CANCELLED:
                raise Refusal("company_cancelled", detail=answer.error)
            if answer.error or not answer.code:
                raise Refusal("company_refused", detail=f"answer without a code: {answer.error}")
            token = await self._redeemed(client, metadata, flow, answer.code)
            claims = await self._checked(client, metadata, flow, token)
            told = claims
            if not {"email", "email_verified"} <= claims.keys() and metadata.userinfo_endpoint:
                told = await self._user_info(client, metadata, token, claims["sub"])
        email = told.get("email")
        return Identity(
            issuer=self.issuer,
            subject=claims["sub"],
            email=email if isinstance(email, str) else "",
            is_verified=told.get("email_verified") is True,
        )

    async def _known_metadata(self, client: httpx.AsyncClient) -> Metadata:
        """Return the addresses of the provider, kept for a while."""
        if self._metadata and time.monotonic() - self._metadata[0] < KEPT_SECONDS:
            return self._metadata[1]
        metadata = Metadata.model_validate(await _json(client, get_well_known_url(self.issuer, external=True)))
        # A document of another issuer could send people elsewhere (OpenID Connect Discovery, section 4.3).
        if metadata.issuer != self.issuer:
            raise Refusal("company_refused", detail=f"discovery names the issuer {metadata.issuer}")
        for address in (metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri):
            if not is_https_or_local(address):
                raise Refusal("company_refused", detail=f"discovery names an address without https: {address}")
        self._metadata = time.monotonic(), metadata
        return metadata

    async def _known_keys(self, client: httpx.AsyncClient, metadata: Metadata, *, is_forced: bool = False) -> KeySet:
        """Return the public keys of the provider, kept for a while."""
        if self._keys and not is_forced and time.monotonic() - self._keys[0] < KEPT_SECONDS:
            return self._keys[1]
        try:
            keys = KeySet.import_key_set(await _json(client, metadata.jwks_uri))  # pyright: ignore[reportArgumentType]
        except (KeyError, TypeError) as error:
            raise Refusal("company_refused", detail="the provider's keys cannot be read") from error
        self._keys = time.monotonic(), keys
        return keys

    async def _redeemed(
        self, client: httpx.AsyncClient, metadata: Metadata, flow: Flow, code: str
    ) -> Mapping[str, Any]:
        """Exchange the authorization code for tokens; the verifier proves that the same flow asked for it."""
        basic = "client_secret_basic"
        method = basic if basic in metadata.token_endpoint_auth_methods_supported else "client_secret_post"
        address, headers, body = self._oauth.client_auth(method).prepare(
            "POST",
            metadata.token_endpoint,
            dict(DEFAULT_HEADERS),
            prepare_token_request(
                "authorization_code", redirect_uri=self._redirect_uri, code=code, code_verifier=flow.verifier
            ),
        )
        answer = await client.post(address, headers=headers, content=body)
        # Not `parse_response_token`, which would keep the token in an object that all sign-ins share.
        if answer.status_code >= 500:
            answer.raise_for_status()
        token = answer.json()
        if not isinstance(token, dict) or not isinstance(token.get("id_token"), str):
            problem = token.get("error") if isinstance(token, dict) else ""
            raise Refusal("company_refused", detail=f"no ID token for the code: {answer.status_code} {problem}")
        return token

    async def _checked(
        self, client: httpx.AsyncClient, metadata: Metadata, flow: Flow, token: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return the claims of an ID token that is signed and meant for this flow (Core, section 3.1.3.7)."""
        registry = JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
        try:
            signed = jwt.decode(token["id_token"], await self._known_keys(client, metadata), registry=registry)
        except InvalidKeyIdError:
            # The provider may have changed its key since (Core, section 10.1.1).
            keys = await self._known_keys(client, metadata, is_forced=True)
            signed = jwt.decode(token["id_token"], keys, registry=registry)
        claims = CodeIDToken(
            signed.claims,
            signed.header,
            {"iss": {"essential": True, "value": self.issuer}, "aud": {"essential": True, "value": self._client_id}},
            {"nonce": flow.nonce, "client_id": self._client_id, "access_token": token.get("access_token")},
        )
        claims.validate(now=int(local_time.now().timestamp()), leeway=LEEWAY_SECONDS)
        # Authlib also accepts a token with further audiences, which this site does not know.
        if claims["aud"] not in (self._client_id, [self._client_id]):
            raise Refusal("company_refused", detail="the ID token is also meant for others")
        if not 0 < len(claims["sub"]) <= SUBJECT_CHARACTERS:
            raise Refusal("company_refused", detail="the ID token has no usable subject")
        return claims

    async def _user_info(
        self, client: httpx.AsyncClient, metadata: Metadata, token: Mapping[str, Any], subject: str
    ) -> Mapping[str, Any]:
        """Return the claims of the UserInfo endpoint, where the ID token lacks some (Core, section 5.4)."""
        if not is_https_or_local(metadata.userinfo_endpoint):
            raise Refusal("company_refused", detail="discovery names an address without https")
        headers = {"Authorization": f"Bearer {token.get('access_token')}"}
        told = await _json(client, metadata.userinfo_endpoint, headers)
        if told.get("sub") != subject:
            raise Refusal("company_refused", detail="user info of another subject")
        return told


@asynccontextmanager
async def _http_client() -> AsyncIterator[httpx.AsyncClient]:
    """Provide an HTTP client for one step.

    Raises:
        Refusal: company_unreachable: no answer, too late, or an error of the server.
        Refusal: company_refused: an answer that the protocol does not allow.
    """
    try:
        # The limits of httpx are for single reads; a server that sends a byte now and then would never end.
        async with asyncio.timeout(SECONDS):
            certificates = await asyncio.to_thread(_certificates)
            async with httpx.AsyncClient(verify=certificates, trust_env=False, timeout=SECONDS) as client:
                yield client
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise Refusal("company_unreachable", detail=f"{type(error).__name__}: {error}") from error
    except (ValueError, JoseError, AuthlibBaseError) as error:
        raise Refusal("company_refused", detail=f"{type(error).__name__}: {error}") from error


async def _json(client: httpx.AsyncClient, address: str, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON object at an address.

    Raises:
        httpx.HTTPError: it does not answer, or with an error.
        ValueError: it is no JSON object.
    """
    answer = await client.get(address, headers={"Accept": "application/json", **(headers or {})})
    answer.raise_for_status()
    read = answer.json()
    if not isinstance(read, dict):
        message = f"no JSON object at {address}"
        raise ValueError(message)  # noqa: TRY004  the caller takes it for any other unreadable answer
    return read


@cache
def _certificates() -> SSLContext:
    """Return the context that verifies certificates; blocks, since reading the authorities takes 30 ms."""
    return create_default_context()
