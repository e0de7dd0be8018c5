"""``/desk/dealers``: imports dealers from a table."""

from starbond_site.content.addresses import DEALERS_PAGE, DESK
from starbond_site.features.dealers import service
from starbond_site.presentation.forms import Field
from starbond_site.web.desk.importing import importing

PAGE = importing(
    f"{DESK}/dealers",
    DEALERS_PAGE,
    lambda site: site.interface.desk_dealers,
    service.parsed,
    service.import_all,
    service.columns,
    lambda site: [Field(name="replace", label=site.interface.desk_dealers.replace, kind="checkbox")],
)
