"""The build steps in their order, and which of them a build runs.

A step is required (something is wrong without it) or optional (something is slower). What an optional step is worth is
measured by ``python -m benchmarks ablation``; the table stands in ``docs/reflex.md``.
"""

from starbond_site import features
from starbond_site.presentation.site_files import offline, sitemap, stylesheet
from starbond_site.reflex_adapter import development
from starbond_site.reflex_adapter.build import bundle, pages, scripts, server, service_worker
from starbond_site.reflex_adapter.build.step import STATE, VITE, BuildStep

STEPS = (
    BuildStep(
        name="stylesheet",
        worth="The site has no styles: Reflex imports no .css that stands beside a component.",
        required=True,
        assets=stylesheet.stylesheet,
        stylesheets=(f"./{stylesheet.NAME}",),
    ),
    *(feature.step() for feature in features.FEATURES if feature.step),
    BuildStep(
        name="web_manifest",
        worth="The site does not install as an app; every page links the manifest of its language.",
        required=True,
        assets=offline.manifests,
    ),
    BuildStep(
        name="backend_address",
        worth="Pages ask http://localhost:PORT of the build, not the server they came from.",
        required=True,
        mode="both",
        assets=server.delivered_state,
        changes={STATE: server.same_origin},
    ),
    BuildStep(
        name="socket_events",
        worth="Open pages get no updates, and do not ask for what they missed when their connection is back.",
        required=True,
        mode="both",
        changes={STATE: server.with_events},
    ),
    BuildStep(
        name="socket_on_demand",
        worth="With STARBOND_FANOUT every visitor opens a websocket all the same, 200 kB each; connecting blocks.",
        changes={STATE: server.on_demand},
    ),
    BuildStep(
        name="development_proxy",
        worth="In development a page finds no backend under its own address.",
        required=True,
        mode="development",
        changes={VITE: server.with_proxy},
    ),
    BuildStep(
        name="development",
        worth="In development a saved style is seen after as long as Python needs, and no page but the first appears.",
        kept_packages=development.locked_packages,
        required=True,
        mode="development",
        changes={f"styles/{stylesheet.NAME}": stylesheet.by_import},
        vite_plugin="development.js",
    ),
    BuildStep(
        name="not_found",
        worth="An unknown address shows an empty page until its scripts have run; a document's page gets no updates.",
        required=True,
        changes={pages.CONFIG: pages.prerender_not_found, pages.ROUTES: pages.with_wildcards},
        finish=pages.keep_not_found,
    ),
    BuildStep(
        name="html_language",
        worth="Screen readers read pages of other languages as English.",
        required=True,
        rewrite=pages.with_language,
    ),
    BuildStep(
        name="sitemap",
        worth="Search engines are not told about pages of further languages; the sitemap of Reflex knows one language.",
        required=True,
        finish=sitemap.write_sitemap,
    ),
    BuildStep(
        name="module_aliases",
        worth="22 kB more on every page.",
        vite_plugin="module_aliases.js",
        javascript=bundle.MODULES,
        changes={STATE: bundle.check_calls, bundle.ROOT: bundle.without_globals},
    ),
    BuildStep(
        name="shared_chunk",
        worth="2 kB more on every page, and a longer task when React starts.",
        changes={VITE: bundle.with_shared_chunk},
    ),
    BuildStep(
        name="plain_navigation",
        worth="33 kB more on every page.",
        vite_plugin="plain_navigation.js",
        javascript=("page_runtime.js",),
        rewrite=scripts.as_document,
    ),
    BuildStep(
        name="page_scripts",
        worth="No script runs under the Content-Security-Policy: each page would need a hash of its own.",
        required=True,
        rewrite=scripts.external_script,
    ),
    BuildStep(
        name="deferred_hydration",
        worth="Scripts compete with the first picture.",
        rewrite=scripts.deferred,
    ),
    BuildStep(
        name="inline_styles",
        worth="The first paint waits for a second round trip.",
        changes={pages.DOCUMENT: pages.with_style_element},
        rewrite=pages.with_styles,
    ),
    BuildStep(
        name="service_worker",
        worth="Products, finder and calculator do not open without a connection, although pages offer it.",
        required=True,
        packages=service_worker.PACKAGES,
        javascript=service_worker.PARTS,
        assets=service_worker.choices,
        finish=service_worker.write,
    ),
    BuildStep(
        name="script_hashes",
        worth="No inline script runs under the Content-Security-Policy.",
        required=True,
        finish=scripts.write_hashes,
    ),
)
FULL, PLAIN, WITHOUT = "full", "plain", "without-"
"""Values of ``STARBOND_BUILD``: every step, the required ones alone, all but the optional step that is named."""


def steps(build: str) -> list[BuildStep]:
    """Return the steps of a build in their order.

    Raises:
        ValueError: ``build`` is neither ``full`` nor ``plain``, nor ``without-`` and the name of an optional step.
    """
    optional = sorted(step.name for step in STEPS if not step.required)
    left_out = {FULL: [], PLAIN: optional, **{WITHOUT + name: [name] for name in optional}}
    if build not in left_out:
        message = f"STARBOND_BUILD must be full, plain or without-STEP, where STEP is one of {', '.join(optional)}"
        raise ValueError(message)
    return [step for step in STEPS if step.name not in left_out[build]]
