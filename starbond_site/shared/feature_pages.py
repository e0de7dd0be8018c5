"""The addresses of pages that features have, of which `content.addresses` has all."""

CALENDAR_PAGE, FIGURES_PAGE, DISCLOSURES_PAGE, DEALERS_PAGE = "/calendar", "/figures", "/disclosures", "/dealers"
DIVIDENDS_PAGE, SHAREHOLDING_PAGE, MEETINGS_PAGE, RESULTS_PAGE = "/dividends", "/shareholding", "/agm", "/results"
FINDER, ALERTS, SAFETY = "/finder", "/alerts", "/safety"
WAITING = "waiting-heading"
"""Id of the heading of the private search on the page of dividends."""
