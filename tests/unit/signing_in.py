"""People who were invited and have passkeys, for the tests of several packages."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.features.people import challenges, passkeys, persons
from starbond_site.features.people.passkeys import Browser
from starbond_site.features.people.records import Person
from starbond_site.shared.roles import ALL_ROLES, Role
from tests.unit.authenticator import AGENT, Authenticator

ADDRESS = "192.0.2.7"


@dataclass
class Somebody:
    """A person with a device and a session."""

    archive: Archive
    person: Person
    device: Authenticator = field(default_factory=Authenticator)
    session: str = ""

    @property
    def id(self) -> int:
        return self.person.id

    def accept(self, token: str, device: Authenticator | None = None) -> str:
        self.device = device or self.device
        options, cookie = passkeys.registration_options(self.archive, self.person, challenges.for_invitation(token))
        browser = Browser(address=ADDRESS, agent=AGENT, cookie=cookie)
        self.session = passkeys.accept(self.archive, browser, token, self.device.register(options))
        return self.session

    def add_device(self, device: Authenticator | None = None) -> Authenticator:
        device = device or Authenticator()
        options, cookie = passkeys.registration_options(self.archive, self.person, challenges.for_person(self.id))
        browser = Browser(address=ADDRESS, agent=AGENT, cookie=cookie, session=self.session)
        passkeys.add(self.archive, COMMAND_LINE, browser, self.id, device.register(options))
        return device

    def sign_in(self) -> str:
        options, cookie = passkeys.authentication_options(self.archive)
        browser = Browser(address=ADDRESS, agent=AGENT, cookie=cookie)
        self.session = passkeys.sign_in(self.archive, browser, self.device.sign(options))[0]
        return self.session


def somebody(archive: Archive, name: str = "Rahima Khatun", roles: Iterable[Role] = ALL_ROLES) -> Somebody:
    """Return a person who was invited, has a passkey and is signed in."""
    email = f"{name.split(maxsplit=1)[0].lower()}@example.com"
    person, token = persons.invite(archive, COMMAND_LINE, name, email, roles)
    made = Somebody(archive, person)
    made.accept(token)
    return made
