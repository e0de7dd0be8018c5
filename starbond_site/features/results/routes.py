"""``GET /results.md``, in every language: the results as a table of Markdown."""

from functools import partial

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, features
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import RESULTS_PAGE, localized
from starbond_site.documents.snapshot import Snapshot
from starbond_site.shared.categories import RESULTS
from starbond_site.web.markdown_texts import END, answer, link
from starbond_site.web.services import Services


def routes(parts: Services) -> list[Route]:
    async def results(language: Language, _request: Request) -> ASGIApp:
        return answer(table(content.read(language), await parts.current()))

    return [Route(localized(RESULTS_PAGE, language) + END, partial(results, language)) for language in LANGUAGES]


def table(site: Site, snapshot: Snapshot) -> str:
    heads = [head for hooks in features.hooks() for head in hooks.figure_heads(site)]
    lines = [[site.interface.figures.period, *heads, site.interface.figures.statement], ["---"] * (len(heads) + 2)]
    for row in snapshot.rows(RESULTS):
        cells = (hooks.figure_cells(site, snapshot, row.period, row.end) for hooks in features.hooks())
        values = [f"{value} {f'({notes})' if notes else ''}" for of_feature in cells for value, notes in of_feature]
        page = site.address(f"/documents/{(row.restating or row.statement).id}")
        lines.append([site.period(row.period, row.end), *values, link(page, page + END)])
    table = "\n".join(f"| {' | '.join(cell.replace('|', '/').strip() for cell in line)} |" for line in lines)
    return f"# {site.page(RESULTS_PAGE).title}, {site.company.name}\n\n{table}\n"
