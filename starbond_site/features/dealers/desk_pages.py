"""``/desk/dealers``: imports dealers from a table."""

from operator import attrgetter

from starbond_site.content.addresses import DEALERS_PAGE, DESK
from starbond_site.content.dealers import COLUMNS
from starbond_site.features.dealers import service
from starbond_site.presentation.form_fields import Field
from starbond_site.web.desk.importing import Importing

PAGE = Importing(
    path=f"{DESK}/dealers",
    about=DEALERS_PAGE,
    words=lambda site: site.interface.desk_dealers,
    parse=service.parsed,
    take=service.import_all,
    columns=service.columns,
    cells=attrgetter(*COLUMNS),
    more=lambda site: [Field(name="replace", label=site.interface.desk_dealers.replace, kind="checkbox")],
).page()
