"""Documents of the duties of meetings are named for the meeting, not for its day, which another one may share."""

import json
from collections import Counter
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

DUTIES = ("voting-results",)
"""Of meetings, in November 2026."""


def upgrade() -> None:
    """Name them anew, and the reminders; of meetings of one day the last first, since its number was its place."""
    for number, day, before in reversed(list(_meetings())):
        _rename("duty_fulfilment", before, f"meeting-{number}")
        _rename("duty_reminder", before, f"{day}-{number}")


def downgrade() -> None:
    """Name them by the day and the place in it."""
    for number, day, before in _meetings():
        _rename("duty_fulfilment", f"meeting-{number}", before)
        _rename("duty_reminder", f"{day}-{number}", before)


def _meetings() -> Iterator[tuple[int, str, str]]:
    """Yield number, day, and the earlier name of the period of each meeting."""
    table, places = sa.table("general_meeting", sa.column("id"), sa.column("facts")), Counter[str]()
    for number, facts in op.get_bind().execute(sa.select(table.c.id, table.c.facts).order_by(table.c.id)).all():
        day = json.loads(facts)["starts"][:10]
        places[day] += 1
        yield number, day, day if places[day] == 1 else f"{day}-{places[day]}"


def _rename(name: str, before: str, after: str) -> None:
    table = sa.table(name, sa.column("duty"), sa.column("period"))
    own = (table.c.duty.in_(DUTIES), table.c.period == before)
    op.get_bind().execute(table.update().where(*own).values(period=after))
