"""Somebody with a browser and a device, for the journeys of people who sign in."""

from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from tests.browser.filing import problems_of
from tests.serving import Server
from tests.unit.documents.publishing import archive_in, rows

DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
"""A virtual authenticator of Chromium: a device that always confirms."""


class Person:
    def __init__(self, context: BrowserContext, name: str) -> None:
        self.page: Page = context.new_page()
        self.name = name
        self.email = f"{name.lower().replace(' ', '.')}@example.com"
        self.problems = problems_of(self.page)
        self._devices: CDPSession = context.new_cdp_session(self.page)
        self._devices.send("WebAuthn.enable")

    def take_device(self, **changes: object) -> str:
        options: Any = {**DEVICE, **changes}
        return self._devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def lose_device(self, device: str) -> None:
        self._devices.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})

    def accept(self, link: str, words: Site) -> None:
        self.page.goto(link.replace("/desk/", localized("/desk/", words.language)))
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(self.name)
        self.page.get_by_role("button", name=words.interface.sign_in.register_button).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(words.interface.account.title)

    def sign_in(self, words: Site) -> None:
        self.page.get_by_role("button", name=words.interface.sign_in.button).click()


def invite(server: Server, person: Person, *roles: str) -> str:
    chosen = [word for role in roles for word in ("--role", role)]
    return server.admin("people", "invite", person.name, person.email, *chosen).split()[-1]


def audit(server: Server, person: str) -> list[tuple[object, ...]]:
    with archive_in(server.data) as archive:
        return rows(archive, f"SELECT action, outcome FROM audit WHERE person = '{person}' ORDER BY id")  # noqa: S608
