"""Words of the finder of products and of the calculator of packs."""

from starbond_site.content.models import Content, Text


class FinderWords(Content):
    """The finder, and what leads into it from other pages."""

    lead: Text
    entry_heading: Text
    entry_text: Text
    entry_more: Text
    entry_label: Text
    entry_link: Text
    form_label: Text
    material_a: Text
    material_b: Text
    choose: Text
    conditions: Text
    wet: Text
    heat: Text
    outdoors: Text
    solventless: Text
    ask_both: Text
    loading: Text
    failed: Text
    found: Text
    found_one: Text
    found_none: Text
    suitable: Text
    ask_first: Text
    ask_first_note: Text
    why_not: Text
    reasons_label: Text
    named_both: Text
    named_same: Text
    named_one: Text
    named_none: Text
    shown: Text
    mixed: Text
    only_these: Text
    materials_unknown: Text
    sealant: Text
    not_joining: Text
    unknown_wet: Text
    unknown_heat: Text
    unknown_outdoors: Text
    unknown_solventless: Text
    has_solvent: Text
    no_place: Text
    source: Text
    sizes_ask: Text
    size_ask: Text
    help: Text
    call: Text
    whatsapp: Text
    whatsapp_pair: Text
    whatsapp_size: Text
    table_heading: Text
    table_lead: Text
    table_caption: Text
    table_pair: Text
    table_suitable: Text
    table_ask: Text
    table_none: Text


class PacksWords(Content):
    """How many packs a job takes."""

    heading: Text
    job: Text
    amount_known: Text
    amount: Text
    amount_in: Text
    unit_g: Text
    unit_kg: Text
    unit_ml: Text
    unit_l: Text
    unit_m: Text
    enter: Text
    wrong: Text
    too_much: Text
    need: Text
    at_least: Text
    combination: Text
    total: Text
    nothing_over: Text
    left_over: Text
    not_stated: Text
    ask_sizes: Text
    question: Text
    order: Text
    order_link: Text
