"""Files that the finder adds to the build: its answers, which also work without internet."""

from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.features.finder.table import address, files
from starbond_site.reflex_adapter.build.step import Step

STEP = Step(name="finder", worth="The finder of products has no answers.", required=True, assets=files)


def kept(site: Site) -> list[str]:
    """Return the addresses that the page needs without internet; none where the site has no finder."""
    return [address(site.language)] if site.has(FINDER) else []
