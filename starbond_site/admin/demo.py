"""``demo``: fills an empty data folder with three years of the sample company, by what people use: publish and desk."""

import io
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from datetime import date
from pathlib import Path
from typing import Any

import typer

from starbond_site import content
from starbond_site.admin.desk import desk
from starbond_site.admin.session import fail, open_archive
from starbond_site.content.addresses import DEFAULT
from starbond_site.documents import database
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.publish import Submission, publish
from starbond_site.documents.records import SafetySheet
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.operations import dump
from starbond_site.shared import local_time
from starbond_site.shared.settings import settings

FILE = content.FOLDER / "demo.toml"
WRITTEN_IN, BEGINS = 2026, 7
"""Year, and month of every year, in which the financial year began that is the present one in the file."""
YEAR = re.compile(r"\b20[23]\d\b")
OTHER = "Name an empty folder with STARBOND_DATA_DIR."
A4, TEXT_WIDTH = (595, 842), 84
"""In points, and in characters of the text."""


def demo() -> None:
    """Fill an empty data folder with three years of the sample company, for a look at pages that are full."""
    folder, today, numbers = settings().data_dir, local_time.today(), dict[str, int]()
    _check_empty(folder)
    given, archive = _given(today), open_archive()
    for each in given["documents"]:
        if each["day"] <= today:
            number = numbers[each.get("id", each["title"])] = _publish(archive, given, each)
            for figures in each.get("figures", ()):
                _send(f"figures/{number}/set", figures)
    for form in given["forms"]:
        if form.pop("from", today) <= today:
            _send(form.pop("page"), {name: _with_numbers(text, numbers) for name, text in form.items()})
    heads, *months = given["shareholding"].splitlines()
    table = "\n".join((heads, *(row for row in months if row < f"{today:%Y-%m}")))
    _send("shareholding/import", {"text": table, "confirmed": "1"})
    typer.echo(f"{folder} holds {len(numbers)} sample documents, with figures, dividends, meetings and dates.")
    if settings().holders_key is None:
        typer.echo("The page of dividends has no private search, which needs STARBOND_HOLDERS_KEY.")
        return
    _send("holders/import", {"text": given["waiting"], "confirmed": "1"})
    typer.echo(f"A dividend waits for the sample BO number {given['waiting'].split()[0]}: search for it on /dividends.")


def _check_empty(folder: Path) -> None:
    """End with a sentence where anything is there, before the archive opens, which would migrate the database."""
    by_the_start = "starbond.db", "log.checkpoint"
    if any(file.is_file() and not file.name.startswith(by_the_start) for file in folder.rglob("*")):
        fail(f"{folder} is not empty, and nothing was changed. {OTHER}")
    if not FILE.exists():
        fail(f"{FILE.name} is missing beside the content.")
    if settings().storage != "local":
        fail(f"The files would go to {settings().storage}, and nothing was changed. Leave out STARBOND_STORAGE.")
    if settings().database_address or (folder / "starbond.db").exists():
        with database.opened(settings().database_url) as engine, engine.connect() as connection:
            if not dump.is_unused(connection):
                fail(f"The database of {folder} has content already, and nothing was changed. {OTHER}")


def _given(today: date) -> dict[str, Any]:
    """Return what the file has, as if it had been written in the present financial year."""
    later = today.year - (today.month < BEGINS) - WRITTEN_IN
    return tomllib.loads(YEAR.sub(lambda year: str(int(year[0]) + later), FILE.read_text("utf-8")))


def _with_numbers(text: str, numbers: Mapping[str, int]) -> str:
    """Return a text with the number of the document that it names; one of a later day has none."""
    return re.sub("{(.+)}", lambda id: str(numbers.get(id[1], "")), text)


def _publish(archive: Archive, given: Mapping[str, Any], each: Mapping[str, Any]) -> int:
    sheet = SafetySheet(each["product"], DEFAULT, each["version"]) if "product" in each else None
    name, title = f"{each['title'].replace(':', '')}.pdf", f"{each['title']} ({given['mark']})"
    wanted = Submission(category=each["list"], name=name, title=title, sheet=sheet, filed_on=each["day"])
    site = content.read(DEFAULT)
    dated = f"{site.company.legal_name}, {site.long_date(each['day'])}"
    figures = _lines_of(site, each.get("figures", ()))
    text = "\n".join((each["title"], dated, "", each.get("text", ""), *figures, given["closing"][each["list"]]))
    with UploadedFile(archive, [_pdf(each["title"], text.split("\f"), given["made"])]) as file:
        number = publish(archive, wanted, file, COMMAND_LINE).id
    # The process that looked at the file hands over its text and its first page.
    Extractor(archive).run()
    return number


def _lines_of(site: content.Site, figures: Sequence[Mapping[str, str]]) -> Iterator[str]:
    for of_period in figures:
        yield f"\n{site.period(of_period['period'], date.fromisoformat(of_period['ends']))}"
        yield from (f"{kind.title}: {of_period[kind.id]}" for kind in site.figures.kinds)


def _send(page: str, fields: Mapping[str, str]) -> None:
    with redirect_stdout(io.StringIO()):
        desk(page, [f"{name}={text}" for name, text in fields.items()])


def _pdf(title: str, pages: Sequence[str], mark: str) -> bytes:
    """Return a PDF of plain text, with the first line of every page as its heading."""
    # Not at the top: every other command starts without it.
    import pikepdf
    from pikepdf import Dictionary, Name

    made = pikepdf.new()
    with made.open_metadata() as metadata:
        metadata["dc:title"] = title
    fonts = Dictionary()
    for name in ("Helvetica", "Helvetica-Bold"):
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name(f"/{name}"), Encoding=Name.WinAnsiEncoding)
        fonts[f"/{name}"] = made.make_indirect(font)
    for page in pages:
        heading, *text = page.strip("\n").split("\n")
        lines = [line for paragraph in text for line in textwrap.wrap(paragraph, TEXT_WIDTH) or [""]]
        drawn = [
            "0.95 0.64 0.04 rg 0 824 595 18 re f 0.08 0.11 0.2 rg BT",
            "/Helvetica-Bold 18 Tf 22 TL 64 780 Td",
            *_shown(textwrap.wrap(heading, TEXT_WIDTH // 2)),
            "/Helvetica 11 Tf 16 TL",
            *_shown(["", *lines, "", "", mark]),
            "ET",
        ]
        stream = made.make_stream("\n".join(drawn).encode("cp1252"))
        blank = made.add_blank_page(page_size=A4)
        blank["/Contents"], blank["/Resources"] = stream, Dictionary(Font=fonts)
    made.save(written := io.BytesIO())
    return written.getvalue()


def _shown(lines: Sequence[str]) -> Iterator[str]:
    """Yield what shows lines of text, each below the one before."""
    yield from ("T* (" + re.sub(r"([()\\])", r"\\\1", line) + ") Tj" for line in lines)
