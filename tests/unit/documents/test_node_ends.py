"""Lines above the header that end by themselves."""

from datetime import datetime, timedelta

import pytest

from starbond_site.documents import nodes, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.nodes import Headline
from starbond_site.shared import local_time
from starbond_site.shared.categories import NodeName
from tests.unit.documents.publishing import WHO, outcome, rows

LINE = Headline("Dividend 2026: 12%", "/AllNotice")
NOW = datetime(2026, 11, 20, 6, tzinfo=local_time.UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    times = [NOW]
    monkeypatch.setattr(local_time, "now", lambda: times[0])
    return times


def test_line_ends_at_its_moment_and_once(archive: Archive, clock: list[datetime]) -> None:
    for past in (NOW, NOW - timedelta(days=1)):
        assert outcome(nodes.put_line, archive, NodeName.FINANCIAL, LINE, WHO, ends_at=past) == "end_invalid"
    end = NOW + timedelta(minutes=1)
    nodes.put_line(archive, NodeName.DIVIDEND, LINE, WHO, ends_at=end)
    heard: list[str] = []
    archive.listeners.append(heard.append)
    views = snapshot.node_views(archive)
    first, second = views["Financial"], views["Dividend"]
    assert (first.line, first.ends_at) == (None, None)
    assert (second.line, second.ends_at) == (LINE, end)
    assert nodes.clear_ended(archive) == []
    clock[0] = NOW + timedelta(minutes=1)
    assert snapshot.node_views(archive)["Dividend"].value is None, "also before anybody has cleared it"
    assert snapshot.read(archive).nodes["Dividend"].value is None
    assert (nodes.clear_ended(archive), nodes.clear_ended(archive), heard) == (["Dividend"], [], ["Dividend"])
    assert snapshot.versions(archive)["Dividend"] == second.version + 1
    nodes.put_line(archive, NodeName.FINANCIAL, LINE, WHO, ends_at=NOW + timedelta(minutes=2))
    nodes.put_line(archive, NodeName.FINANCIAL, Headline("Another"), WHO)
    clock[0] = NOW + timedelta(days=1)
    assert nodes.clear_ended(archive) == [], "a line that was set anew stays"
    assert snapshot.node_views(archive)["Financial"].value == {"text": "Another"}
    assert rows(archive, "SELECT address, \"right\", outcome FROM audit WHERE action = 'clear node'") == [
        ("schedule", "schedule", "done")
    ]
