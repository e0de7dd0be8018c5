"""No public address shows a disclosure clock: no word of it, and no answer or header that changes with it."""

from datetime import timedelta

import addresses
from factories import store_document
from whole_site import KEY, PAGES, Site

from starbond_site import content, local_time
from starbond_site.content.addresses import localized
from starbond_site.documents import changes, database, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.clocks import deeds
from starbond_site.documents.clocks.rules import Part
from starbond_site.duties.service import DutyService
from starbond_site.mail import Mailer
from starbond_site.presentation.fragments import Fragments
from starbond_site.settings import UploadPolicy
from starbond_site.web.rights import Rights

RINA = Actor("192.0.2.7", "people", "Rina Begum")
PSI = "PriceSensitiveInformation"
SECRET = ("Interim dividend", "Rina Begum", "disclosure_clock")


def test_no_answer_shows_a_clock(archive: Archive) -> None:
    store_document(archive, "PSI.pdf", category=PSI)
    with database.writing(archive.engine) as session:
        changes.record(session, "published", 1)
    duties = DutyService(archive, Mailer("", ""))
    current = [snapshot.read(archive)]
    fragments = Fragments(lambda: archive, lambda: current[0], duties.overview)
    site = Site(archive, Rights(UploadPolicy.KEY, KEY), fragments=fragments)
    table = [address for group in addresses.GROUPS for language in content.LANGUAGES
             for address in addresses.of(group, "x" * 32, language)]  # fmt: skip
    pages = [localized(page, language) for page in PAGES for language in content.LANGUAGES]
    live = [f"/api/live/{topic}" for topic in (PSI, "disclosures")]
    paths = {path for method, path in table if method == "GET"} | {*pages, *live}

    def answers() -> dict[str, tuple[int, str, bytes]]:
        site.snapshot = current[0] = snapshot.read(archive)
        found = {path: site.get(path, accept="text/html") for path in paths}
        return {path: (answer.status, str(answer.headers), answer.body) for path, answer in found.items()}

    answers()  # makes the key that signs receipts
    before, versions = answers(), snapshot.versions(archive)
    announced: list[str] = []
    archive.listeners.append(announced.append)
    decided = local_time.now().replace(microsecond=0) - timedelta(minutes=50)
    clock = deeds.start(archive, RINA, "price-sensitive-information", SECRET[0], decided, 1)
    deeds.tell(archive, clock.id, RINA, Part.EXCHANGE, decided + timedelta(minutes=42))
    deeds.correct(archive, clock.id, RINA, f"{SECRET[0]} 10 %", decided + timedelta(minutes=1))
    after = answers()
    assert {path for path in paths if after[path] != before[path]} == set()
    assert len([status for status, _, _ in after.values() if status == 200]) >= 30
    for path in ("/desk", "/desk/clocks", "/desk/clocks/1", "/bn/desk/documents/1/evidence.zip"):
        assert after[path][0] == 401
    shown = {path: headers + body.decode(errors="replace") for path, (_, headers, body) in after.items()}
    assert [path for path, text in shown.items() if any(secret in text for secret in SECRET)] == []
    assert (announced, snapshot.versions(archive)) == ([], versions)
    with database.reading(archive.engine) as session:
        assert changes.newest(session) == 1
