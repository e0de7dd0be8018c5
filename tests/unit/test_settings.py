"""Settings: defaults, what is derived, and mistakes that are named."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from starbond_site.settings import MEBIBYTE, Settings, UploadPolicy

SET = ("STARBOND_", "REFLEX_REDIS_URL", "PORT")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Begin without any setting."""
    import os

    monkeypatch.chdir(tmp_path)
    for name in tuple(os.environ):
        if name.startswith(SET):
            monkeypatch.delenv(name)


def test_defaults(tmp_path: Path):
    """A fresh machine needs no setting."""
    given = Settings()
    assert given.public_url == "http://localhost:3000"
    assert given.data_dir == Path("data")
    assert given.database_url == f"sqlite:///{tmp_path}/data/starbond.db"
    assert (given.storage, given.redis_url, given.smtp_url) == ("local", "", None)
    assert given.max_upload_bytes == 50 * MEBIBYTE
    assert given.upload_policy is UploadPolicy.CLOSED


def test_the_key_of_receipts_needs_an_absolute_path(monkeypatch: pytest.MonkeyPatch):
    """A relative one would mean another file in every release."""
    monkeypatch.setenv("STARBOND_SIGNING_KEY", "/etc/starbond/receipts.pem")
    assert Settings().signing_key == Path("/etc/starbond/receipts.pem")
    monkeypatch.setenv("STARBOND_SIGNING_KEY", "receipts.pem")
    with pytest.raises(ValidationError, match="must be an absolute path"):
        Settings()


def test_environment(monkeypatch: pytest.MonkeyPatch):
    """Every setting has its variable."""
    variables = {
        "PORT": "8080",
        "STARBOND_HOST": "127.0.0.1",
        "STARBOND_URL": "https://www.example.com/",
        "STARBOND_DATA_DIR": "/srv/site",
        "STARBOND_DATABASE_URL": "postgres://site@db/site",
        "STARBOND_STORAGE": "s3://documents/site",
        "REFLEX_REDIS_URL": "redis://cache",
        "STARBOND_FANOUT": "http://127.0.0.1:8091/publish",
        "STARBOND_UPLOAD_KEY": "a secret",
        "STARBOND_MAX_UPLOAD_MB": "200",
        "STARBOND_CLAMAV": "unix:/run/clamav/clamd.ctl",
        "STARBOND_SMTP_URL": "smtp://mail",
        "STARBOND_MAIL_FROM": "site@example.com",
        "STARBOND_MAIL_TO": "office@example.com",
    }
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    given = Settings()
    assert (given.port, given.public_url, given.is_local) == (8080, "https://www.example.com", False)
    assert given.listen_address == "127.0.0.1"
    assert given.database_url == "postgresql+psycopg://site@db/site"
    assert (given.storage, given.redis_url) == ("s3://documents/site", "redis://cache")
    assert given.fanout == "http://127.0.0.1:8091/publish"
    assert given.max_upload_bytes == 200 * MEBIBYTE
    assert given.clamav == "/run/clamav/clamd.ctl"
    assert (given.mail_from, given.mail_to) == ("site@example.com", "office@example.com")
    assert "a secret" not in repr(given)
    assert given.upload_policy is UploadPolicy.KEY


@pytest.mark.parametrize(
    ("url", "uploads", "key", "policy"),
    [
        ("", "", "", UploadPolicy.CLOSED),
        ("http://127.0.0.1:3000", "", "", UploadPolicy.CLOSED),
        ("", "local", "", UploadPolicy.LOCAL),
        ("http://127.0.0.1:3000", "local", "", UploadPolicy.LOCAL),
        ("http://127.9.9.9", "local", "", UploadPolicy.LOCAL),
        ("http://[::1]:3000", "local", "", UploadPolicy.LOCAL),
        ("http://site.localhost", "local", "", UploadPolicy.LOCAL),
        ("https://www.example.com", "", "", UploadPolicy.CLOSED),
        ("https://localhost.example.com", "", "", UploadPolicy.CLOSED),
        ("http://192.168.0.5", "", "", UploadPolicy.CLOSED),
        ("https://www.example.com", "open", "", UploadPolicy.OPEN),
        ("", "open", "", UploadPolicy.OPEN),
        ("https://www.example.com", "", "secret", UploadPolicy.KEY),
        ("", "", "secret", UploadPolicy.KEY),
        ("", "local", "secret", UploadPolicy.KEY),
        ("https://www.example.com", "open", "secret", UploadPolicy.KEY),
    ],
)
def test_who_may_publish(url: str, uploads: str, key: str, policy: UploadPolicy, monkeypatch: pytest.MonkeyPatch):
    """The table of docs/requirements.md, "Who may publish"; an empty variable counts as not set."""
    monkeypatch.setenv("STARBOND_URL", url)
    monkeypatch.setenv("STARBOND_UPLOADS", uploads)
    monkeypatch.setenv("STARBOND_UPLOAD_KEY", key)
    assert Settings().upload_policy is policy


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("STARBOND_URL", "www.example.com", "STARBOND_URL must be an address"),
        ("STARBOND_URL", "ftp://example.com", "STARBOND_URL must be an address"),
        ("STARBOND_URL", "https://example.com/site", "must not have a path"),
        ("STARBOND_DATABASE_URL", "mysql://db", "must begin with sqlite"),
        ("STARBOND_STORAGE", "ftp://files", "must be local or s3://"),
        ("STARBOND_CLAMAV", "clamd.ctl", "must be the path of clamd's socket"),
        ("STARBOND_CLAMAV", "scanner", "must be the path of clamd's socket"),
        ("STARBOND_CLAMAV", "a b:3310", "must be the path of clamd's socket"),
        ("STARBOND_STORAGE", "s3://", "must be local or s3://"),
        ("STARBOND_FANOUT", "127.0.0.1:8091/publish", "STARBOND_FANOUT must be an address"),
        ("STARBOND_FANOUT", "http://127.0.0.1:8091", "STARBOND_FANOUT must be an address"),
        ("STARBOND_UPLOADS", "yes", "open"),
        ("STARBOND_MAX_UPLOAD_MB", "0", "greater than or equal to 1"),
        ("STARBOND_MAX_UPLOAD_MB", "much", "integer"),
        ("PORT", "99999", "65535"),
        ("STARBOND_HOST", "localhost", "must be an IP address"),
        ("STARBOND_SMTP_URL", "smtp://mail", "STARBOND_MAIL_FROM must be set"),
    ],
)
def test_mistakes_are_named(name: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch):
    """A setting that cannot be right stops the start, with its name."""
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError, match=words):
        Settings()


