"""Words of facts on products, of products side by side, and of data sheets."""

from starbond_site.content.models import Content, Text


class FactsWords(Content):
    """Typed facts on a product, and whom to ask where there is none."""

    joins: Text
    solvent: Text
    open_time: Text
    times: Text
    drying: Text
    materials: Text
    dose: Text
    mixing_ratio: Text
    unsaid: Text
    ask: Text
    ask_link: Text
    ask_name: Text
    message: Text
    note: Text


class CompareWords(Content):
    """Products side by side, and what leads there from other pages."""

    lead: Text
    form_label: Text
    product: Text
    none: Text
    submit: Text
    nothing: Text
    one_more: Text
    too_many: Text
    unknown: Text
    caption: Text
    remove: Text
    remove_name: Text
    print: Text
    link: Text
    link_short: Text
    link_name: Text
    link_found: Text


class SheetWords(Content):
    """The data sheet of a product, for paper."""

    title: Text
    description: Text
    heading: Text
    date: Text
    link: Text
    back: Text
    print: Text
    tools: Text
    facts: Text
    contact: Text
    qr: Text
    qr_note: Text
    page: Text
