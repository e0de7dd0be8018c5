"""The sentences for everything that can be refused, one field per code.

The code of a refusal is the name of its field; ``errors.say(code, limit=50)`` is its sentence.
"""

from starbond_site.content.formats import digits
from starbond_site.content.models import Content, Text


class Errors(Content):
    """Every refusal as a sentence, in one language."""

    digits: Text
    """The ten digits of the language, in which numbers in a sentence are written."""

    # Why a document is not published.
    no_file: Text
    several_files: Text
    empty_file: Text
    too_large: Text
    type_not_accepted: Text
    type_mismatch: Text
    damaged: Text
    encrypted: Text
    active_pdf: Text
    active_office: Text
    remote_office: Text
    unsafe_archive: Text
    archive_method: Text
    embedded_program: Text
    embedded_active: Text
    embedded_unchecked: Text
    not_checked: Text
    image_too_large: Text
    virus_found: Text
    scanner_unavailable: Text
    scanner_limit: Text
    name_empty: Text
    name_invisible: Text
    name_hidden: Text
    name_too_long: Text
    name_path: Text
    name_control_characters: Text
    name_bidirectional: Text
    category_unknown: Text
    date_out_of_range: Text
    already_published: Text
    storage_full: Text
    storage_unreachable: Text
    interrupted: Text
    database_unavailable: Text
    outcome_unknown: Text
    not_published: Text

    # Why somebody may not publish.
    closed: Text
    key_missing: Text
    key_wrong: Text
    key_expired: Text
    too_many_attempts: Text
    too_many_uploads: Text
    foreign_origin: Text
    not_allowed: Text
    length_missing: Text
    malformed: Text

    # Why a document is not withdrawn.
    reason_too_long: Text

    # Why a page of a list is not sent as JSON.
    before_invalid: Text
    after_invalid: Text
    after_unknown: Text

    # Why a file, a document or a key cannot be verified.
    hash_invalid: Text
    document_unknown: Text
    key_unknown: Text

    # What a visitor has to correct in the contact form or the newsletter box.
    name_missing: Text
    name_long: Text
    email_missing: Text
    email_invalid: Text
    phone_missing: Text
    phone_invalid: Text
    message_missing: Text
    message_short: Text
    message_long: Text
    consent_missing: Text
    rate_limited: Text
    foreign_form: Text
    not_stored: Text
    lists_missing: Text
    alerts_unavailable: Text

    def say(self, code: str, **values: object) -> str:
        """Return the sentence of a refusal with its values filled in, numbers in the digits of the language.

        Raises:
            KeyError: no sentence has this code, or it needs a value that was not given.
        """
        if code not in Errors.model_fields:
            message = f"no sentence for the refusal {code!r}"
            raise KeyError(message)
        numbers = {name: digits(value, self) for name, value in values.items() if isinstance(value, int)}
        return getattr(self, code).format(**values | numbers)
