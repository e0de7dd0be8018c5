"""Validates the fields of the contact form and of mail alerts (docs/requirements.md, "Forms").

A form is a pydantic model. The type of a validation error is the code of a sentence in ``content/errors.toml``;
`validate` collects all errors, by field.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from starbond_site.content.addresses import Language
from starbond_site.content.sentences import refusal_sentence, refuse
from starbond_site.documents.refusals import Refusal, of_code
from starbond_site.shared import logs
from starbond_site.shared.digits import in_ascii
from starbond_site.shared.limits import Limit, minutes

NAME_CHARACTERS = 100
PHONE_DIGITS = (6, 15)
"""Fewest and most digits of a telephone number (ITU-T E.164 allows fifteen)."""
PHONE = re.compile(r"\+?[0-9 ().\-/]{6,40}")
MESSAGE_CHARACTERS = (10, 5000)
JOINERS, VIRAMA = "\u200c\u200d", 9
"""The class of a virama (Unicode Standard, section 4.3)."""
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks without a shape, beside those of a category of their own."""
HONEYPOT = "website"
"""A field that people do not see; a filled one was sent by a program."""
FORM = "form"
"""Names problems of the form as a whole."""
_log = logs.get_logger(__name__)


@dataclass(frozen=True)
class FormOutcome:
    """What became of a form: problems by field, or a reference number where the form gives one."""

    reference: str = ""
    problems: Mapping[str, Refusal] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        return not self.problems

    def sentences(self, language: Language) -> dict[str, str]:
        """Return what to show beside each field; `FORM` names the form as a whole."""
        return {
            name: refusal_sentence(problem.code, language, problem.values) for name, problem in self.problems.items()
        }


class InvalidForm(ValueError):  # noqa: N818  the visitor can correct it
    """Some fields have to be corrected."""

    def __init__(self, problems: Mapping[str, Refusal]) -> None:
        super().__init__(", ".join(problems))
        self.problems = problems


def _text(value: object) -> str:
    """Return what was typed, without lone surrogates and surrounding blanks; anything but text counts as empty."""
    return value.encode("utf-8", "replace").decode().strip() if isinstance(value, str) else ""


def _name(typed: str) -> str:
    name = " ".join(_printable(typed).split())
    if not name:
        refuse("name_missing")
    if len(name) > NAME_CHARACTERS:
        refuse("name_long", limit=NAME_CHARACTERS)
    return name


def _person_name(typed: str) -> str:
    """Return the name of a person: in NFKC, without what nobody sees, so that two names that look equal are."""
    if len(typed) > 4 * NAME_CHARACTERS:
        refuse("name_long", limit=NAME_CHARACTERS)
    name = unicodedata.normalize("NFKC", typed)
    return _name("".join(sign for place, sign in enumerate(name) if _is_seen(name, place)))


def _is_seen(name: str, place: int) -> bool:
    """Return whether a character is seen, or changes how those beside it look: Bangla needs joiners at a virama."""
    sign, beside = name[place], name[max(place - 1, 0) : place + 2]
    if sign in JOINERS:
        return any(unicodedata.combining(other) == VIRAMA for other in beside)
    return not UNSEEN.match(sign) and unicodedata.category(sign) not in ("Cf", "Cn", "Co", "Cs")


def _email(typed: str) -> str:
    """Return an address with its domain in lower case (RFC 5321, section 2.4); no name server is asked."""
    if not typed:
        refuse("email_missing")
    if "=?" in typed:
        # Valid, and used by nobody: mail programs take it for the beginning of an encoded word (RFC 2047).
        refuse("email_invalid")
    try:
        return validate_email(typed, check_deliverability=False).normalized
    except EmailNotValidError:
        refuse("email_invalid")


