"""The words of the interface: buttons, labels, states and sentences that belong to no single page.

One model per area of the site. Every field is a ``Text``; words in ``{braces}`` are filled in where it is shown.
The texts stand in ``interface.toml`` beside this folder.
"""

from starbond_site.content.interface.alerts import AlertMailWords, AlertsWords
from starbond_site.content.interface.catalogue import CarouselWords, HomeWords, ProductsWords, ProductWords, ZoomWords
from starbond_site.content.interface.disclosures import DisclosuresWords
from starbond_site.content.interface.document_page import DocumentPageWords
from starbond_site.content.interface.documents import DocumentsWords, ProspectusWords, SharedWords, UploadWords
from starbond_site.content.interface.feeds import FeedsWords
from starbond_site.content.interface.forms import ContactWords, MailWords, NewsletterWords
from starbond_site.content.interface.investors import CalendarWords, FiguresWords
from starbond_site.content.interface.layout import (
    DatesWords,
    FooterWords,
    HeaderWords,
    LanguageWords,
    LiveWords,
    PrintWords,
    SearchWords,
    ThemeWords,
)
from starbond_site.content.interface.lists import ListsWords
from starbond_site.content.interface.pages import (
    FailureWords,
    MessageWords,
    NotFoundWords,
    PeopleWords,
    UnderConstructionWords,
)
from starbond_site.content.interface.verify import VerifyWords
from starbond_site.content.models import Content


class Interface(Content):
    """Every word of the interface, by area."""

    header: HeaderWords
    footer: FooterWords
    home: HomeWords
    product: ProductWords
    products: ProductsWords
    carousel: CarouselWords
    zoom: ZoomWords
    documents: DocumentsWords
    document_page: DocumentPageWords
    lists: ListsWords
    shared: SharedWords
    disclosures: DisclosuresWords
    upload: UploadWords
    prospectus: ProspectusWords
    contact: ContactWords
    newsletter: NewsletterWords
    mail: MailWords
    people: PeopleWords
    message: MessageWords
    search: SearchWords
    not_found: NotFoundWords
    failure: FailureWords
    under_construction: UnderConstructionWords
    live: LiveWords
    theme: ThemeWords
    language: LanguageWords
    dates: DatesWords
    print: PrintWords
    calendar: CalendarWords
    figures: FiguresWords
    verify: VerifyWords
    alerts: AlertsWords
    alert_mails: AlertMailWords
    feeds: FeedsWords
