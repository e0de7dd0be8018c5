"""Settings: defaults, what is derived, and mistakes that are named."""

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from starbond_site.shared.settings import MEBIBYTE, Settings, UploadPolicy, problems
from starbond_site.shared.settings import settings as of_this_process

SET = ("STARBOND_", "REFLEX_REDIS_URL", "PORT")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in tuple(os.environ):
        if name.startswith(SET):
            monkeypatch.delenv(name)


def settings(**variables: str) -> Settings:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name if name in {"PORT", "REFLEX_REDIS_URL"} else f"STARBOND_{name}", value)
        return Settings()


def refusal(**variables: str) -> str:
    with pytest.raises(ValidationError) as refused:
        settings(**variables)
    return "\n".join(problems(refused.value))


def test_defaults(tmp_path: Path):
    given = Settings()
    assert (given.public_url, given.data_dir) == ("http://localhost:3000", Path("data"))
    assert given.database_url == f"sqlite:///{tmp_path}/data/starbond.db"
    assert (given.storage, given.redis_url, given.smtp_url) == ("local", "", None)
    assert given.max_upload_bytes == 50 * MEBIBYTE


def test_environment():
    given = settings(
        PORT="8080", HOST="127.0.0.1", URL="https://www.example.com/", DATA_DIR="/srv/site", UPLOAD_KEY="a secret",
        DATABASE_URL="postgres://site@db/site", STORAGE="s3://documents/site", REFLEX_REDIS_URL="redis://cache",
        FANOUT="http://127.0.0.1:8091/publish", MAX_UPLOAD_MB="200", CLAMAV="unix:/run/clamav/clamd.ctl",
        SMTP_URL="smtp://mail", MAIL_FROM="site@example.com", MAIL_TO="office@example.com",
        SIGNING_KEY="/etc/starbond/receipts.pem", WITNESSES=f"{WITNESS} https://w1.example.com",
    )  # fmt: skip
    assert given.witnesses == {WITNESS: "https://w1.example.com"}
    assert given.signing_key == Path("/etc/starbond/receipts.pem")
    assert (given.port, given.public_url, given.is_local) == (8080, "https://www.example.com", False)
    assert (given.listen_address, given.database_url) == ("127.0.0.1", "postgresql+psycopg://site@db/site")
    assert (given.storage, given.redis_url) == ("s3://documents/site", "redis://cache")
    assert given.fanout == "http://127.0.0.1:8091/publish"
    assert given.max_upload_bytes == 200 * MEBIBYTE
    assert given.clamav == "/run/clamav/clamd.ctl"
    assert (given.mail_from, given.mail_to) == ("site@example.com", "office@example.com")
    assert "a secret" not in repr(given)
    assert given.upload_policy is UploadPolicy.KEY


SITE, HERE = "https://www.example.com", "http://127.0.0.1:3000"
PUBLISHERS = {
    **dict.fromkeys([("", "", ""), (HERE, "", ""), (SITE, "", ""), ("https://localhost.example.com", "", ""),
                     ("http://192.168.0.5", "", "")], UploadPolicy.CLOSED),
    **{(url, "local", ""): UploadPolicy.LOCAL
       for url in ("", HERE, "http://127.9.9.9", "http://[::1]:3000", "http://site.localhost")},
    (SITE, "open", ""): UploadPolicy.OPEN, ("", "open", ""): UploadPolicy.OPEN,
    **dict.fromkeys([(SITE, "", "secret"), ("", "", "secret"), ("", "local", "secret"), (SITE, "open", "secret")],
                    UploadPolicy.KEY),
    **{(url, "people", ""): UploadPolicy.PEOPLE for url in ("", SITE, "http://localhost:80", "http://site.localhost")},
    ("", "people", "secret"): UploadPolicy.PEOPLE,
}  # fmt: skip
"""By public address, `STARBOND_UPLOADS` and key: the table of docs/requirements.md, "Who may publish"."""


@pytest.mark.features("people")
def test_who_may_publish():
    found = {given: settings(URL=given[0], UPLOADS=given[1], UPLOAD_KEY=given[2]).upload_policy for given in PUBLISHERS}
    assert found == PUBLISHERS


