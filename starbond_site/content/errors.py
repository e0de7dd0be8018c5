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
    empty_macros: Text
    remote_office: Text
    unsafe_archive: Text
    archive_method: Text
    embedded_program: Text
    embedded_active: Text
    embedded_unchecked: Text
    not_checked: Text
    print_anew: Text
    image_too_large: Text
    behind_picture: Text
    heic_picture: Text
    machine_busy: Text
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
    title_too_long: Text
    title_unreadable: Text
    category_unknown: Text
    date_out_of_range: Text
    already_published: Text
    storage_full: Text
    storage_unreachable: Text
    interrupted: Text
    database_unavailable: Text
    reading_unavailable: Text
    outcome_unknown: Text
    page_outdated: Text
    too_many_unfinished: Text
    upload_ended: Text

    # What a file holds, and where, in the sentences above.
    what_active: Text
    what_script: Text
    what_launch: Text
    what_submit: Text
    what_import: Text
    what_other_file: Text
    what_media: Text
    what_xfa: Text
    what_outside: Text
    what_font: Text
    what_macros: Text
    what_control: Text
    what_macro_sheet: Text
    on_page: Text

    # Why somebody may not publish.
    closed: Text
    sign_in_missing: Text
    role_missing: Text
    people_unavailable: Text
    key_missing: Text
    key_wrong: Text
    key_expired: Text
    too_many_attempts: Text
    too_many_uploads: Text
    foreign_origin: Text
    upload_in_two_steps: Text
    malformed: Text

    # Why somebody is not invited, signed in or changed.
    person_known: Text
    name_known: Text
    name_similar: Text
    person_unknown: Text
    person_disabled: Text
    roles_missing: Text
    roles_exclude: Text
    last_administrator: Text
    own_person: Text
    invitation_invalid: Text
    passkey_refused: Text
    passkey_unknown: Text
    last_passkey: Text
    company_cancelled: Text
    company_unreachable: Text
    company_refused: Text
    company_mail_unverified: Text
    company_not_invited: Text
    company_other_account: Text
    company_person_disabled: Text

    # Why two documents are not one filing in two languages.
    pair_unavailable: Text
    pair_unknown: Text
    pair_impossible: Text
    pair_taken: Text

    # Why a document is not withdrawn.
    reason_too_long: Text

    # Why a published document is not corrected, and a line above the header not set.
    already_withdrawn: Text
    already_replaced: Text
    already_public: Text
    changed_meanwhile: Text
    successor_elsewhere: Text
    name_unchanged: Text
    title_unchanged: Text
    extension_fixed: Text
    list_unchanged: Text
    not_confirmed: Text
    line_missing: Text
    line_too_long: Text
    link_invalid: Text
    end_invalid: Text

    # Why a filing is not sealed, changed or approved.
    already_sealed: Text
    moment_invalid: Text
    moment_out_of_range: Text
    not_sealed: Text
    own_approval: Text
    enrolled_by_author: Text
    reason_missing: Text

    # Why a disclosure clock is not started or changed, and why no evidence is packed.
    clock_unknown: Text
    clock_duty_unknown: Text
    clock_document_unknown: Text
    clock_label_missing: Text
    clock_label_too_long: Text
    clock_time_invalid: Text
    clock_in_future: Text
    clock_before_decision: Text
    clock_after_told: Text
    clock_running: Text
    clock_closed: Text
    clock_reason_missing: Text
    evidence_missing: Text
    evidence_altered: Text
    evidence_unavailable: Text

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
        held = {
            "what": getattr(self, f"what_{values.get('what')}", self.what_active),
            "where": f" {self.on_page.format(**numbers)}" if values.get("page") else "",
        }
        return getattr(self, code).format(**{"target": "…"} | values | numbers | held)
