"""The settings of the site: typed, with defaults, validated once.

They are read from environment variables: ``STARBOND_*``, ``PORT`` and ``REFLEX_REDIS_URL``. An empty variable counts as
not set, so that emptying a line of a service file switches it off.
"""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from starbond_site import features
from starbond_site.shared import note_keys
from starbond_site.shared.hosts import address_of, is_local
from starbond_site.shared.mistakes import matching, sentence

MEBIBYTE = 1024 * 1024


class UploadPolicy(StrEnum):
    """Who may publish (docs/requirements.md, "Who may publish")."""

    OPEN = "open"
    """Everyone."""
    KEY = "key"
    """Everyone who enters the upload key."""
    LOCAL = "local"
    """Only direct requests from this machine."""
    PEOPLE = "people"
    """Named people who sign in and have the role for it (docs/people.md)."""
    CLOSED = "closed"
    """Nobody."""


class Settings(BaseSettings):
    """The settings of one process; read them with `settings()`."""

    model_config = SettingsConfigDict(
        env_prefix="STARBOND_",
        env_ignore_empty=True,
        frozen=True,
        extra="ignore",
        populate_by_name=True,
        str_strip_whitespace=True,
    )

    port: Annotated[int, Field(alias="PORT", ge=1, le=65535)] = 3000
    """Port of the server."""
    host: str = ""
    """Address to listen on; use `listen_address`, which includes the default."""
    url: str = ""
    """Public URL without a trailing slash; empty means localhost."""
    data_dir: Path = Path("data")
    """Folder of the SQLite database, locally stored files and uploads in progress."""
    database_address: Annotated[
        str,
        Field(alias="STARBOND_DATABASE_URL"),
        # PostgreSQL gets the installed driver.
        AfterValidator(lambda value: re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", value)),
        matching(
            r"|(sqlite:///|postgresql\+psycopg://).*",
            "STARBOND_DATABASE_URL must begin with sqlite:/// or postgresql+psycopg://",
        ),
    ] = ""
    """URL of the database as configured; use `database_url`, which includes the default."""
    storage: Annotated[
        str,
        matching(
            r"local|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[\w./-]*)?",
            "STARBOND_STORAGE must be local or s3://bucket/prefix",
        ),
    ] = "local"
    """``local`` or ``s3://bucket/prefix``."""
    downloads: Literal["stream", "redirect"] = "stream"
    """How files of a bucket reach readers: from this site, or by a short-lived address of the bucket."""
    redis_url: Annotated[str, Field(alias="REFLEX_REDIS_URL")] = ""
    """Redis that connects several workers; empty means one worker."""
    fanout: Annotated[
        str,
        matching(r"|https?://[^/\s]+/\S+", "STARBOND_FANOUT must be an address such as http://127.0.0.1:8091/publish"),
    ] = ""
    """Publish address of Nchan, such as ``http://127.0.0.1:8091/publish``; pages then get updates from there."""
    feed_ids: str = ""
    """Address that ids in feeds begin with, in place of ``url``: that of the first host, after a move to another."""
    uploads: Literal["open", "local", "people"] | None = None
    """``open`` lets everyone publish, ``local`` direct requests from this machine, ``people`` named people who sign in;
    use `upload_policy`."""
    upload_key: SecretStr | None = None
    """Key that visitors must enter on the upload pages."""
    oidc_issuer: Annotated[str, Field(max_length=500)] = ""
    """Issuer of the company's sign-in (OpenID Connect); with it people may also sign in with a company account."""
    oidc_client_id: str = ""
    """Of this site at the issuer."""
    oidc_client_secret: SecretStr | None = None
    """Of this site at the issuer."""
    passkey_domain: Annotated[
        str,
        matching(
            r"|([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*", "STARBOND_PASSKEY_DOMAIN must be a domain such as example.com"
        ),
    ] = ""
    """Domain that passkeys belong to, in place of the host of the public address: they survive a move within it."""
    passkey_origins: Annotated[
        str,
        matching(
            r"|https://[^/?#@\s]+(\s+https://[^/?#@\s]+)*",
            "STARBOND_PASSKEY_ORIGINS must be addresses such as https://www.example.org, without a path",
        ),
    ] = ""
    """Further addresses that may use passkeys of this domain, with blanks between them (WebAuthn, section 5.11)."""
    two_person_release: bool = False
    """Whether a sealed filing also waits until another person has approved it; needs named people."""
    max_upload_mb: Annotated[int, Field(ge=1, le=5000)] = 50
    """Largest accepted file in MiB."""
    signing_key: Annotated[
        Path | None,
        # The server runs in the folder of a release, which changes.
        matching("|/.*", "STARBOND_SIGNING_KEY must be an absolute path, such as /etc/starbond/receipts.pem"),
    ] = None
    """File with the private Ed25519 key that signs receipts, PEM or JWK; without it the database holds one."""
    holders_key: Annotated[SecretStr | None, Field(min_length=32)] = None
    """Secret that the hashes of BO numbers and folios are made with; it stands nowhere in the database."""
    witnesses: Annotated[Mapping[str, str], NoDecode, Field(validate_default=False)] = {}
    """Addresses of the witnesses of the public log by their public keys: each key and its address, with blanks between
    them."""
    timestamps: Annotated[
        str,
        Field(max_length=500),
        matching(r"|https?://[^/?#\s]+\S*", "STARBOND_TIMESTAMPS must be an address such as https://tsa.example.com"),
    ] = ""
    """Address of a time stamp authority (RFC 3161) that confirms the public log once a day."""
    timestamp_roots: Annotated[
        Path | None,
        matching("|/.*", "STARBOND_TIMESTAMP_ROOTS must be an absolute path, such as /etc/starbond/tsa.pem"),
    ] = None
    """File with the root certificates of that authority, PEM."""
    clamav: Annotated[
        str,
        AfterValidator(lambda value: re.sub("^unix:(//)?(?=/)", "", value)),
        matching(
            r"|/.+|(\[[0-9A-Fa-f:.]+\]|[^\s/:]+):[0-9]{1,5}",
            "STARBOND_CLAMAV must be the path of clamd's socket, such as /run/clamav/clamd.ctl, or host:port",
        ),
    ] = ""
    """Socket of clamd, a path or ``host:port``; with it every file is scanned, and refused where that is impossible."""
    smtp_url: SecretStr | None = None
    """``smtp://user:password@host:587`` or ``smtps://...:465``; without it no mail is sent."""
    mail_from: str = ""
    """Sender address of every mail."""
    mail_bounces: str = ""
    """Mailbox for bounced alerts, of a server that delivers ``name+detail@host`` to ``name@host`` (RFC 5233)."""
    mail_to: str = ""
    """Recipient of the messages of the contact form."""
    logs: Literal["console", "json"] = "console"
    """How events are written to standard error: text for people, or JSON, one object a line."""
    metrics_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    """Port of the metrics of all workers, on this machine only; without it there are none."""
    offline: bool = True
    """Whether products and finder work without a connection; ``no`` removes the service worker from every browser."""
    build: str = "full"
    """Which build steps run: ``full``, ``plain`` or ``without-STEP`` (``reflex_adapter/build/steps.py``)."""

    @field_validator("url", "feed_ids")
    @classmethod
    def _check_url(cls, value: str, info: ValidationInfo) -> str:
        """Accept an http or https origin without path, query or fragment; return it without a trailing slash."""
        if not value:
            return value
        name = f"STARBOND_{(info.field_name or '').upper()}"
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            message = f"{name} must be an address such as https://www.example.com"
            raise ValueError(message)
        if parts.path.strip("/"):
            raise ValueError(f"{name} must not have a path: the site stands at the root of its host")
        return f"{parts.scheme}://{parts.netloc}"

    @field_validator("host")
    @classmethod
    def _check_host(cls, value: str) -> str:
        """Accept an IP address; ``localhost`` may mean two."""
        if value and not address_of(value):
            raise ValueError("STARBOND_HOST must be an IP address such as 127.0.0.1, 0.0.0.0 or ::")
        return value

    @field_validator("witnesses", mode="wrap")
    @classmethod
    def _read_witnesses(cls, value: object, typed: ValidatorFunctionWrapHandler) -> Mapping[str, str]:
        words = value.split() if isinstance(value, str) else None
        try:
            found = typed(value if words is None else dict(zip(words[::2], words[1::2], strict=True)))
            for key, address in found.items():
                note_keys.read(key, note_keys.WITNESS)
                if not re.fullmatch(r"https?://[^/?#]+(/[^?#]*)?", address):
                    raise ValueError
        except ValueError:
            raise ValueError(
                "STARBOND_WITNESSES must have the public key of each witness and its address behind it, such as "
                "auditor.example.com/w1+1a2b3c4d+BA... https://auditor.example.com"
            ) from None
        return found

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        """Refuse settings that contradict each other, with a sentence for the operator."""
        has_people, host = self.upload_policy is UploadPolicy.PEOPLE, urlsplit(self.public_url).hostname or ""
        is_localhost = is_local(host) and not address_of(host)
        is_secure_name = self.public_url.startswith("https://") and not address_of(host)
        company = [bool(self.oidc_issuer), bool(self.oidc_client_id), self.oidc_client_secret is not None]
        is_issuer = is_https_or_local(self.oidc_issuer) and not re.search("[?#@]", self.oidc_issuer)
        if self.smtp_url and not self.mail_from:
            raise ValueError("STARBOND_SMTP_URL is set, so STARBOND_MAIL_FROM must be set as well")
        if self.uploads == "local" and not self.is_local:
            # A proxy in front, which a public address needs, can make visitors look like this machine.
            raise ValueError(
                "STARBOND_UPLOADS=local needs a STARBOND_URL of this machine; on a public address set "
                "STARBOND_UPLOAD_KEY, or STARBOND_UPLOADS=open for everyone"
            )
        if self.uploads == "people" and not (is_localhost or is_secure_name):
            # WebAuthn Level 3.
            raise ValueError(
                "STARBOND_UPLOADS=people needs a STARBOND_URL with https and the name of a host, such as "
                "https://www.example.com, or localhost: browsers offer passkeys nowhere else"
            )
        if self.uploads == "people" and not features.has("people"):
            raise ValueError(
                "STARBOND_UPLOADS=people needs the feature `people`, which this site has left out: put it back into "
                "features/__init__.py, or set STARBOND_UPLOAD_KEY or another value of STARBOND_UPLOADS"
            )
        if self.oidc_issuer and not is_issuer:
            # OpenID Connect Discovery 1.0, section 3.
            raise ValueError(
                "STARBOND_OIDC_ISSUER must be an https address such as https://login.example.com, exactly as the "
                "issuer writes it; http is accepted for localhost alone"
            )
        if any(company) and not all(company):
            raise ValueError(
                "STARBOND_OIDC_ISSUER, STARBOND_OIDC_CLIENT_ID and STARBOND_OIDC_CLIENT_SECRET belong together: set "
                "all three, or none"
            )
        if bool(self.timestamps) != bool(self.timestamp_roots):
            raise ValueError(
                "STARBOND_TIMESTAMPS and STARBOND_TIMESTAMP_ROOTS belong together: an authority, and the file with its "
                "root certificates"
            )
        if any(company) and not has_people:
            raise ValueError("STARBOND_OIDC_ISSUER needs named people: set STARBOND_UPLOADS=people")
        if self.two_person_release and not has_people:
            raise ValueError("STARBOND_TWO_PERSON_RELEASE needs named people: set STARBOND_UPLOADS=people")
        return self

    @property
    def public_url(self) -> str:
        """URL that visitors use, without a trailing slash."""
        return self.url or f"http://localhost:{self.port}"

    @property
    def listen_address(self) -> str:
        """IP address to listen on; by default loopback where the public URL is, else every IPv4 address."""
        return self.host or ("127.0.0.1" if self.is_local else "0.0.0.0")  # noqa: S104

    @property
    def is_local(self) -> bool:
        return is_local(urlsplit(self.public_url).hostname or "")

    @property
    def database_url(self) -> str:
        """URL of the database for SQLAlchemy; by default SQLite in `data_dir`."""
        return self.database_address or f"sqlite:///{self.data_dir.absolute() / 'starbond.db'}"

    @property
    def upload_policy(self) -> UploadPolicy:
        """Who may publish.

        Named people take precedence over a key, and a key over the others, since each is stricter; without a setting
        nobody may publish.
        """
        if self.uploads == "people":
            return UploadPolicy.PEOPLE
        if self.upload_key and self.upload_key.get_secret_value():
            return UploadPolicy.KEY
        return UploadPolicy(self.uploads) if self.uploads else UploadPolicy.CLOSED

    @property
    def max_upload_bytes(self) -> int:
        return self.max_upload_mb * MEBIBYTE


def is_https_or_local(address: str) -> bool:
    """Return whether an address is https, or http of this machine, where nobody listens in."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and is_local(host)))


@cache
def settings() -> Settings:
    """Return the settings of this process, read from the environment once; exit with a sentence for each mistake."""
    try:
        return Settings()
    except ValidationError as mistakes:
        raise SystemExit("\n".join(problems(mistakes))) from None


def problems(mistakes: ValidationError) -> Iterator[str]:
    """Yield one sentence per mistake; never a value, which may be secret."""
    for found in mistakes.errors():
        names = [str(name) if str(name).isupper() else f"STARBOND_{name}".upper() for name in found["loc"]]
        # Our own sentences name their settings.
        yield re.sub("^this(?= )", "".join(names), sentence(found))
