"""A site with company accounts, and the way of a browser through its sign-in."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from asgi_client import Answer
from people_site import SESSION, Browser, people_app, shown

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import Language
from starbond_site.documents.archive import Archive
from starbond_site.people.openid import ANSWER, Provider
from tests.unit.authenticator import ORIGIN
from tests.unit.documents.publishing import rows
from tests.unit.fake_issuer import CLIENT, SECRET, Issuer

COOKIE = "__Host-starbond-company"
COMPANY = "/desk/sign-in/company"
Line = tuple[str, str, str, str]


@dataclass
class CompanySite:
    """A site, its company's sign-in, and one browser."""

    archive: Archive
    issuer: Issuer
    browser: Browser

    @classmethod
    def made(cls, archive: Archive, folder: Path, issuer: Issuer) -> "CompanySite":
        """Return a site that knows the issuer."""
        provider = Provider(issuer.url, CLIENT, SECRET, ORIGIN)
        return cls(archive, issuer, Browser(people_app(archive, folder, provider=provider)))

    def leave(self, next_page: str = "", language: Language = "en") -> str:
        """Press the button, and return the address to which the page leads on."""
        answer = self.browser.post(localized(COMPANY, language), {"next": next_page})
        assert answer.status == 200, shown(answer)
        return answer.headers["refresh"].removeprefix("0; url=")

    def arrive(self, query: str) -> Answer:
        """Come back."""
        return self.browser.get(f"{ANSWER}?{query}")

    def sign_in(self, next_page: str = "", language: Language = "en", **changes: str) -> Answer:
        """Go there and come back; changes come in place of the answer's parameters."""
        return self.arrive(self.issuer.authorize(self.leave(next_page, language), **changes))

    def is_signed_in(self) -> bool:
        """Return whether the browser is."""
        return SESSION in self.browser.cookies and self.browser.get("/desk/account").status == 200

    def refused(self, answer: Answer, code: str, language: Language = "en") -> Line:
        """Check that an answer leads to the sentence of a refusal, and return its line of the audit."""
        assert answer.status == 303
        address = urlsplit(answer.headers["location"])
        assert address.path == localized("/desk/sign-in", language)
        assert parse_qs(address.query)["refused"] == [code]
        assert SESSION not in self.browser.cookies
        assert COOKIE not in self.browser.cookies
        page = self.browser.get(answer.headers["location"])
        assert page.status == 403
        assert getattr(content.read(language).errors, code) in shown(page)
        line = self.audit()[-1]
        assert line[:3] == ("", "sign in", code)
        return line

    def audit(self) -> list[Line]:
        """Return person, action, outcome and detail of all entries."""
        found = rows(self.archive, "SELECT person, action, outcome, detail FROM audit ORDER BY id")
        return [(str(a), str(b), str(c), str(d)) for a, b, c, d in found]
