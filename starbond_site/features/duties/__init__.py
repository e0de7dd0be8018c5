"""Duties to disclose: what is due, what was fulfilled by which document, and reminders."""

from starbond_site.features.hooks import Feature, Hooks, LivePage
from starbond_site.shared.categories import DISCLOSURES_PAGE, LISTS, MEETINGS


def _hooks() -> Hooks:
    from starbond_site import content
    from starbond_site.features.duties import admin, service, topic

    return Hooks(
        commands=admin.app,
        desk=lambda desk: topic.PAGE.routes(desk) if content.read().duties.duties else (),
        summary=topic.summary,
        mails=lambda archive, mailer: {"duty": service.DutyService(archive, mailer)},
        requested=topic.requested,
        live=lambda site: LivePage(lead=site.interface.disclosures.lead, style="duties stack"),
    )


FEATURE = Feature(
    name="duties",
    page=DISCLOSURES_PAGE,
    requested_topic="disclosures",
    sources=(*(category.value for category in LISTS), MEETINGS),
    load=_hooks,
)
