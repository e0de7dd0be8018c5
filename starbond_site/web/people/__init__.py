"""Pages on which people sign in and are managed: ``/desk/sign-in``, ``/invitation``, ``/account``, ``/people``.

They exist only where people sign in (``STARBOND_UPLOADS=people``); one module per address (docs/people.md).
"""

from starlette.routing import Route

from starbond_site.people.openid import Provider
from starbond_site.settings import UploadPolicy
from starbond_site.web.desk.frame import Desk
from starbond_site.web.people import account, company, directory, invitation, script, sign_in
from starbond_site.web.people.shared import RELATED, PeoplePages


def routes(desk: Desk, provider: Provider | None = None) -> list[Route]:
    """Return the routes; none where nobody signs in."""
    if desk.rights.policy is not UploadPolicy.PEOPLE:
        return []
    pages = PeoplePages(desk, provider)
    return [
        *sign_in.routes(pages),
        *invitation.routes(pages),
        *account.routes(pages),
        *directory.PAGE.routes(desk),
        *(company.routes(pages, provider) if provider else ()),
        script.ROUTE,
        Route(RELATED, pages.related),
    ]
