"""What ``dates.jsx`` needs to write a day."""

from typing import Any

from starbond_site import local_time
from starbond_site.content import Site


def dates(site: Site) -> dict[str, Any]:
    words = site.interface.dates.model_dump(include={"date", "months", "digits"})
    return words | {"zone": local_time.in_browser()}
