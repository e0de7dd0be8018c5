"""Safety data sheets: ``GET /SafetySheets/PRODUCT/latest``, and the page of the desk that publishes them.

The first leads from a product to its newest sheet, in every language. ``/desk/sheets`` publishes one, with its product,
language and version.
"""

import htpy as h
from htpy import Node
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import DESK, language_of_path, latest_sheet, localized
from starbond_site.documents.file_types import EXTENSIONS
from starbond_site.documents.resuming.finishing import publish_upload
from starbond_site.features.safety import service
from starbond_site.presentation.desk.desk_html import way
from starbond_site.presentation.form_fields import Field, file_field
from starbond_site.shared import threads
from starbond_site.shared.categories import SHEETS
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest
from starbond_site.web.services import Services


def routes(parts: Services) -> list[Route]:
    """Return the routes; none where the company has no list of safety data sheets."""
    site = content.read()
    if site.sheets is None:
        return []
    page, products = site.page_of(site.sheets.id), {product.id for product in site.products}

    async def latest(request: Request) -> ASGIApp:
        """Lead to the sheet in the language of the reader, else to that in another; without one to the list."""
        product, language = request.path_params["product"], language_of_path(request.url.path)
        if product not in products:
            raise HTTPException(404)
        found = await threads.READS.run(service.newest, parts.archive(), product, language)
        path = f"/documents/{found.id}" if found else page
        return RedirectResponse(localized(path, language), 302, {"Cache-Control": "no-cache"})

    return [Route(localized(latest_sheet(page, "{product}"), language), latest) for language in LANGUAGES]


PATH = f"{DESK}/sheets"


def title(site: Site) -> str:
    return site.title_of(SHEETS[0])


def _show(asked: DeskRequest) -> list[Node]:
    site = asked.site
    lead = h.p[site.interface.safety_sheets.lead]
    to_list = h.p[way(site, site.page_of(SHEETS[0]), site.interface.upload.open_list)]
    # The page of a sheet leads here to its next version.
    of_sheet = {name: asked.query.get(name, "") for name in ("product", "language")}
    button, multipart = site.interface.safety_sheets.button, "multipart/form-data"
    publish = asked.form(PATH, _fields(asked), button, of_sheet, label=title(site), enctype=multipart)
    return [lead, publish, to_list]


def _fields(asked: DeskRequest) -> list[Field | Node]:
    site, words, first = asked.site, asked.site.interface.safety_sheets, asked.site.interface.desk.please_choose
    products = [(product.id, product.name) for product in site.products]
    languages = [(code, content.read(code).interface.language.name) for code in LANGUAGES]
    longest, kinds = {"maxlength": service.MOST_VERSION, "autocomplete": "off"}, {"accept": ",".join(EXTENSIONS)}
    limit = site.interface.upload.accepted.format(limit=asked.archive.settings.max_upload_mb)
    chooser = Field(name="file", label=words.file, hint=site.digits(limit), attributes=kinds)
    return [
        Field(name="product", label=words.product, options=products, please_choose=first),
        Field(name="language", label=words.language, options=languages, please_choose=first),
        Field(name="version", label=words.version, hint=words.version_hint, is_required=True, attributes=longest),
        file_field(site, chooser, asked.given),
    ]


def _publish(sent: DeskForm) -> str:
    said = (sent.fields.get(name, "") for name in ("product", "language", "version"))
    wanted = service.submission(sent.archive, sent.file.name, *said)
    published = publish_upload(sent.archive, sent.file, wanted, sent.actor)
    return f"{DESK}/documents/{published.id}?done=published"


PAGE = DeskPage(
    path=PATH,
    label=title,
    show=_show,
    actions={"": Action(_publish, has_file=True, pool=threads.UPLOADS)},
    field_of=lambda _code: "file",
)
