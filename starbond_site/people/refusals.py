"""Why somebody is not invited, signed in or changed: one exception per reason, with a sentence in ``errors.toml``."""

from starbond_site.documents.refusals import Refusal


class Malformed(Refusal):
    """A request that no form of this site sends."""

    code = "malformed"


class SignInMissing(Refusal):
    """The session has ended."""

    code = "sign_in_missing"


class RoleMissing(Refusal):
    """Whoever asked has lost the role meanwhile."""

    code = "role_missing"


class PersonKnown(Refusal):
    """There is somebody with this address; values: ``email``."""

    code = "person_known"


class NameKnown(Refusal):
    """There is somebody with this name, whom the audit could not tell apart; values: ``name``."""

    code = "name_known"


class NameSimilar(Refusal):
    """The name looks like that of somebody else; values: ``name``. Whoever invites says whether it is meant."""

    code = "name_similar"


class RolesExclude(Refusal):
    """Several roles, where sealed filings need two persons: then each person has one."""

    code = "roles_exclude"


class PersonUnknown(Refusal):
    """There is nobody with this address; values: ``email``."""

    code = "person_unknown"


class PersonDisabled(Refusal):
    """A disabled person gets no link; values: ``email``."""

    code = "person_disabled"


class RolesMissing(Refusal):
    """A person without any role."""

    code = "roles_missing"


class LastAdministrator(Refusal):
    """Nobody who can sign in would administer any more."""

    code = "last_administrator"


class OwnPerson(Refusal):
    """On the site nobody disables or recovers themselves."""

    code = "own_person"


class InvitationInvalid(Refusal):
    """A link that is unknown, used, replaced by another, or too old."""

    code = "invitation_invalid"


class PasskeyRefused(Refusal):
    """What an authenticator answered cannot be accepted; `detail` says why, for the audit."""

    code = "passkey_refused"


class PasskeyUnknown(Refusal):
    """A passkey that this site does not know, or no longer."""

    code = "passkey_unknown"


class LastPasskey(Refusal):
    """The only passkey of a person is not removed."""

    code = "last_passkey"


class CompanyCancelled(Refusal):
    """Whoever went to the company's sign-in came back without having signed in."""

    code = "company_cancelled"


class CompanyUnreachable(Refusal):
    """The company's sign-in does not answer; `detail` says why, for the audit."""

    code = "company_unreachable"


class CompanyRefused(Refusal):
    """An answer that is not for this sign-in or not from the company's sign-in; `detail` says why, for the audit."""

    code = "company_refused"


class CompanyMailUnverified(Refusal):
    """The company's sign-in does not vouch for the mail address of the account."""

    code = "company_mail_unverified"


class CompanyNotInvited(Refusal):
    """There is nobody with the mail address of the account."""

    code = "company_not_invited"


class CompanyOtherAccount(Refusal):
    """The person with this mail address has signed in with another account of the company."""

    code = "company_other_account"


class CompanyPersonDisabled(Refusal):
    """The person of the account is disabled."""

    code = "company_person_disabled"


COMPANY_REFUSALS = frozenset(
    refusal.code
    for refusal in (
        CompanyCancelled,
        CompanyUnreachable,
        CompanyRefused,
        CompanyMailUnverified,
        CompanyNotInvited,
        CompanyOtherAccount,
        CompanyPersonDisabled,
    )
)
"""Codes of all refusals of a company account; none has values."""
