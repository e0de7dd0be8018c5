"""The pages of the desk over an archive, as a browser of a secretary asks for them."""

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from asgi_client import Answer, ask
from starlette.applications import Starlette

from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents.archive import Archive
from starbond_site.people import Holder
from starbond_site.presentation.fragments import Fragment
from starbond_site.settings import UploadPolicy
from starbond_site.web.built import BuiltSite
from starbond_site.web.desk import routes
from starbond_site.web.desk.frame import Desk
from starbond_site.web.rights import Rights

FRAME = """<!DOCTYPE html><html lang="{language}"><head><title>Desk | Star Adhesives</title>\
<meta content="noindex, nofollow" name="robots"/><link href="frame" rel="canonical"/></head>\
<body><div data-live="nodes"></div><a href="{switch}">other</a><main>\
<div class="desk" data-live="desk"><h1>Desk</h1></div></main></body></html>"""
ORIGIN = {"host": "localhost:3000", "origin": "http://localhost:3000"}


class Lines:
    """No line above the header."""

    async def prepare(self, _topics: object, _language: Language) -> None:
        """Have everything."""

    def newest(self, _topic: str, _language: Language) -> Fragment:
        """Return nothing."""
        return Fragment("", 1)

    async def of(self, topic: str, language: Language, _query: object) -> Fragment:
        """Return nothing."""
        return self.newest(topic, language)


def rights_of(holder: Holder | None) -> Rights:
    """Return the rights of a site on which everyone is this person, or nobody is signed in."""
    return Rights(UploadPolicy.PEOPLE, public_url="http://localhost:3000", people=lambda _visitor: holder)


class DeskSite:
    """The routes over a build with both frames, or none."""

    def __init__(self, archive: Archive, folder: Path, rights: Rights, *, is_built: bool = True) -> None:
        """Write the frames."""
        static, self.archive, self.rights = folder / "client", archive, rights
        languages: list[tuple[Language, Language]] = [("en", "bn"), ("bn", "en")]
        for language, other in languages if is_built else ():
            place = static / localized("/desk", language)[1:]
            place.mkdir(parents=True, exist_ok=True)
            (place / "index.html").write_text(FRAME.format(language=language, switch=localized("/desk", other)))
            (static / "index.html").write_text("home")
        built = BuiltSite(static, folder / "none", is_secure=False)
        self.desk = Desk(lambda: archive, rights, built, Lines())
        self.app = Starlette(routes=routes(self.desk))

    def get(self, path: str, query: str = "", **headers: str) -> Answer:
        """Ask for a page; the overview has the slash that `web.paths` adds."""
        is_overview = path in [localized("/desk", language) for language in LANGUAGES]
        return ask(self.app, path + "/" * is_overview, "GET", {**ORIGIN, **headers}, query=query)

    def post(self, path: str, fields: Mapping[str, str] | None = None, **headers: str) -> Answer:
        """Send a form."""
        kind = {"content-type": "application/x-www-form-urlencoded", "accept": "text/html"}
        return ask(self.app, path, "POST", {**ORIGIN, **kind, **headers}, pieces=[urlencode(fields or {}).encode()])


def visible(html: str) -> str:
    """Return the text of a page."""
    without_scripts = re.sub(r"<(script|head)\b.*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", without_scripts)).split())