def _phone(typed: str) -> str:
    phone = " ".join(in_ascii(typed).split())
    digits = sum(character.isdigit() for character in phone)
    if not phone:
        refuse("phone_missing")
    if not PHONE.fullmatch(phone) or not PHONE_DIGITS[0] <= digits <= PHONE_DIGITS[1]:
        refuse("phone_invalid")
    return phone


def _message(typed: str) -> str:
    message = _printable(typed.replace("\r\n", "\n").replace("\r", "\n"), keep="\n\t").strip()
    shortest, longest = MESSAGE_CHARACTERS
    if not message:
        refuse("message_missing")
    if len(message) < shortest:
        refuse("message_short", limit=shortest)
    if len(message) > longest:
        refuse("message_long", limit=longest)
    return message


def _consent(value: object) -> bool:
    """Accept a ticked box: browsers send ``on``, components ``True``."""
    if value not in (True, "on", "true", "1"):
        refuse("consent_missing")
    return True


def _lists(chosen: object) -> tuple[str, ...]:
    """Accept at least one list; `alerts.service.ticked` gives those that exist."""
    lists = tuple(chosen) if isinstance(chosen, list) else ()
    if not lists:
        refuse("lists_missing")
    return lists


def _printable(text: str, keep: str = "") -> str:
    """Return a text without control characters, which neither database nor mail should carry."""
    return "".join(
        character if character in keep or unicodedata.category(character) != "Cc" else " " for character in text
    )


_Text = Annotated[str, BeforeValidator(_text)]
_Email = Annotated[_Text, AfterValidator(_email)]
_Consent = Annotated[bool, BeforeValidator(_consent)]
_ListNames = Annotated[tuple[str, ...], BeforeValidator(_lists)]


class _Form(BaseModel):
    """A missing field is validated like an empty one; unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", validate_default=True)


class ContactForm(_Form):
    """The fields of a contact message."""

    name: Annotated[_Text, AfterValidator(_name)] = ""
    email: _Email = ""
    phone: Annotated[_Text, AfterValidator(_phone)] = ""
    message: Annotated[_Text, AfterValidator(_message)] = ""
    consent: _Consent = False


class PersonForm(_Form):
    """Who is invited to sign in."""

    name: Annotated[_Text, AfterValidator(_person_name)] = ""
    email: _Email = ""


class AlertPreferences(_Form):
    """The lists of which somebody wants to hear by mail."""

    lists: _ListNames = ()


class AlertForm(AlertPreferences):
    """The fields of a subscription to mail alerts, or to the newsletter."""

    email: _Email = ""
    consent: _Consent = False


Form = TypeVar("Form", bound=_Form)


def validate(form: type[Form], fields: Mapping[str, object]) -> Form:
    """Return the cleaned fields of a form; raise `InvalidForm`, which names every field that has to be corrected."""
    try:
        return form.model_validate(dict(fields))
    except ValidationError as error:
        raise InvalidForm(
            {str(wrong["loc"][0]): of_code(wrong["type"], wrong.get("ctx", {})) for wrong in error.errors()}
        ) from None


def receive(
    form: type[Form], fields: Mapping[str, object], limit: Limit, address: str, store: Callable[[Form], str | None]
) -> FormOutcome:
    """Validate what a visitor sent, count it against the limit of their network address, and store it; blocks.

    Args:
        store: writes the form, and returns its reference number where it has one.
    """
    try:
        valid = validate(form, fields)
    except InvalidForm as invalid:
        return FormOutcome(problems=invalid.problems)
    if seconds := limit.take(address):
        return FormOutcome(problems={FORM: Refusal("rate_limited", minutes=minutes(seconds))})
    try:
        return FormOutcome(store(valid) or "")
    except SQLAlchemyError:
        _log.exception("form_not_stored", form=form.__name__)
        return FormOutcome(problems={FORM: Refusal("not_stored")})


def is_from_program(fields: Mapping[str, object]) -> bool:
    """Return whether the field that people do not see is filled in."""
    return bool(_text(fields.get(HONEYPOT)))
