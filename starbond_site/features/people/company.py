"""Signing in with a company account: sign-ins under way, and whose account it is (docs/people.md, "Company accounts").

The provider says who somebody is (`openid`); whether they may come in, and as what, stays with this site: an account
opens nothing unless an administrator has invited the person.
"""

import hmac
from datetime import timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from starbond_site.documents import audit, database
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.audit import DONE
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import sessions
from starbond_site.features.people.openid import Identity
from starbond_site.features.people.records import CompanyAccount, CompanySignIn, Person, with_person
from starbond_site.features.people.sessions import Browser
from starbond_site.shared import local_time
from starbond_site.shared.settings import UploadPolicy

LIFETIME = timedelta(minutes=10)
"""People type a password there, and look for their telephone."""
BY_ACCOUNT = "company account"
"""How the audit names what somebody signed in with."""


def check_state(flow: CompanySignIn | None, state: str) -> CompanySignIn:
    """Return the flow that an answer belongs to.

    Raises:
        Refusal: company_refused: none waits in this browser, or it began with another state (RFC 6749, section 10.12).
    """
    if flow is None:
        raise Refusal("company_refused", detail="no sign-in waits for this answer")
    if not hmac.compare_digest(flow.state.encode(), state.encode("utf-8", "replace")):
        raise Refusal("company_refused", detail="answer with another state")
    return flow


@database.once_more
def sign_in(archive: Archive, browser: Browser, identity: Identity) -> tuple[str, Person]:
    """Return the token of a session with its person, whom the provider has identified; blocks.

    Raises:
        Refusal: nobody is signed in; its detail says more, for the audit.
    """
    try:
        with database.writing(archive.engine) as session:
            # Whose account it is stays, whatever its mail address is by now.
            known = col(CompanyAccount.issuer) == identity.issuer, col(CompanyAccount.subject) == identity.subject
            found = with_person(session, CompanyAccount, *known)
            account, person = found or _connected(session, identity, browser.address)
            if person.disabled_at:
                raise Refusal("company_person_disabled", detail=person.email)
            account.used_at = local_time.now()
            actor = Actor(browser.address, UploadPolicy.PEOPLE, person.name)
            audit.add(session, actor, "sign in", person.email, DONE, BY_ACCOUNT)
            return sessions.begin(session, person, None, browser), person
    except IntegrityError as error:
        raise Refusal("company_refused", detail="two first sign-ins at once") from error


def _connected(session: Session, identity: Identity, address: str) -> tuple[CompanyAccount, Person]:
    """Connect an account with the invited person of its mail address, at its first sign-in.

    Raises:
        Refusal: company_mail_unverified: the provider does not vouch for the address; anybody may have typed it.
        Refusal: company_not_invited: nobody has the address.
        Refusal: company_other_account: the person has another; the address may be somebody else's since.
        Refusal: company_person_disabled: the person is disabled.
    """
    if not identity.is_verified or not identity.email:
        raise Refusal("company_mail_unverified", detail=identity.email)
    # Only ASCII: other letters may become one of these, such as the Kelvin sign a "k".
    email = identity.email.lower() if identity.email.isascii() else identity.email
    person = session.exec(select(Person).where(col(Person.email) == email).with_for_update()).first()
    if person is None:
        raise Refusal("company_not_invited", detail=email)
    if person.disabled_at:
        raise Refusal("company_person_disabled", detail=email)
    theirs = col(CompanyAccount.person_id) == person.id, col(CompanyAccount.issuer) == identity.issuer
    account = session.exec(select(CompanyAccount).where(*theirs)).first()
    if account and account.subject == identity.subject:
        # Connected in another window meanwhile.
        return account, person
    if account:
        raise Refusal("company_other_account", detail=f"{email}: {identity.subject}")
    now = local_time.now()
    account = CompanyAccount(
        person_id=person.id, issuer=identity.issuer, subject=identity.subject, created_at=now, used_at=now
    )
    session.add(account)
    session.flush()
    actor = Actor(address, UploadPolicy.PEOPLE, person.name)
    audit.add(session, actor, "connect account", email, DONE, f"{identity.issuer} {identity.subject}")
    return account, person
