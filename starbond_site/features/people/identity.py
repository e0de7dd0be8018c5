"""Who somebody is (``principal``), and the pages on which people sign in and are managed, below `DESK`."""

from starlette.routing import Route

from starbond_site.features.people import account_pages, company_pages, directory_page, invitation_page, sign_in
from starbond_site.features.people.openid import Provider
from starbond_site.features.people.sessions import principal
from starbond_site.features.people.shared import RELATED, SCRIPT, PeoplePages, script
from starbond_site.shared.settings import Settings, UploadPolicy
from starbond_site.web.desk.frame import Desk

__all__ = ["principal", "routes"]


def routes(desk: Desk, settings: Settings) -> list[Route]:
    if desk.rights.policy is not UploadPolicy.PEOPLE:
        return []
    provider = Provider.of_settings(settings)
    pages = PeoplePages(desk, provider)
    return [
        *sign_in.routes(pages),
        *invitation_page.routes(pages),
        *account_pages.routes(pages),
        *directory_page.PAGE.routes(desk),
        *(company_pages.routes(pages, provider) if provider else ()),
        Route(SCRIPT, script),
        Route(RELATED, pages.related),
    ]
