"""The form that seals a file, as a browser sends it."""

from datetime import datetime

from asgi_client import Answer
from whole_site import Site

from starbond_site.content.addresses import localized
from starbond_site.content.models import Language
from starbond_site.documents.sealed import moments
from starbond_site.people import Holder, Role
from starbond_site.presentation.forms import UPLOAD
from tests.unit.documents import samples
from tests.unit.documents.sealed_filings import LIST

PDF = samples.pdf("results of the year")
RUNA = Holder(frozenset({Role.PREPARE, Role.APPROVE}), 1, "Runa Akter")


def send(
    site: Site,
    moment: datetime,
    language: Language = "en",
    *,
    data: bytes = PDF,
    name: str = "Results.pdf",
    **typed: str,
) -> Answer:
    """Choose a file, which is sent at once, and send the form."""
    fields = {"list": LIST, "moment": moments.written(moment), UPLOAD: site.upload(name, data), **typed}
    return site.post(localized("/desk/sealed", language), fields)
