"""The keys that sign receipts: made once, shared, replaced, and never forgotten while their receipts count."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from joserfc.jwk import OKPKey, RSAKey

from starbond_site.documents import archive as archives
from starbond_site.documents import signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.database import DatabaseProblem
from starbond_site.operations import tables
from starbond_site.settings import Settings
from tests.unit.documents.publishing import WHO, archive_in, rows


def with_key(archive: Archive, file: Path) -> Archive:
    """Return an archive on the same database that signs with the key of a file."""
    settings = archive.settings.model_copy(update={"signing_key": file})
    return Archive(settings, archive.engine, archive.storage)


def test_the_database_that_holds_the_key_is_private_to_its_owner(tmp_path: Path):
    made = archives.connect(Settings(data_dir=tmp_path / "new"))
    signing.current(made)
    made.close()
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "new").glob("starbond.db*")} == {0o600}


def test_workers_that_start_together_share_one_key(archive: Archive):
    with ExitStack() as stack:
        opened = [stack.enter_context(archive_in(archive.settings.data_dir)) for _ in range(4)]
        with ThreadPoolExecutor(4) as pool:
            ids = {key.id for key in pool.map(signing.current, opened)}
    made = signing.current(archive)
    assert set(made.public_jwk()) == {"kty", "crv", "x", "kid", "use", "alg"}
    assert made.public_pem().startswith("-----BEGIN PUBLIC KEY-----")
    with archive.engine.connect() as connection:
        assert tables.is_unused(connection), "so that a backup can be restored into it"
    assert ids == {made.id} == {made.jwk.thumbprint()}
    assert signing.current(archive).jwk.as_dict(private=True) == made.jwk.as_dict(private=True)
    assert rows(archive, "SELECT count(*) FROM signingkey") == [(1,)]


def test_a_revoked_key_is_no_longer_listed(archive: Archive):
    first = signing.current(archive)
    second = signing.rotate(archive, WHO)
    third = signing.rotate(archive, WHO, revoke=True)
    assert [key.id for key in signing.listed(archive)] == [third.id, first.id]
    assert signing.revoke(archive, first.id, WHO)
    assert not signing.revoke(archive, second.id, WHO)
    assert not signing.revoke(archive, "unknown", WHO)
    assert [key.id for key in signing.listed(archive)] == [third.id]
    with pytest.raises(ValueError, match="signs at present"):
        signing.revoke(archive, third.id, WHO)


@pytest.mark.parametrize("form", ["pem", "jwk"])
def test_a_key_of_a_file_signs_and_its_private_half_stays_there(archive: Archive, tmp_path: Path, form: str):
    own, key = signing.current(archive), OKPKey.generate_key("Ed25519")
    file = tmp_path / f"key.{form}"
    file.write_bytes(key.as_pem(private=True) if form == "pem" else json.dumps(key.as_dict(private=True)).encode())
    given = with_key(archive, file)
    assert signing.current(given).id == key.thumbprint()
    assert [listed.id for listed in signing.listed(given)] == [key.thumbprint(), own.id]
    assert ("",) in rows(archive, f"SELECT private FROM signingkey WHERE id = '{key.thumbprint()}'")  # noqa: S608
    with pytest.raises(ValueError, match="STARBOND_SIGNING_KEY"):
        signing.rotate(given, WHO)


def test_a_revoked_key_of_a_file_does_not_sign(archive: Archive, tmp_path: Path):
    key, file = OKPKey.generate_key("Ed25519"), tmp_path / "key.pem"
    file.write_bytes(key.as_pem(private=True))
    given = with_key(archive, file)
    signing.current(given)
    assert signing.revoke(archive, key.thumbprint(), WHO)
    with pytest.raises(DatabaseProblem, match="was revoked"):
        signing.current(given)


def test_a_file_without_such_a_key_is_named_and_not_shown(archive: Archive, tmp_path: Path):
    ed25519, file = OKPKey.generate_key("Ed25519"), tmp_path / "key.pem"
    for content in (
        None,
        b"",
        b"secret words",
        b"\xff\xfe\x00",
        ed25519.as_pem(private=False),
        RSAKey.generate_key(2048).as_pem(private=True),
        OKPKey.generate_key("Ed448").as_pem(private=True),
        b'{"kty": "OKP"}',
    ):
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(DatabaseProblem, match="STARBOND_SIGNING_KEY cannot be used") as problem:
            signing.current(with_key(archive, file))
        assert str(file) in str(problem.value), content
        assert "secret" not in str(problem.value)
