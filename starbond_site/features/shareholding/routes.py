"""The addresses of shareholding: ``GET /api/shareholding`` and ``/api/shareholding.csv`` for programs, and the desk.

``/desk/shareholding`` imports months from a table, also from that CSV.
"""

from operator import attrgetter

from starbond_site.content.addresses import DESK, SHAREHOLDING_PAGE
from starbond_site.features.shareholding import service
from starbond_site.features.shareholding.service import COLUMNS, Shareholding
from starbond_site.shared.categories import SHAREHOLDING
from starbond_site.web.desk.importing import Importing
from starbond_site.web.tables import table_routes

routes = table_routes(SHAREHOLDING, Shareholding, "months", {name: name for name in COLUMNS})
PAGE = Importing(
    path=f"{DESK}/shareholding",
    about=SHAREHOLDING_PAGE,
    words=lambda site: site.interface.desk_shareholding,
    parse=service.parse,
    take=service.import_all,
    columns=lambda _site: COLUMNS,
    cells=attrgetter(*COLUMNS),
).page()
