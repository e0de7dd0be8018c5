"""The features of this site: one package each, left out by deleting its folder and its two lines here.

Each declares in its ``__init__`` what it adds (`hooks.Feature`). Any module may read `FEATURES`, and none imports a
package of it: handing the tuple down would take a parameter through thirty functions, from a request to a query.
"""

from functools import cache

from starbond_site.features.alerts import FEATURE as ALERTS
from starbond_site.features.calendar import FEATURE as CALENDAR
from starbond_site.features.clocks import FEATURE as CLOCKS
from starbond_site.features.dealers import FEATURE as DEALERS
from starbond_site.features.dividends import FEATURE as DIVIDENDS
from starbond_site.features.duties import FEATURE as DUTIES
from starbond_site.features.evidence import FEATURE as EVIDENCE
from starbond_site.features.figures import FEATURE as FIGURES
from starbond_site.features.finder import FEATURE as FINDER
from starbond_site.features.general_meetings import FEATURE as GENERAL_MEETINGS
from starbond_site.features.holders import FEATURE as HOLDERS
from starbond_site.features.hooks import Feature, Hooks
from starbond_site.features.hooks import InvestorPart as InvestorPart
from starbond_site.features.hooks import LivePage as LivePage
from starbond_site.features.people import FEATURE as PEOPLE
from starbond_site.features.results import FEATURE as RESULTS
from starbond_site.features.safety import FEATURE as SAFETY
from starbond_site.features.sealed import FEATURE as SEALED
from starbond_site.features.shareholding import FEATURE as SHAREHOLDING
from starbond_site.features.webhooks import FEATURE as WEBHOOKS
from starbond_site.shared.declarations import entries

FEATURES: tuple[Feature, ...] = (
    ALERTS,
    WEBHOOKS,
    SEALED,
    CLOCKS,
    CALENDAR,
    FIGURES,
    RESULTS,
    DUTIES,
    DEALERS,
    SAFETY,
    FINDER,
    EVIDENCE,
    DIVIDENDS,
    HOLDERS,
    SHAREHOLDING,
    GENERAL_MEETINGS,
    PEOPLE,
)
"""In the order of the desk's menu, and of everything else that they add."""


def has(name: str) -> bool:
    return any(feature.name == name for feature in FEATURES)


def hooks() -> tuple[Hooks, ...]:
    """Return the hooks of all features."""
    return tuple(feature.hooks for feature in FEATURES)


@cache
def offered() -> tuple[Feature, ...]:
    """Return the features whose page ``pages.toml`` has, and those that have none of their own."""
    paths = ["", *(page.get("path") for page in entries("pages.toml", "pages"))]
    return tuple(feature for feature in FEATURES if feature.page in paths)
