"""The pages of people with somebody who has all roles and is signed in."""

from pathlib import Path

import pytest
from people_site import SESSION, Browser, people_app
from starlette.applications import Starlette

from starbond_site.documents.archive import Archive
from starbond_site.people.openid import Provider
from tests.unit.authenticator import ORIGIN
from tests.unit.signing_in import Somebody, somebody

PROVIDER = Provider("https://login.example.com", "starbond", "secret", ORIGIN)
"""Of company accounts, so that their addresses are there; nothing here gets so far as to ask it."""


@pytest.fixture
def app(archive: Archive, tmp_path: Path) -> Starlette:
    """Return the routes."""
    return people_app(archive, tmp_path, provider=PROVIDER)


@pytest.fixture
def admin(archive: Archive) -> Somebody:
    """Return somebody with all roles, who is signed in."""
    return somebody(archive)


@pytest.fixture
def browser(app: Starlette, admin: Somebody) -> Browser:
    """Return the browser in which they are."""
    return Browser(app, {SESSION: admin.session})
