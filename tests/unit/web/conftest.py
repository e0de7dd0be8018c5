"""Browsers of a site, and a database that does not answer."""

import functools
from collections.abc import Callable, Iterator

import pytest
from starlette import routing
from whole_site import Site

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.shared.roles import Principal
from starbond_site.shared.settings import UploadPolicy
from tests.unit.documents.publishing import DOWN, raising
from tests.unit.signing_in import Somebody, somebody

ISSUER = "https://login.example.com"
"""Of company accounts, so that their addresses are there; nothing gets so far as to ask it."""


@pytest.fixture(scope="session", autouse=True)
def _paths_compiled_once() -> Iterator[None]:
    """Compile each path of a route once: every test has a site of its own, with the same 300."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "compile_path", functools.cache(routing.compile_path))
        yield


@pytest.fixture
def site(archive: Archive) -> Site:
    return Site(archive)


@pytest.fixture
def desk(archive: Archive) -> Site:
    """Return a site at which everyone is a person with all roles."""
    return Site(archive, Principal(person_id=1, name="Rahima Khatun"))


@pytest.fixture
def admin(archive: Archive) -> Somebody:
    return somebody(archive)


@pytest.fixture
def browser(archive: Archive, admin: Somebody) -> Site:
    return Site(archive, UploadPolicy.PEOPLE, issuer=ISSUER).browser(session=admin.session)


@pytest.fixture
def take_away(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def take(*names: str) -> None:
        for name in names or ("reading", "writing"):
            monkeypatch.setattr(database, name, raising(DOWN))

    return take
