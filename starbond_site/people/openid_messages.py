"""What is exchanged with the company's sign-in service, and what is learned from it (`openid`)."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from pydantic import BaseModel

from starbond_site.content.languages import DEFAULT, Language
from starbond_site.documents.secret_tokens import new_token


@dataclass(frozen=True)
class Flow:
    """What one browser's sign-in began with."""

    next_page: str = ""
    language: Language = DEFAULT
    state: str = field(default_factory=new_token)
    nonce: str = field(default_factory=new_token)
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    """PKCE's code verifier: 64 characters (RFC 7636, section 4.1)."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The parameters that the browser brings back; untrusted."""

    state: str = ""
    code: str = ""
    error: str = ""
    iss: str = ""

    @classmethod
    def of_query(cls, query: Mapping[str, str]) -> "Answer":
        """Return the answer of an address."""
        return cls(**{each.name: query.get(each.name, "") for each in fields(cls)})


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Who somebody is, by the word of the provider."""

    issuer: str
    subject: str
    """Never given to another account of the issuer (OpenID Connect Core, section 5.7)."""
    email: str
    is_verified: bool


class Metadata(BaseModel):
    """What the provider says of itself (OpenID Connect Discovery 1.0, section 3; RFC 9207, section 3)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: list[str] = ["client_secret_basic"]
    authorization_response_iss_parameter_supported: bool = False
