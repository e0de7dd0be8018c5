"""``/desk/account``: the own passkeys and sessions of whoever is signed in, whatever their roles."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import threads
from starbond_site.content.addresses import ACCOUNT
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.people import challenges, passkeys, persons, sessions
from starbond_site.people.account_html import PASSKEYS, Account, account, done
from starbond_site.people.ceremony import OPTIONS
from starbond_site.people.shared import CREDENTIAL_BYTES, PeoplePages, SignedIn
from starbond_site.presentation.desk.parts import refusal as refused
from starbond_site.presentation.forms import Given
from starbond_site.web.desk.frame import route, see_other, site_of


def routes(pages: PeoplePages) -> list[Route]:
    """Return the routes."""

    async def show(request: Request) -> Response:
        return await _page(pages, request, await pages.signed_in(request))

    async def change(request: Request) -> Response:
        fields, signed = await pages.fields(request), await pages.signed_in(request)
        try:
            await threads.FORMS.run(_change, pages.desk.archive(), signed, fields)
        except Refusal as refusal:
            return await _page(pages, request, signed, refusal)
        return see_other(request, f"{ACCOUNT}?done={fields['deed']}")

    async def add(request: Request) -> Response:
        fields, signed = await pages.fields(request, CREDENTIAL_BYTES), await pages.signed_in(request)
        archive, browser, credential = pages.desk.archive(), pages.browser(request), fields.get("credential", "")
        try:
            await threads.FORMS.run(passkeys.add, archive, signed.actor, browser, signed.id, credential)
        except Refusal as refusal:
            await pages.record(signed.visitor, "add passkey", refusal)
            return await _page(pages, request, signed, refusal)
        return see_other(request, f"{ACCOUNT}?done=add")

    async def options(request: Request) -> Response:
        archive, token = pages.desk.archive(), pages.desk.visitor(request).cookie(pages.session_cookie)
        return await pages.options(request, lambda: _options(archive, token))

    return [
        *route(ACCOUNT, show),
        *route(ACCOUNT, change, ("POST",)),
        *route(PASSKEYS, add, ("POST",)),
        *route(PASSKEYS + OPTIONS, options, ("POST",)),
    ]


def _change(archive: Archive, signed: SignedIn, fields: Mapping[str, str]) -> None:
    """Do what a form of the page asks for; blocks.

    Raises:
        Refusal: nothing was changed.

    """
    deed, given = fields.get("deed", ""), fields.get("number", "")
    number = int(given) if given.isdecimal() and len(given) < 10 else 0
    if deed == "rename":
        passkeys.rename(archive, signed.actor, signed.id, number, fields.get("name", ""))
    elif deed == "remove":
        passkeys.remove(archive, signed.actor, signed.id, number)
    elif deed == "end":
        sessions.end_one(archive, signed.actor, signed.id, number)
    elif deed == "others":
        sessions.end_others(archive, signed.actor, signed.id, signed.token)
    else:
        raise Refusal("malformed")


def _options(archive: Archive, token: str) -> tuple[str, str]:
    """Return the options of a further passkey; blocks."""
    holder = sessions.holder(archive, token)
    if holder is None or holder.person_id is None:
        raise Refusal("sign_in_missing")
    person = persons.find(archive, holder.email)
    return passkeys.registration_options(archive, person, challenges.for_person(holder.person_id))


async def _page(pages: PeoplePages, request: Request, signed: SignedIn, refusal: Refusal | None = None) -> Response:
    site, archive = site_of(request), pages.desk.archive()
    said = done(site, request.query_params.get("done", ""))
    if refusal:
        said = refused(Given(sentence=refusal_sentence(refusal.code, site.language, refusal.values)))
    shown = await threads.READS.run(_read, archive, signed)
    return await pages.desk.page(
        request, site.interface.account.title, [said, account(site, shown)], 422 if refusal else 200
    )


def _read(archive: Archive, signed: SignedIn) -> Account:
    """Return what the page shows; blocks."""
    keys, found = passkeys.own(archive, signed.id)
    own = sessions.number_of(archive, signed.token)
    return Account(holder=signed.holder, passkeys=keys, sessions=found, own_session=own)
