"""Words of evidence packs: the page of instructions in each, and the section of the desk that makes them."""

from starbond_site.content.models import Content, Text


class EvidenceWords(Content):
    """An evidence pack."""

    heading: Text
    explanation: Text
    button: Text
    title: Text
    """Of the instructions; with ``{name}``."""
    opening: Text
    """With ``{company}``, ``{site}`` and ``{number}``."""
    name: Text
    document_title: Text
    list: Text
    size: Text
    sha256: Text
    published: Text
    state: Text
    made: Text
    made_by: Text
    moment: Text
    """With ``{date}`` and ``{time}``."""
    steps: Text
    step_unpack: Text
    step_sums: Text
    step_list: Text
    step_receipt: Text
    step_statement: Text
    step_document: Text
    step_key: Text
    """With ``{key_address}``."""
    result: Text
    """Stands before what a command has to print."""
    files: Text
    file_document: Text
    file_sums: Text
    file_signature: Text
    file_key: Text
    file_keys: Text
    file_receipts: Text
    file_audit: Text
    file_changes: Text
    file_versions: Text
    file_clocks: Text
    file_mail: Text
    file_webhooks: Text
    limits: Text
    limits_text: Text
    privacy: Text
    privacy_text: Text
