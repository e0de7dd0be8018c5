"""Dealers are imported whole, in one transaction, with an entry in the audit."""

import pytest

from starbond_site.content.dealers import Dealer
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.dealers import entries
from starbond_site.documents.dealers.entries import Imported
from tests.unit.documents.publishing import rows


def dealer(name: str, **values: object) -> Dealer:
    place = {"region": "Dhaka", "area": "Gazipur", "town": "Sreepur", "address": "Mawna"}
    return Dealer.model_validate(
        {**place, "name": name, "telephone": "01711-000000", **values}, context={"country": "BD"}
    )


def import_all(archive: Archive, *dealers: Dealer, replace: bool = False) -> Imported:
    return entries.import_all(archive, dealers, COMMAND_LINE, "dealers.csv", replace=replace)


def stored(archive: Archive) -> tuple[Dealer, ...]:
    with database.reading(archive.engine) as session:
        return entries.read(session)


def test_an_import_adds_and_changes_and_removes_nothing(archive: Archive) -> None:
    import_all(archive, dealer("Rahman"), dealer("Karim"))
    before = {one.name: one.id for one in stored(archive)}

    done = import_all(archive, dealer("RAHMAN", address="Elsewhere"), dealer("Salam"))

    assert done == Imported(added=1, changed=1)
    after = {one.name: one for one in stored(archive)}
    assert sorted(after) == ["Karim", "RAHMAN", "Salam"]
    assert (after["RAHMAN"].id, after["RAHMAN"].address) == (before["Rahman"], "Elsewhere")
    assert import_all(archive, dealer("Karim"), replace=True) == Imported(removed=2, same=1)
    assert [one.name for one in stored(archive)] == ["Karim"]


def test_an_import_is_audited_in_its_transaction(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    import_all(archive, dealer("Rahman"))
    import_all(archive, replace=True)
    assert rows(archive, "SELECT action, subject, outcome, detail FROM audit ORDER BY id") == [
        ("import dealers", "dealers.csv", "done", "added 1, changed 0, removed 0, same 0"),
        ("replace dealers", "dealers.csv", "done", "added 0, changed 0, removed 1, same 0"),
    ]

    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(entries.audit, "add", fail)
    with pytest.raises(RuntimeError):
        import_all(archive, dealer("Karim"))
    assert stored(archive) == ()
