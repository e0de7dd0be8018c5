"""Words of sealed filings on the desk, and on the page of a document that was one."""

from collections.abc import Mapping

from starbond_site.content.models import Content, Text


class SealedWords(Content):
    """The pages below ``/desk/sealed``."""

    title: Text
    lead: Text
    lead_approval: Text
    link: Text
    form: Text
    list: Text
    moment: Text
    moment_hint: Text
    file: Text
    file_hint: Text
    button: Text
    refused: Text
    waiting: Text
    waiting_none: Text
    ended: Text
    number: Text
    document: Text
    state: Text
    left: Text
    due: Text
    units: Mapping[str, Text]
    """``d``, ``h``, ``min`` and ``s``, after a number."""
    states: Mapping[str, Text]
    """``sealed``, ``approval``, ``refused``, ``overdue``, ``released``, ``late`` and ``cancelled``."""
    done: Mapping[str, Text]
    """What a press has done: ``sealed``, ``approved``, ``rescheduled``, ``released``, ``waits`` and ``cancelled``."""
    heading: Text
    facts: Text
    size: Text
    author: Text
    editor: Text
    nobody: Text
    approval: Text
    approved: Text
    approval_missing: Text
    reason: Text
    published_as: Text
    file_link: Text
    preview_heading: Text
    preview_note: Text
    preview_button: Text
    preview_made: Text
    copy_address: Text
    commitment: Text
    commitment_note: Text
    copy_commitment: Text
    approve_heading: Text
    approve_note: Text
    approve_button: Text
    reschedule_heading: Text
    reschedule_note: Text
    reschedule_button: Text
    release_heading: Text
    release_tick: Text
    release_button: Text
    cancel_heading: Text
    cancel_note: Text
    cancel_button: Text
    salt: Text
    opened_note: Text
