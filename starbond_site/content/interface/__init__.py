"""The words of the interface: buttons, labels, states and sentences that belong to no single page.

One model per area of the site. Every field is a ``Text``; words in ``{braces}`` are filled in where it is shown.
The texts stand in ``interface.toml`` beside this folder.
"""

from starbond_site.content.interface.alerts import AlertMailWords, AlertsWords
from starbond_site.content.interface.catalogue import CarouselWords, HomeWords, ProductsWords, ProductWords, ZoomWords
from starbond_site.content.interface.clock import ClockWords
from starbond_site.content.interface.comparing import CompareWords, FactsWords, SheetWords
from starbond_site.content.interface.dealers import DealersWords
from starbond_site.content.interface.desk import DeskAuditWords, DeskDocumentWords, DeskLinesWords, DeskWords
from starbond_site.content.interface.disclosures import DisclosuresWords
from starbond_site.content.interface.document_page import DocumentPageWords
from starbond_site.content.interface.documents import DocumentsWords, ProspectusWords, SharedWords, UploadWords
from starbond_site.content.interface.evidence import EvidenceWords
from starbond_site.content.interface.feeds import FeedsWords
from starbond_site.content.interface.finder import FinderWords, PacksWords
from starbond_site.content.interface.forms import ContactWords, MailWords, NewsletterWords
from starbond_site.content.interface.investors import CalendarWords, FiguresWords
from starbond_site.content.interface.layout import (
    DatesWords,
    FooterWords,
    HeaderWords,
    LanguageWords,
    LinksWords,
    LiveWords,
    PrintWords,
    SearchWords,
    ThemeWords,
)
from starbond_site.content.interface.lists import ListsWords
from starbond_site.content.interface.looking import LookingWords, PairWords, RemarkWords
from starbond_site.content.interface.offline import OfflineWords
from starbond_site.content.interface.pages import (
    FailureWords,
    MessageWords,
    NotFoundWords,
    PeopleWords,
    UnderConstructionWords,
)
from starbond_site.content.interface.people import AccessWords, AccountWords, SignInWords
from starbond_site.content.interface.sealed import SealedWords
from starbond_site.content.interface.verify import VerifyWords
from starbond_site.content.models import Content


class Interface(Content):
    """Every word of the interface, by area."""

    header: HeaderWords
    links: LinksWords
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
    clock: ClockWords
    upload: UploadWords
    prospectus: ProspectusWords
    looking: LookingWords
    remarks: RemarkWords
    pairs: PairWords
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
    dealers: DealersWords
    verify: VerifyWords
    evidence: EvidenceWords
    alerts: AlertsWords
    alert_mails: AlertMailWords
    feeds: FeedsWords
    desk: DeskWords
    sign_in: SignInWords
    account: AccountWords
    access: AccessWords
    sealed: SealedWords
    desk_document: DeskDocumentWords
    desk_lines: DeskLinesWords
    desk_audit: DeskAuditWords
    finder: FinderWords
    packs: PacksWords
    facts: FactsWords
    compare: CompareWords
    sheet: SheetWords
    offline: OfflineWords
