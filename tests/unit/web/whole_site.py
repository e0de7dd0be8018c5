"""The whole site without a server: every layer around a small build, over an archive, and a browser that asks it."""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from copy import copy
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from pydantic import SecretStr
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.content.addresses import CALENDAR_PAGE, FIGURES_PAGE, LANGUAGES, Language, localized, others
from starbond_site.documents import snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.snapshot import Snapshot
from starbond_site.mail import Mailer
from starbond_site.presentation.topics import SHEET_OF, Fragment, Fragments
from starbond_site.shared.roles import Principal
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web.built import BuiltSite
from starbond_site.web.resumable import PATH
from starbond_site.web.rights import Rights, find_principal, session_cookie
from starbond_site.web.services import Services
from starbond_site.web.site import transformers
from tests import left_out
from tests.unit.authenticator import AGENT, Authenticator
from tests.unit.fake_issuer import CLIENT, SECRET
from tests.unit.web.asgi_client import Answer, ask

KEY = "a key & that = nobody guesses"
PEER = "203.0.113.9"
PAGES = {
    "/": "latest", "/Bod": "board", "/chairman": "chairman", "/contact": "contact", "/alerts": "alerts",
    "/AllNotice": "AllNotice", "/PriceSensitiveInformation": "PriceSensitiveInformation",
    "/SharedInformation": "shared", "/filings": "filings", "/disclosures": "disclosures", "/UploadFiles": "upload",
    "/desk": "desk", "/documents": "document", "/verify": "verify", "/search": "search",
    CALENDAR_PAGE: "calendar", FIGURES_PAGE: "figures", "/SuperGlue": f"{SHEET_OF}super-glue",
}  # fmt: skip
"""English paths of the build, and the marked element of each."""
FRAME = """<!DOCTYPE html><html lang="{language}"><head><title>Page | Star Adhesives</title>\
<meta content="frame" name="description"/><meta content="noindex, nofollow" name="robots"/>\
<meta content="website" property="og:type"/><meta content="frame" property="og:title"/>\
<meta content="frame" property="og:description"/><meta content="frame" property="og:url"/>\
<meta content="picture" property="og:image"/>\
<link href="frame" rel="canonical"/><link href="frame" hrefLang="en" rel="alternate"/>\
<link href="frame" hrefLang="bn" rel="alternate"/><link href="frame" hrefLang="x-default" rel="alternate"/>\
<link href="/favicon.ico" rel="icon"/></head><body><div data-live="nodes"></div>\
<a data-language="{other}" href="{switch}">other</a><main><div data-live="{topic}"><h1>as built</h1></div></main>\
</body></html>"""
NO_MAIL = Mailer("", "")
FORM = "application/x-www-form-urlencoded"
Headers = Mapping[str, str | None]


class Rows(Fragments):
    """What is written into marked elements: the same everywhere, with the language and the page that are asked for."""

    def __init__(self, html: str = "", version: int = 1) -> None:
        self.html, self.version, self.is_down = html, version, False

    async def prepare(self, topics: Iterable[str], language: Language) -> None:
        """Have everything."""

    def newest(self, topic: str, language: Language, page: str = "1") -> Fragment:
        html = self.html.replace("LANGUAGE", language).replace("PAGE", page)
        return Fragment(html, self.version, is_kept=page == "1")

    async def of(self, topic: str, language: Language, query: Mapping[str, str]) -> Fragment:
        """Give the page of a query, unless the database is down."""
        if self.is_down:
            raise SQLAlchemyError
        return self.newest(topic, language, query.get("page", "1") if query.get("list", topic) == topic else "1")


