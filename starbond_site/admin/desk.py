"""``desk``: the pages and forms of the desk, which get the same checks, audit and sentences as from a browser.

A command asks for the page as a browser does, fills the form that it finds there and sends it, within this process.
"""

import asyncio
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path
from typing import IO, Annotated

import htpy as h
import httpx2
import typer
from htpy import Node
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from starbond_site import content, features
from starbond_site.admin.desk_page import HtmlForm, ParsedDeskPage
from starbond_site.admin.session import fail, open_archive
from starbond_site.content.addresses import DEFAULT, DESK, localized
from starbond_site.documents.archive import COMMAND_LINE, Actor, Archive
from starbond_site.shared.roles import Principal
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web import paths as _convertors  # noqa: F401  registers what stands for ids in paths
from starbond_site.web.desk import routes
from starbond_site.web.desk.frame import Desk
from starbond_site.web.rights import Rights
from starbond_site.web.visitor import Visitor

ROOT = localized(DESK, DEFAULT)
FILE = "file"
"""Field whose value is the path of a file."""


class CommandLineDesk(Desk):
    """The desk with all roles, as whoever may run commands here has them, and with pages that have no frame."""

    def __init__(self, archive: Archive) -> None:
        self.archive, self.entries = lambda: archive, []
        self.rights = Rights(UploadPolicy.PEOPLE, public_url=archive.settings.public_url)
        self.visitor, self.principal = lambda request: Visitor.of_scope(request.scope, 0), _principal

    def actor(self, request: Request, principal: Principal) -> Actor:
        del request, principal
        return COMMAND_LINE

    async def page(
        self, request: Request, title: str, body: Node, status: int = 200, *_headers: object, **_named: object
    ) -> Response:
        del request
        return HTMLResponse(str(h.fragment[h.h1[title], body]), status)


async def _principal(request: Request) -> Principal:
    request.state.principal = Principal(person_id=COMMAND_LINE.person_id)
    return request.state.principal


class DeskClient:
    """A client of the desk within this process."""

    def __init__(self, archive: Archive) -> None:
        self.desk = CommandLineDesk(archive)
        self.routes = routes(self.desk)
        for hooks in features.hooks():
            self.routes += hooks.sign_in(self.desk, archive.settings)
        self._typed: Mapping[str, str] = {}
        self._app = Starlette(routes=self.routes)
        self._client = httpx2.AsyncClient(
            transport=httpx2.ASGITransport(self._answer), base_url=archive.settings.public_url, follow_redirects=True
        )

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        # A page that shows what is chosen in its form shows what was typed.
        scope["state"] = {"typed": self._typed}
        await self._app(scope, receive, send)

    async def page(self, address: str, typed: Mapping[str, str]) -> httpx2.Response:
        """Return a page; the address of a form leads to the one that it stands on."""
        self._typed = typed
        path, _, query = address.partition("?")
        found = await self._client.get(f"{ROOT}/{path.strip('/')}")
        if query and found.is_success:
            found = await self._client.get(found.url.copy_with(query=query.encode()))
        if not found.is_success:
            fail(f"There is no page {path} of the desk: `starbond desk` lists all.")
        return found

    async def send(self, form: HtmlForm, fields: Mapping[str, str], file: IO[bytes] | None) -> httpx2.Response:
        self._typed = {}
        if form.method == "get":
            return await self._client.get(form.path, params=fields)
        files = {FILE: (Path(file.name).name, file)} if file else None
        return await self._client.post(form.path, data=fields, files=files)


Fields = Annotated[list[str] | None, typer.Argument(metavar="[NAME=TEXT]...", help="What is typed; file=@FILE.")]
PagePath = Annotated[str, typer.Argument(metavar="[PAGE]", help="Such as calendar, calendar/add or calendar/5/change.")]


def desk(page: PagePath = "", fields: Fields = None) -> None:
    """Send a form of the desk; without fields show a page with its forms, and without a page list all.

    A field that is not given is sent as the form has it; one that is given again gets a further line.
    """
    given = defaultdict[str, list[str]](list)
    for name, is_field, text in (each.partition("=") for each in fields or ()):
        if not is_field:
            fail(f"{name}: give NAME=TEXT.")
        given[name].append(text)
    typed = {name: "\n".join(texts) for name, texts in given.items()}
    with Path(typed[FILE].removeprefix("@")).open("rb") if FILE in typed else nullcontext() as file:
        asyncio.run(_run(page, typed, file))


