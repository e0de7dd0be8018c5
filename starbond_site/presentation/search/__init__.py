"""The search of the site: what can be found, how it is ranked, and the results as HTML."""

from starbond_site.presentation.search.results import COUNT, COUNTS, MARK, PARAMETER, Results, results, search

__all__ = ["COUNT", "COUNTS", "MARK", "PARAMETER", "Results", "results", "search"]