WITNESS = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
MISTAKES = {
    "STARBOND_URL must be an address": [("URL", "www.example.com"), ("URL", "ftp://example.com")],
    "must not have a path": [("URL", "https://example.com/site")],
    "must begin with sqlite": [("DATABASE_URL", "mysql://db")],
    "must be local or s3://": [("STORAGE", "ftp://files"), ("STORAGE", "s3://")],
    "must be the path of clamd's socket": [("CLAMAV", name) for name in ("clamd.ctl", "scanner", "a b:3310")],
    "STARBOND_FANOUT must be an address": [("FANOUT", "127.0.0.1:8091/publish"), ("FANOUT", "http://127.0.0.1:8091")],
    # A relative path would mean another file in every release.
    "must be an absolute path": [("SIGNING_KEY", "receipts.pem")], "must be an IP address": [("HOST", "localhost")],
    "STARBOND_UPLOADS must be 'open', 'local' or 'people'": [("UPLOADS", "yes")],
    "STARBOND_MAX_UPLOAD_MB must be at least 1": [("MAX_UPLOAD_MB", "0")],
    "STARBOND_MAX_UPLOAD_MB must be a whole number": [("MAX_UPLOAD_MB", "much")],
    "PORT must be a whole number": [("PORT", "abc")], "PORT must be at most 65535": [("PORT", "99999")],
    "STARBOND_HOLDERS_KEY must have a length of at least 32": [("HOLDERS_KEY", "short")],
    "STARBOND_OFFLINE must be true or false": [("OFFLINE", "maybe")],
    "STARBOND_WITNESSES must have the public key of each witness": [
        ("WITNESSES", f"{WITNESS} ftp://example.com"), ("WITNESSES", WITNESS), ("WITNESSES", "w1 https://example.com"),
        ("WITNESSES", f"{WITNESS.replace('+da', '+db')} https://example.com"),
    ],
    "STARBOND_TIMESTAMPS must be an address": [("TIMESTAMPS", "tsa.example.com")],
    "STARBOND_TIMESTAMPS and STARBOND_TIMESTAMP_ROOTS belong together": [("TIMESTAMPS", "https://tsa.example.com")],
    "STARBOND_TIMESTAMP_ROOTS must be an absolute path": [("TIMESTAMP_ROOTS", "tsa.pem")],
    "STARBOND_MAIL_FROM must be set": [("SMTP_URL", "smtp://mail")],
}  # fmt: skip


@pytest.mark.parametrize("pairs", [{}, {WITNESS: "https://w1.example.com"}])
def test_witnesses_may_be_given_as_pairs(pairs: dict[str, str]):
    assert Settings(witnesses=pairs).witnesses == pairs
    for wrong in ({**pairs, "w1": "https://example.com"}, 5):
        with pytest.raises(ValidationError, match="STARBOND_WITNESSES must have"):
            Settings.model_validate({"witnesses": wrong})


def test_mistakes_are_named():
    for words, given in MISTAKES.items():
        for name, value in given:
            assert words in refusal(**{name: value}), (name, value)


def test_a_process_with_a_wrong_setting_ends_with_the_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PORT", "abc")
    with pytest.raises(SystemExit, match=r"^PORT must be a whole number$"):
        of_this_process.__wrapped__()


def test_where_the_server_listens():
    addresses = {
        ("", ""): "127.0.0.1",
        ("https://www.example.com", ""): "0.0.0.0",  # noqa: S104
        ("https://www.example.com", "127.0.0.1"): "127.0.0.1",
        ("", "::"): "::",
    }
    assert {given: settings(URL=given[0], HOST=given[1]).listen_address for given in addresses} == addresses


@pytest.mark.parametrize("url", ["http://www.example.com", "https://203.0.113.9", HERE, "http://[::1]"])
def test_people_sign_in_where_browsers_offer_passkeys(url: str):
    assert "browsers offer passkeys nowhere else" in refusal(URL=url, UPLOADS="people")


@pytest.mark.parametrize("key", ["", "secret"])
@pytest.mark.parametrize("url", ["https://www.example.com", "https://localhost.example.com", "http://192.168.0.5"])
def test_this_machine_alone_publishes_only_where_no_proxy_stands_before_it(url: str, key: str):
    """A proxy in front of any other address could make every visitor look like this machine."""
    assert "STARBOND_UPLOADS=local needs" in refusal(URL=url, UPLOAD_KEY=key, UPLOADS="local")


OIDC = {
    "UPLOADS": "people", "OIDC_ISSUER": "https://login.example.com/realm", "OIDC_CLIENT_ID": "starbond",
    "OIDC_CLIENT_SECRET": "not to be shown",
}  # fmt: skip
INCOMPLETE = [
    ("OIDC_CLIENT_SECRET", "", "belong together: set all three, or none"),
    ("OIDC_CLIENT_ID", "", "belong together"),
    ("OIDC_ISSUER", "", "belong together"),
    ("OIDC_ISSUER", "http://login.example.com", "STARBOND_OIDC_ISSUER must be an https address"),
    ("OIDC_ISSUER", "login.example.com", "must be an https address"),
    ("OIDC_ISSUER", "https://login.example.com?a=b", "must be an https address"),
    ("OIDC_ISSUER", "https://user@login.example.com", "must be an https address"),
    ("UPLOADS", "local", "STARBOND_OIDC_ISSUER needs named people: set STARBOND_UPLOADS=people"),
]


@pytest.mark.features("people")
def test_company_accounts_are_complete_or_stop_the_start():
    for name, value, words in INCOMPLETE:
        assert words in refusal(**OIDC | {name: value}), (name, value)
    # Issuers are compared letter by letter; without https it has to be this machine.
    local = ("http://localhost:8080/realms/a", "http://127.0.0.1:9", "http://[::1]")
    for issuer in ("https://login.example.com/", *local):
        given = settings(**OIDC | {"OIDC_ISSUER": issuer})
        assert given.oidc_issuer == issuer
        assert "not to be shown" not in repr(given)
