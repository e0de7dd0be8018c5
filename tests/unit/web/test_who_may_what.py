"""Who may do what: one matrix of address, method and identity; `test_reserved_addresses` says that it is whole."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import unescape
from urllib.parse import urlencode

import addresses
import pytest
from addresses import ADMINISTER, ANY_ROLE, APPROVE, OWN_PAGES, PREPARE, PREPARE_OR_APPROVE, PUBLISH, SIGNED_IN
from asgi_client import Answer
from factories import store_document
from whole_site import FORM, PEER, Site

from starbond_site import content
from starbond_site.content.addresses import language_of_path
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.features.clocks import service
from starbond_site.features.people import sessions
from starbond_site.shared.roles import ALL_ROLES, Role
from starbond_site.shared.settings import UploadPolicy
from tests.unit.documents.publishing import rows
from tests.unit.sealed.sealed_filings import in_seconds, seal
from tests.unit.signing_in import somebody

ISSUER = "https://login.example.com"
COMPANY = "/desk/sign-in/company"
"""Asks the issuer, which is none: here only other sites are refused there."""
NEEDS = {
    SIGNED_IN: frozenset(Role), ANY_ROLE: frozenset(Role), ADMINISTER: {Role.ADMINISTER}, APPROVE: {Role.APPROVE},
    PREPARE_OR_APPROVE: {Role.PREPARE, Role.APPROVE}, PUBLISH: {Role.PREPARE}, PREPARE: {Role.PREPARE},
}  # fmt: skip
"""Roles of which one is needed."""
OF_PEOPLE = re.compile("/desk/(account|people|sign-in|sign-out|invitation|passkeys.js)")
ACTIONS = {PUBLISH: "upload", OWN_PAGES: "enter key"}


@dataclass(frozen=True)
class Who:
    """A visitor: the policy of the site, what they send, what they may, and how they are refused."""

    policy: UploadPolicy
    code: str = ""
    status: int = 403
    roles: frozenset[Role] = frozenset()
    headers: Mapping[str, str | None] = field(default_factory=dict)
    peer: str = PEER
    session: str = ""
    is_foreign: bool = False

    def site(self, archive: Archive) -> Site:
        site = Site(archive, self.policy, issuer=ISSUER)
        if self.session in ("ended", "person"):
            who = somebody(archive, "Karim Uddin", self.roles or [Role.PREPARE])
            if self.session == "ended":
                sessions.sign_out(archive, who.session, COMMAND_LINE)
            return site.browser(session=who.session)
        key = site.rights.sessions.make() if self.session == "key" else "1.2.3"
        return site.browser(key=key, session="x" * 43) if self.session else site


KEYED, CLOSED = Who(UploadPolicy.KEY, "key_missing", 401), Who(UploadPolicy.CLOSED, "closed")
LOCAL, NOBODY = Who(UploadPolicy.LOCAL, "closed"), Who(UploadPolicy.PEOPLE, "sign_in_missing", 401)
PERSON = Who(UploadPolicy.PEOPLE, "role_missing", session="person")
ON_THIS_MACHINE = {"host": "localhost:3000", "origin": "http://localhost:3000"}
OTHER_SITES = {
    "another site": {"origin": "https://evil.example"}, "a sandboxed page": {"origin": "null"},
    "a site that hides its origin": {"origin": None, "sec-fetch-site": "cross-site"},
}  # fmt: skip
WITH_ALL_RIGHTS = {
    "everyone": Who(UploadPolicy.OPEN, roles=ALL_ROLES),
    "key": replace(KEYED, roles=ALL_ROLES, session="key"),
    "this machine": replace(LOCAL, roles=ALL_ROLES, peer="127.0.0.1", headers=ON_THIS_MACHINE),
    "person with all roles": replace(PERSON, roles=ALL_ROLES),
}
IDENTITIES = {
    "stranger, key": KEYED,
    "invented session of the key": replace(KEYED, session="invented"),
    "stranger, closed": CLOSED,
    "this machine, closed": replace(CLOSED, peer="127.0.0.1", headers={"host": "localhost:3000"}),
    "another machine, local": LOCAL,
    "proxy on this machine": replace(LOCAL, peer="127.0.0.1", headers={**ON_THIS_MACHINE, "x-forwarded-for": "::1"}),
    "rebound name": replace(LOCAL, peer="127.0.0.1", headers={"host": "evil.example", "origin": "http://evil.example"}),
    "nobody": NOBODY,
    "ended session": replace(NOBODY, session="ended"),
    **{role: replace(PERSON, roles=frozenset({role})) for role in Role},
    **WITH_ALL_RIGHTS,
    **{
        f"{sender}, {name}": replace(who, headers={**who.headers, **headers}, is_foreign=True)
        for sender, headers in OTHER_SITES.items()
        for name, who in WITH_ALL_RIGHTS.items()
        if name == "person with all roles" or sender == "another site"
    },
    "another site, nobody": replace(NOBODY, headers=OTHER_SITES["another site"], is_foreign=True),
}


def refusal(who: Who, group: str, method: str, path: str) -> tuple[int, str] | None:
    """Return status and code with which an address refuses somebody; None where it does not."""
    is_changing = group is PUBLISH or method in ("POST", "DELETE")
    if is_changing and who.is_foreign and group is not addresses.LINKS:
        is_form = path.endswith(("contact", "subscribe", "alerts", "dividends"))
        return 403, "foreign_form" if is_form else "foreign_origin"
    if group in NEEDS and not NEEDS[group] & who.roles:
        return (403 if path.endswith("options") else who.status), who.code
    return (403, "foreign_origin") if path.endswith(".zip") and who.is_foreign else None


def stored(archive: Archive) -> dict[str, list[tuple[object, ...]]]:
    """Return all that an address could change; entries of the audit and challenges are for refusals, too."""
    names = {str(name) for (name,) in rows(archive, "SELECT name FROM sqlite_master WHERE type = 'table'")}
    names -= {"audit", "passkey_challenge", "sqlite_sequence"} | {name for name in names if "page_index" in name}
    return {name: rows(archive, f"SELECT * FROM {name}") for name in names}  # noqa: S608


def send(site: Site, who: Who, group: str, method: str, path: str) -> Answer:
    publishing = {"content-length": "700", "tus-resumable": "1.0.0"}
    headers = publishing if group is PUBLISH else {"accept": "text/html"}
    if group is PUBLISH and method == "POST" and path.startswith("/api/uploads/"):
        headers["x-http-method-override"] = "DELETE"
    if path == "/api/upload-key":
        headers = {"accept": "application/json"}
    fields = {
        "confirmed": "1", "tick": "yes", "name": "Taken over", "title": "Taken over", "category": "BondIssue",
        "by": "1", "reason": "Taken over", "moment": "2099-01-01T00:00", "_seen": "1", "label": "Taken over",
        "duty": "price-sensitive-information", "part": "exchange", "document": "1", "clock": "1", "operation": "invite",
        "email": "taken@example.com", "role-administer": "on", "credential": "{}", "Dividend-text": "Taken over",
        "Dividend-url": "/AllNotice", "consent": "on", "message": "Taken over by another site", "key": "wrong",
    }  # fmt: skip
    if method == "POST" and group is not PUBLISH:
        headers["content-type"] = FORM
    body = urlencode(fields).encode() if method == "POST" else b""
    return site.browser(**site.cookies).send(method, path, {**headers, **who.headers}, peer=who.peer, pieces=[body])


def problems(answer: Answer, status: int, code: str, group: str, path: str, secrets: tuple[str, ...]) -> Iterator[str]:
    said, headers = unescape(answer.body.decode(errors="replace")), answer.headers
    if answer.status != status:
        yield f"{answer.status} in place of {status}"
    if code == "foreign_origin" and said and content.read(language_of_path(path)).errors.foreign_origin not in said:
        yield "does not say why"
    if any(secret in said for secret in secrets):
        yield "shows what it hides"
    if group is PUBLISH and (answer.pieces_read, headers.get("connection")) != (0, "close"):
        yield "reads the body"
    if "no-store" not in headers["cache-control"]:
        yield "may be kept"
    if "text/html" in headers.get("content-type", "") and "/desk" in path and "noindex" not in headers["x-robots-tag"]:
        yield "is indexed"


def is_audited(group: str, method: str, path: str) -> bool:
    if group in (PUBLISH, ADMINISTER, APPROVE, PREPARE, SIGNED_IN):
        return method != "GET" and not path.endswith("/options")
    return (method, path) == ("POST", "/api/upload-key")


@pytest.mark.parametrize("name", IDENTITIES)
def test_matrix(archive: Archive, name: str) -> None:
    """Every other identity asks in Bangla, which has the same handlers (`test_reserved_addresses`)."""
    who, language = IDENTITIES[name], content.LANGUAGES[list(IDENTITIES).index(name) % len(content.LANGUAGES)]
    store_document(archive, "Published -20-11-2026.pdf")
    filing = seal(archive, name="Hidden results.pdf")
    service.start(archive, COMMAND_LINE, "price-sensitive-information", "Hidden dividend", in_seconds(-60))
    token = Site(archive).create(9, filename="a.pdf").headers["location"].rpartition("/")[2]
    site, secrets = who.site(archive), ("Hidden", "Karim", "karim", filing.sha256, filing.commitment)
    table = [(group, *address) for group in addresses.GROUPS for address in addresses.of(group, token, language)]
    if who.policy is not UploadPolicy.PEOPLE:
        there = [address for address in table if not OF_PEOPLE.search(address[2])]
        assert {send(site, who, *address).status for address in set(table) - set(there)} <= {404}
        table = there
    refused = {address: found for address in table if (found := refusal(who, *address))}
    before, entries = stored(archive), len(rows(archive, "SELECT id FROM audit"))
    findings = {
        address[1:]: found
        for address, (status, code) in refused.items()
        if (found := [*problems(send(site, who, *address), status, code, address[0], address[2], secrets)])
    }
    assert (findings, stored(archive)) == ({}, before)
    audited = Counter((ACTIONS.get(address[0], "desk"), code) for address, (_, code) in refused.items()
                      if is_audited(*address))  # fmt: skip
    assert Counter(rows(archive, "SELECT action, outcome FROM audit")[entries:]) == audited
    allowed = [address for address in table if address not in refused and not address[2].endswith(COMPANY)]
    # Signing out comes last. Without a passkey or a key, pages that are open refuse for what is sent.
    for address in sorted(allowed, key=lambda address: "sign-out" in address[2]):
        answer, group = send(site, who, *address), address[0]
        if answer.status in (401, 403) and group is not OWN_PAGES:
            findings[address[1:]] = [f"{answer.status} in place of an answer"]
        if group in (addresses.EVERYONE, addresses.LEADING_ON) and b"Hidden" in answer.body:
            findings[address[1:]] = ["shows what is hidden"]
    assert findings == {}


def test_no_address_takes_another_method(archive: Archive) -> None:
    site, table = Site(archive, UploadPolicy.OPEN), set()
    for group in addresses.GROUPS:
        table |= {address for language in content.LANGUAGES for address in addresses.of(group, "x" * 32, language)}
    others = {(method, path) for _, path in table for method in ("POST", "PUT", "PATCH", "DELETE")} - table
    found = {address: site.send(*address).status for address in others}
    assert {address: status for address, status in found.items() if status not in (404, 405)} == {}
    assert len(found) > 400


def test_numbers_of_nothing_are_not_found(archive: Archive) -> None:
    """Also those that no column holds; other spellings and forms lead on first."""
    site, who, wrong = Site(archive, UploadPolicy.OPEN), WITH_ALL_RIGHTS["everyone"], set[tuple[str, str]]()
    for number in ("0", "-1", "01", "99", "2147483648", "9" * 5000, "1.5", "1e3", "x", "১", "1 ", "a%00b"):
        for group in addresses.GROUPS:
            for address in {*addresses.of(group, "x", "en", number)} - {*addresses.of(group, "x", "en")}:
                leads_on = group is addresses.LEADING_ON or address[1].startswith(("/Documents", "/agm"))
                if send(site, who, group, *address).status not in ((404, 301, 303) if leads_on else (404,)):
                    wrong.add(address)
    assert wrong == set()