async def _run(address: str, given: Mapping[str, str], file: IO[bytes] | None) -> None:
    client = DeskClient(open_archive())
    if not address:
        await _list(client)
        return
    shown = await client.page(address, given)
    path = f"{ROOT}/{address.partition('?')[0].strip('/')}"
    if not shown.headers["content-type"].startswith("text/html"):
        sys.stdout.buffer.write(shown.content)
    elif given or shown.url.path != path:
        form = _chosen(path, ParsedDeskPage(shown.text, ROOT).forms, given)
        _say(await client.send(form, form.sent | {name: text for name, text in given.items() if name != FILE}, file))
    else:
        _show(ParsedDeskPage(shown.text, ROOT))


def _chosen(path: str, forms: Sequence[HtmlForm], given: Mapping[str, str]) -> HtmlForm:
    """Return the form that has these fields; an action that the page offers no form for is sent what is given."""
    own = [form for form in forms if form.path == path]
    fitting = [form for form in own if form.fits(given)]
    if len(fitting) == 1:
        return fitting[0]
    names = list(dict.fromkeys(name for form in own for name in form.names))
    if own and (unknown := [name for name in given if name not in names]):
        fail(f"{', '.join(unknown)}: the fields of {_short(path)} are {', '.join(names)}.")
    if fitting:
        fixed = dict.fromkeys(name for form in fitting for name in form.fixed if not name.startswith("_"))
        fail(f"{_short(path)} has several forms; say which by {', '.join(fixed)}: `starbond desk {_short(path)}`.")
    return HtmlForm(path, "post", "")


def _say(answer: httpx2.Response) -> None:
    """Print what the desk says to a form; exit with status 1 where it was refused."""
    page = ParsedDeskPage(answer.text, ROOT)
    if answer.status_code == 404:
        fail("There is no such form: `starbond desk` lists all.")
    if answer.is_error:
        fail("\n".join((*page.text("mistakes"), *page.text("alert"))))
    for line in page.text("status") or page.text():
        typer.echo(line)
    typer.echo(answer.url.copy_with(query=None, fragment=None))


def _show(page: ParsedDeskPage) -> None:
    for line in page.text():
        typer.echo(line)
    for form in page.forms:
        fixed = [f" {name}={'|'.join(sorted(form.fixed[name]))}" for name in form.names if name in form.fixed]
        typer.echo(f"\nstarbond desk {_short(form.path)}{''.join(fixed)}\t{form.label}".rstrip())
        for name, label in form.labels.items():
            chosen = f" ({', '.join(filter(None, form.options[name]))})" if name in form.options else ""
            typer.echo(f"  {name}={form.sent.get(name, '')}\t{label}{chosen}")


async def _list(client: DeskClient) -> None:
    """Print every page of the menu with its forms, then the forms that stand on the pages of records."""
    site, lines = content.read(DEFAULT), dict[str, None]()
    for entry in client.desk.entries:
        path = localized(entry.path, DEFAULT)
        lines[f"{_short(path)}\t{entry.label(site)}"] = None
        for form in ParsedDeskPage((await client.page(_short(path), {})).text, ROOT).forms:
            lines[f"  {_short(form.path)} {' '.join(f'{name}=' for name in form.names)}"] = None
    for line in lines:
        typer.echo(line)
    actions = (each.path for each in client.routes if "POST" in (each.methods or ()) and "{number" in each.path)
    of_records = (_short(re.sub("{[^}]*}", "NUMBER", path)) for path in actions if path.startswith(f"{ROOT}/"))
    for record, found in groupby(of_records, key=lambda path: path.rpartition("/")[0]):
        typer.echo(f"{record}\t{', '.join(path.rpartition('/')[2] for path in found)}")


def _short(path: str) -> str:
    return path.removeprefix(ROOT).strip("/") or "/"