class Site:
    """A site over an archive, and one browser of a visitor: it keeps cookies, and its forms are those of the site."""

    def __init__(
        self,
        archive: Archive,
        rights: Rights | Principal | UploadPolicy | None = UploadPolicy.OPEN,
        *,
        is_built: bool = True,
        fragments: Fragments | None = None,
        mailer: Mailer = NO_MAIL,
        issuer: str = "",
    ) -> None:
        """Put all layers around a build; everyone is the person of ``rights``, and nobody is signed in with None."""
        self.archive = archive
        self.snapshot: Snapshot | None = None
        self._newest = snapshot.EMPTY
        self.url = archive.settings.public_url
        self.rights = self._rights(rights)
        self.cookies: dict[str, str] = {}
        self.static = archive.settings.data_dir.with_name("client")
        for path, topic in PAGES.items() if is_built else ():
            for language in LANGUAGES:
                other = next(iter(others(language)), language)
                place = self.static / localized(path, language)[1:]
                place.mkdir(parents=True, exist_ok=True)
                switch = localized(path, other)
                page = FRAME.format(language=language, other=other, switch=switch, topic=topic)
                (place / "index.html").write_text(page)
        self.static.with_name("hashes.json").write_text('["sha256-one="]')
        parts = Services(
            archive=lambda: archive,
            mailer=lambda: mailer,
            rights=self.rights,
            paths=PAGES,
            aliases={"/Chairman": "/chairman"},
            static=self.static if is_built else self.static.with_name("none"),
            script_hashes=self.static.with_name("hashes.json"),
            current=self._current,
            fragments=fragments or Rows(),
        )
        company = {"oidc_issuer": issuer, "oidc_client_id": CLIENT, "oidc_client_secret": SecretStr(SECRET)}
        changed = archive.settings.model_copy(update=company)
        routes, around = transformers(changed, parts)
        assert isinstance(routes, Starlette)
        assert not isinstance(around, Starlette)
        self.routes = [route for route in routes.routes if isinstance(route, Route)]
        routes.mount("", PlainTextResponse("Not Found", 404))
        self.app: ASGIApp = around(routes)

    def _rights(self, given: Rights | Principal | UploadPolicy | None) -> Rights:
        if isinstance(given, Rights):
            return given
        if not isinstance(given, UploadPolicy):
            # Everyone is this person, or nobody is signed in.
            return Rights(UploadPolicy.PEOPLE, public_url=self.url, people=lambda _visitor: given)
        if given is UploadPolicy.PEOPLE and left_out.is_gone("people"):
            left_out.skip()
        cookie = session_cookie(is_secure=self.url.startswith("https"))
        key = KEY if given is UploadPolicy.KEY else ""
        return Rights(
            given,
            key,
            public_url="http://localhost:3000" if given is UploadPolicy.LOCAL else self.url,
            people=lambda who: find_principal(self.archive, who.cookie(cookie)),
        )

    async def _current(self) -> Snapshot:
        if self.snapshot:
            return self.snapshot
        _, self._newest = snapshot.newest(self.archive, self._newest)
        return self._newest

    def browser(self, **cookies: str) -> "Site":
        """Return another browser at the same site; its session by the name ``session``."""
        other = copy(self)
        names = {"session": session_cookie(is_secure=self.rights.is_secure), "key": self.rights.cookie}
        other.cookies = {names.get(name, name): value for name, value in cookies.items()}
        return other

    def send(
        self,
        method: str,
        path: str,
        headers: Headers | None = None,
        **more: Any,  # noqa: ANN401  as `ask` takes it
    ) -> Answer:
        """Send one request of a page of this site, with some headers replaced or (None) left out."""
        path, _, query = path.partition("?")
        if left_out.is_gone(path):
            left_out.skip()
        given = {"host": urlsplit(self.url).netloc, "origin": self.url, "user-agent": AGENT}
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        given |= {"cookie": jar} if jar else {}
        sent = {name.replace("_", "-"): value for name, value in {**given, **(headers or {})}.items()}
        kept = {name: value for name, value in sent.items() if value is not None}
        answer = ask(self.app, path, method, kept, **{"peer": PEER, "query": query, **more})
        for line in answer.cookies:
            name, _, rest = line.partition("=")
            value = rest.partition(";")[0].strip('"')
            if value and "Max-Age=0" not in rest:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        return answer

    def get(self, path: str, query: str = "", *, method: str = "GET", **headers: str | None) -> Answer:
        return self.send(method, f"{path}?{query}" if query else path, headers)

    def post(self, path: str, fields: Mapping[str, str] | None = None, **headers: str | None) -> Answer:
        kind = {"content-type": FORM, "accept": "text/html"}
        return self.send("POST", path, {**kind, **headers}, pieces=[urlencode(fields or {}).encode()])

    def post_file(self, path: str, name: str, data: bytes, **fields: str) -> Answer:
        """Send a form with a file, as browsers without scripts do."""
        head = '--b\r\nContent-Disposition: form-data; name="{}"'
        parts = [f"{head.format(field)}\r\n\r\n{text}\r\n" for field, text in fields.items()]
        file = f'{head.format("file")}; filename="{name}"\r\n\r\n'
        body = "".join([*parts, file]).encode() + data + b"\r\n--b--\r\n"
        kind = {"content-type": "multipart/form-data; boundary=b", "content-length": str(len(body))}
        return self.send("POST", path, kind, pieces=[body[:50], body[50:]])

    def create(self, size: int, headers: Headers | None = None, **fields: str) -> Answer:
        """Begin an upload that continues, as the forms do when a file is chosen."""
        described = ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in fields.items())
        given = {"tus-resumable": "1.0.0", "upload-length": str(size), "upload-metadata": described}
        return self.send("POST", PATH, {**given, "content-length": "0", **(headers or {})})

    def patch(self, path: str, offset: int, data: bytes, headers: Headers | None = None, **more: Any) -> Answer:  # noqa: ANN401
        given = {"tus-resumable": "1.0.0", "upload-offset": str(offset), "content-length": str(len(data))}
        kind = {"content-type": "application/offset+octet-stream"}
        return self.send("PATCH", path, {**given, **kind, **(headers or {})}, **{"pieces": (data,), **more})

    def upload(self, name: str, data: bytes, **headers: str | None) -> str:
        """Send a whole file; return the address of its upload."""
        created = self.create(len(data), headers, filename=name)
        assert created.status == 201, created.text
        assert self.patch(created.headers["location"], 0, data, headers).status == 204
        return created.headers["location"]

    def step(self, path: str, action: str = "publish", **fields: str) -> Answer:
        """Say what becomes of a file that has arrived."""
        return self.post(path, {"action": action, "category": "AllNotice", "language": "en", **fields})

    def register(self, path: str, options: str, device: Authenticator) -> Answer:
        return self.post(path, {"credential": device.register(self.post(options).text)})

    def sign_in(self, device: Authenticator, next_page: str = "") -> Answer:
        options = self.post("/desk/sign-in/options").text
        return self.post("/desk/sign-in", {"credential": device.sign(options), "next": next_page})


def built_site(static: Path, fragments: Fragments, fanout: str = "") -> BuiltSite:
    """Return the build of a folder, whose hashes stand beside it."""
    hashes, rights = static.with_name("hashes.json"), Rights(UploadPolicy.CLOSED)
    parts = SimpleNamespace(static=static, script_hashes=hashes, fragments=fragments, rights=rights)
    return BuiltSite(cast("Services", parts), fanout=fanout)


def unmarked(html: str) -> str:
    """Return HTML without the marks of another language within a sentence."""
    return re.sub('<span lang="[a-z]+">([^<]*)</span>', r"\1", html)


def visible(answer: Answer | str) -> str:
    html = answer if isinstance(answer, str) else answer.text
    without = re.sub(r"<(script|style|head)\b.*?</\1>", "", unmarked(html), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", without)).split())
