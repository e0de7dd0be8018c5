"""Mail alerts: who wants to hear of new filings in which list, and the mails that tell them. Imports no Reflex.

`service.AlertService` keeps the subscribers, `queueing` queues one mail for each of them when something is
published, `mails` composes what is sent. The thread of `mail.delivery` runs the last two.
"""

from starbond_site.features.hooks import Body, Feature, Hooks
from starbond_site.shared.categories import ALERTS


def _hooks() -> Hooks:
    from starbond_site.features.alerts import admin, mails, queueing, routes

    return Hooks(
        commands=admin.app, routes=routes.routes, summary=routes.summary, mails=mails.sources, log=queueing.LOG
    )


def _body() -> Body:
    from starbond_site.features.alerts import page

    return page.body


FEATURE = Feature(name="alerts", page=ALERTS, load=_hooks, body=_body)