@pytest.mark.parametrize(
    ("url", "host", "address"),
    [
        ("", "", "127.0.0.1"),
        ("https://www.example.com", "", "0.0.0.0"),  # noqa: S104
        ("https://www.example.com", "127.0.0.1", "127.0.0.1"),
        ("", "::", "::"),
    ],
)
def test_where_the_server_listens(url: str, host: str, address: str, monkeypatch: pytest.MonkeyPatch):
    """On loopback where the site is local; a chosen address wins."""
    monkeypatch.setenv("STARBOND_URL", url)
    monkeypatch.setenv("STARBOND_HOST", host)
    assert Settings().listen_address == address


@pytest.mark.parametrize("key", ["", "secret"])
@pytest.mark.parametrize("url", ["https://www.example.com", "https://localhost.example.com", "http://192.168.0.5"])
def test_local_needs_an_address_of_this_machine(url: str, key: str, monkeypatch: pytest.MonkeyPatch):
    """A proxy stands in front of any other address, and could make every visitor look like this machine."""
    monkeypatch.setenv("STARBOND_URL", url)
    monkeypatch.setenv("STARBOND_UPLOAD_KEY", key)
    monkeypatch.setenv("STARBOND_UPLOADS", "local")
    with pytest.raises(ValidationError, match="STARBOND_UPLOADS=local needs"):
        Settings()


OIDC = {"ISSUER": "https://login.example.com/realm", "CLIENT_ID": "starbond", "CLIENT_SECRET": "not to be shown"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"CLIENT_SECRET": ""}, "belong together: set all three, or none"),
        ({"CLIENT_ID": ""}, "belong together"),
        ({"ISSUER": ""}, "belong together"),
        ({"ISSUER": "http://login.example.com"}, "STARBOND_OIDC_ISSUER must be an https address"),
        ({"ISSUER": "login.example.com"}, "must be an https address"),
        ({"ISSUER": "https://login.example.com?a=b"}, "must be an https address"),
        ({"ISSUER": "https://user@login.example.com"}, "must be an https address"),
        ({"UPLOADS": "local"}, "STARBOND_OIDC_ISSUER needs named people: set STARBOND_UPLOADS=people"),
    ],
)
def test_company_accounts_are_complete_or_stop_the_start(
    changes: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
):
    """One sentence says what is missing."""
    monkeypatch.setenv("STARBOND_UPLOADS", "people")
    for name, value in (OIDC | changes).items():
        monkeypatch.setenv(f"STARBOND_{'' if name == 'UPLOADS' else 'OIDC_'}{name}", value)
    with pytest.raises(ValidationError, match=words):
        Settings()


@pytest.mark.parametrize(
    "issuer", ["https://login.example.com/", "http://localhost:8080/realms/a", "http://127.0.0.1:9", "http://[::1]"]
)
def test_issuer_is_kept_letter_by_letter(issuer: str, monkeypatch: pytest.MonkeyPatch):
    """Issuers are compared so; without https it has to be this machine."""
    monkeypatch.setenv("STARBOND_UPLOADS", "people")
    for name, value in (OIDC | {"ISSUER": issuer}).items():
        monkeypatch.setenv(f"STARBOND_OIDC_{name}", value)
    given = Settings()
    assert given.oidc_issuer == issuer
    assert "not to be shown" not in repr(given)
