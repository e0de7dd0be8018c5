"""What programs read: the index, texts as Markdown, and the commands of the page for developers."""

import re
from pathlib import Path

import pytest
from factories import store_document
from test_verification_routes import served
from whole_site import Site

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.documents import checkpoints, database
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.records import Document, PageText
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish
from tests.unit.evidence_verifying import run

SITES = [content.read(language) for language in content.LANGUAGES]
PAGES = sorted((Path(content.FOLDER) / "pages").glob("developers*.md"))


def test_the_index_names_products_and_newest_documents_and_every_text_is_there(site: Site, archive: Archive) -> None:
    store_document(archive, "Notice [1] of the board.pdf")
    own = site.get(localized("/llms.txt", SITES[-1].language))
    assert own.text.startswith(f"# {SITES[-1].company.name}\n\n> ")
    assert f"{localized('/documents/1', SITES[-1].language)}.md)" in own.text
    assert own.headers["access-control-allow-origin"] == "*"
    answer = site.get("/llms.txt")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/markdown; charset=utf-8")
    assert answer.text.startswith(f"# {SITES[0].company.name}\n\n> ")
    assert "[Notice \\[1\\] of the board.pdf](http://" in answer.text
    texts = re.findall(r"\]\(https?://[^/]+(/[^)]+\.md)\)", answer.text)
    assert set(texts) >= {f"{product.path}.md" for product in SITES[0].products} | {"/documents/1.md"}
    for path, each in ((path, each) for path in texts for each in SITES):
        found = site.get(localized(path, each.language))
        assert (found.status, found.text[:2], found.headers["access-control-allow-origin"]) == (200, "# ", "*"), path
    for each in SITES:
        product = each.products[0]
        text = site.get(localized(f"{product.path}.md", each.language)).text
        assert [each for each in (product.uses, *product.characteristics, *product.cautions) if each not in text] == []


def test_a_document_is_text_below_its_facts_and_facts_alone_once_withdrawn(site: Site, archive: Archive) -> None:
    document = store_document(archive)
    with database.writing(archive.engine) as session:
        session.add(PageText(document_id=document.id, page=1, label="Board", text="Dividend of 10 %."))
    text = site.get("/documents/1.md").text
    assert document.sha256 in text
    assert text.endswith("\n## Board\n\nDividend of 10 %.\n")
    newer = store_document(archive, data=samples.pdf("newer"))
    with database.writing(archive.engine) as session:
        session.add(session.get_one(Document, document.id).sqlmodel_update({"replaced_by": newer.id}))
    for each in SITES:
        old, new = (localized(f"/documents/{one.id}", each.language) for one in (document, newer))
        replaced, current = site.get(f"{old}.md"), site.get(f"{new}.md")
        assert re.search(rf"\]\(https?://[^/]+{new}\.md\)", replaced.text)
        assert (replaced.headers["x-robots-tag"], current.headers.get("x-robots-tag")) == ("noindex", None)
        assert current.headers["link"].endswith(f'{new}>; rel="canonical"')
    withdraw(archive, document.id, COMMAND_LINE)
    gone = site.get("/documents/1.md")
    assert (gone.status, "Dividend" in gone.text, document.sha256 in gone.text) == (410, False, True)
    assert (gone.headers["cache-control"], site.get("/documents/3.md").status) == ("no-store", 404)


@pytest.mark.company
def test_every_command_of_the_page_for_developers_answers(site: Site, archive: Archive, tmp_path: Path) -> None:
    publish(archive, "AllNotice", "Notice.pdf", samples.GOOD["report.pdf"])
    checkpoints.sign_due(archive)
    tile = site.get("/log/tile/0/000.p/1").headers["cache-control"]
    assert tile == "public, max-age=86400, immutable", "a restored backup can give its address to others"
    commands = [re.findall(r"^curl .*$", page.read_text("utf-8"), re.MULTILINE) for page in PAGES]
    assert len(commands[0]) > 7
    assert all("`data`" in page.read_text("utf-8") for page in PAGES), "a webhook has the answer of /api/changes in it"
    assert all(each == commands[0] for each in commands)
    assert len({page.read_text("utf-8").count("`/bn") for page in PAGES}) == 1, "a language misses an address of Bangla"
    with served(site) as url:
        for command in dict.fromkeys(commands[0]):
            done = run([command], tmp_path, "/usr/bin:/bin", SITE=url, ID="1")
            assert (done.returncode, bool(done.stdout)) == (0, True), f"{command}: {done.stderr}"
