"""The company's sign-in service: an OpenID Provider, asked for who somebody is (OpenID Connect Core 1.0).

The authorization code flow with PKCE (RFC 7636, S256), ``state`` and ``nonce``, by Authlib's client. What is stricter
here: everything ends within a time limit, what the provider says of itself is checked and kept for an hour only, and an
ID token is for this site alone.
"""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ssl import create_default_context
from typing import Any

import httpx2
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.starlette_client import StarletteOAuth2App
from authlib.oidc.discovery import get_well_known_url
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from pydantic import BaseModel

from starbond_site.documents.refusals import Refusal
from starbond_site.features.people.records import CompanySignIn
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


class ProviderAnswer(BaseModel):
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
    """What is read of the provider's metadata (OpenID Connect Discovery 1.0, section 3; RFC 9207, section 3).

    Nothing else reaches Authlib's client, which takes further names for options of its own.
    """

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: list[str] = ["client_secret_basic"]
    authorization_response_iss_parameter_supported: bool = False


class Provider(StarletteOAuth2App):
    """The provider of one company."""

    def __init__(self, settings: Settings, secret: str) -> None:
        self._requests: dict[str, Any] = {"verify": create_default_context(), "trust_env": False, "timeout": SECONDS}
        # Without a leeway: a token is used at once, and those of some providers are valid for a minute.
        flow = {"scope": "openid email", "code_challenge_method": "S256", "leeway": 0}
        super().__init__(
            None, client_id=settings.oidc_client_id, client_secret=secret, client_kwargs=self._requests | flow
        )
        self.issuer = settings.oidc_issuer
        self._redirect_uri = settings.public_url + ANSWER
        self._read_at = -math.inf

    async def address(self, flow: CompanySignIn) -> str:
        """Return where a browser goes to sign in.

        Raises:
            Refusal: company_unreachable: the provider does not answer.
            Refusal: company_refused: what it says of itself cannot be right.
        """
        given = {"state": flow.state, "nonce": flow.nonce, "code_verifier": flow.verifier}
        async with _asking():
            return str(httpx2.URL((await self.create_authorization_url(self._redirect_uri, **given))["url"]))

    async def identify(self, flow: CompanySignIn, answer: ProviderAnswer) -> Identity:
        """Return who signed in, by an answer whose state is that of the flow.

        Raises:
            Refusal: company_cancelled: the person did not go on there.
            Refusal: company_unreachable: the provider does not answer.
            Refusal: company_refused: the answer is not for this flow, or not from the provider.
        """
        async with _asking():
            metadata = Metadata.model_validate(await self.load_server_metadata())
            # Another provider's answer could bring its code to this one (RFC 9207, section 2.4).
            if answer.iss != self.issuer and (answer.iss or metadata.authorization_response_iss_parameter_supported):
                raise Refusal("company_refused", detail=f"answer of another issuer: {answer.iss}")
            if answer.error in CANCELLED:
                raise Refusal("company_cancelled", detail=answer.error)
            if answer.error or not answer.code:
                raise Refusal("company_refused", detail=f"answer without a code: {answer.error}")
            # The verifier proves that the same flow asked for the code.
            token = await self.fetch_access_token(self._redirect_uri, code=answer.code, code_verifier=flow.verifier)
            told = claims = await self._claims(token, flow.nonce)
            if not {"email", "email_verified"} <= claims.keys() and metadata.userinfo_endpoint:
                told = await self.userinfo(token=token)
            # OpenID Connect Core, section 5.3.2.
            if told.get("sub") != claims["sub"]:
                raise Refusal("company_refused", detail="user info of another subject")
        email = told.get("email")
        return Identity(
            issuer=self.issuer,
            subject=claims["sub"],
            email=email if isinstance(email, str) else "",
            is_verified=told.get("email_verified") is True,
        )

    async def load_server_metadata(self) -> dict[str, Any]:
        """Return the addresses of the provider, to which Authlib adds its keys; both are kept for a while."""
        if time.monotonic() - self._read_at < KEPT_SECONDS:
            return self.server_metadata
        async with httpx2.AsyncClient(**self._requests) as client:
            answer = await client.get(get_well_known_url(self.issuer, external=True))
        metadata = Metadata.model_validate_json(answer.raise_for_status().content)
        # A document of another issuer could send people elsewhere (OpenID Connect Discovery, section 4.3).
        if metadata.issuer != self.issuer:
            raise Refusal("company_refused", detail=f"discovery names the issuer {metadata.issuer}")
        known = metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri, metadata.userinfo_endpoint
        for address in filter(None, known):
            if not is_https_or_local(address):
                raise Refusal("company_refused", detail=f"discovery names an address without https: {address}")
        basic, methods = "client_secret_basic", metadata.token_endpoint_auth_methods_supported
        self.server_metadata = metadata.model_dump() | {
            "token_endpoint_auth_method": basic if basic in methods else "client_secret_post",
            "id_token_signing_alg_values_supported": ALGORITHMS,
        }
        self._read_at = time.monotonic()
        return self.server_metadata

    async def fetch_jwk_set(self, force: bool = False) -> Any:  # noqa: ANN401  as Authlib declares it
        """Return the keys of the provider; an answer that cannot be read is not kept, so that it is asked again."""
        keys = await super().fetch_jwk_set(force)
        try:
            KeySet.import_key_set(keys)
        except Exception:
            self.server_metadata.pop("jwks", None)
            raise
        return keys

    async def _claims(self, token: dict[str, Any], nonce: str) -> dict[str, Any]:
        """Return the claims of an ID token that is signed and meant for this flow (Core, section 3.1.3.7)."""
        given = {"iss": self.issuer, "aud": self.client_id}
        wanted = {name: {"essential": True, "value": value} for name, value in given.items()}
        claims = await self.parse_id_token(token, nonce, wanted, leeway=LEEWAY_SECONDS)
        if claims is None:
            raise Refusal("company_refused", detail="no ID token for the code")
        # Authlib also accepts a token with further audiences, which this site does not know.
        if claims["aud"] not in (self.client_id, [self.client_id]):
            raise Refusal("company_refused", detail="the ID token is also meant for others")
        if not 0 < len(str(claims["sub"])) <= SUBJECT_CHARACTERS:
            raise Refusal("company_refused", detail="the ID token has no usable subject")
        return claims


@asynccontextmanager
async def _asking() -> AsyncIterator[None]:
    """Limit the time of one step, and refuse what the provider does not answer or must not.

    Raises:
        Refusal: company_unreachable: no answer, too late, or an error of the server.
        Refusal: company_refused: an answer that the protocol does not allow.
    """
    try:
        # The limits of httpx2 are for single reads; a server that sends a byte now and then would never end.
        async with asyncio.timeout(SECONDS):
            yield
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise Refusal("company_unreachable", detail=f"{type(error).__name__}: {error}") from error
    except (ValueError, KeyError, TypeError, JoseError, AuthlibBaseError) as error:
        raise Refusal("company_refused", detail=f"{type(error).__name__}: {error}") from error
