"""A site on which people sign in, asked as a browser does: with cookies, and with the answers of an authenticator."""

import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from asgi_client import Answer, ask
from starlette.applications import Starlette

from starbond_site.documents.archive import Archive
from starbond_site.people import sessions
from starbond_site.people.openid import Provider
from starbond_site.settings import UploadPolicy
from starbond_site.web import desk, people
from starbond_site.web.built import BuiltSite
from starbond_site.web.desk.frame import Desk
from starbond_site.web.rights import Rights, session_cookie
from starbond_site.web.visitor import Visitor
from tests.unit.authenticator import ORIGIN, Authenticator
from tests.unit.signing_in import AGENT
from tests.unit.web.desk_site import Lines

SESSION = session_cookie(is_secure=True)
HOST = urlsplit(ORIGIN).netloc
FORM = "application/x-www-form-urlencoded"


def people_app(
    archive: Archive, folder: Path, policy: UploadPolicy = UploadPolicy.PEOPLE, provider: Provider | None = None
) -> Starlette:
    """Return the routes of the desk and of people."""

    def holder(visitor: Visitor):  # noqa: ANN202  as `Rights` takes it
        return sessions.holder(archive, visitor.cookie(SESSION))

    rights = Rights(policy, "a key that nobody guesses", public_url=ORIGIN, people=holder)
    built = BuiltSite(folder / "client", folder / "none", is_secure=True)
    made = Desk(lambda: archive, rights, built, Lines())
    return Starlette(routes=[*desk.routes(made), *people.routes(made, provider)])


@dataclass
class Browser:
    """A browser with cookies."""

    app: Starlette
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self._ask(path, "GET", {"sec-fetch-site": "none"})

    def post(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> Answer:
        """Send a form."""
        return self._ask(path, "POST", {"origin": ORIGIN, **headers}, urlencode(fields or {}).encode())

    def register(self, path: str, options: str, device: Authenticator) -> Answer:
        """Register a passkey as the script does."""
        return self.post(path, {"credential": device.register(self.post(options).text)})

    def sign_in(self, device: Authenticator, next_page: str = "") -> Answer:
        """Sign in as the script does."""
        options = self.post("/desk/sign-in/options").text
        return self.post("/desk/sign-in", {"credential": device.sign(options), "next": next_page})

    def _ask(self, path: str, method: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        path, _, query = path.partition("?")
        path += "/" if path in ("/desk", "/bn/desk") else ""
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        given = {"host": HOST, "user-agent": AGENT, "accept": "text/html", "cookie": jar, "content-type": FORM}
        answer = ask(self.app, path, method, {**given, **headers}, query=query, pieces=[body], peer="192.0.2.9")
        for line in answer.cookies:
            name, _, rest = line.partition("=")
            value = rest.partition(";")[0].strip('"')
            if value and "Max-Age=0" not in rest:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        return answer


def shown(answer: Answer) -> str:
    """Return the text of the main part of a page."""
    html = re.sub(r"<(script|style|title)\b.*?</\1>", "", answer.text, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
