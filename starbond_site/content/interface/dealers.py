"""Words of the dealers and their filter."""

from starbond_site.content.models import Content, Text


class DealersWords(Content):
    """The page of the dealers."""

    lead: Text
    loading: Text
    empty: Text
    sample_note: Text
    filter: Text
    text: Text
    near: Text
    by_place: Text
    privacy: Text
    locating: Text
    located: Text
    denied: Text
    unavailable: Text
    shown: Text
    none: Text
    metres: Text
    kilometres: Text
    call_name: Text
    whatsapp: Text
    whatsapp_name: Text
