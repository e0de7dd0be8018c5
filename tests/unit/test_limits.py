"""How often one address may do a thing."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starbond_site.shared import limits
from starbond_site.shared.limits import Limit


def test_after_the_last_allowed_event_an_address_waits_for_the_first_to_pass():
    clock = SimpleNamespace(now=1000.0)
    limit = Limit(2, 60, lambda: clock.now)
    assert limit.take("1.1.1.1") == 0
    clock.now += 20
    assert (limit.take("1.1.1.1"), limit.take("1.1.1.1")) == (0, 40)
    assert limit.take("2.2.2.2") == 0
    clock.now += 40
    assert (limit.take("1.1.1.1"), limit.take("1.1.1.1")) == (0, 20)
    limit.forget("1.1.1.1")
    assert limit.take("1.1.1.1") == 0
    limit = Limit(1, 60, lambda: clock.now)
    limit.take("1.1.1.1")
    for _ in range(10):
        clock.now += 6
        limit.take("1.1.1.1")
    assert limit.take("1.1.1.1") == 60, "refused events do not count"
    assert [limits.minutes(seconds) for seconds in (0.1, 60, 61)] == [1, 1, 2]
    assert Limit(0, 60, lambda: clock.now).take("1.1.1.1") == 60, "a limit of none allows none"
    limit = Limit(1, 60)
    limit.take("2001:db8:1:2::1")
    assert limit.take("2001:db8:1:2:ffff::9") > 0
    assert limit.take("2001:db8:1:3::1") == 0
    limit.take("::ffff:1.1.1.1")
    assert limit.take("1.1.1.1") > 0


def test_a_customer_with_a_56_may_do_a_thing_four_times_as_often_as_one_of_its_networks():
    """A line of IPv6 has 256 networks of the prefix 64, each of which could do all that an address may."""
    limit, wide = Limit(2, 60), Limit(2, 60, prefixes=(64, 56, 48))
    customers = [[f"2001:db8:0:{customer:x}{number:02x}::1" for number in range(256)] for customer in range(32)]
    assert [sum(limit.take(address) == 0 for address in own * 2) for own in customers[:2]] == [8, 8]
    assert [limit.take(f"2001:db8:0:{other}::1") > 0 for other in ("2", "200")] == [True, False]
    assert sum(wide.take(address) == 0 for own in customers for address in own) == 32
    limit.forget(customers[0][0])
    assert limit.take(customers[0][0]) == 0


@settings(max_examples=50)
@given(asked=st.lists(st.tuples(st.integers(0, 20), st.sampled_from("123456")), max_size=60))
def test_whoever_waits_as_long_as_told_is_allowed_and_not_a_second_earlier(asked: list[tuple[int, str]]):
    """The six networks are of one customer, who may do a thing four times as often as one of them."""
    clock = SimpleNamespace(now=0.0)
    limit = Limit(1, 60, lambda: clock.now)
    for passed, network in asked:
        clock.now += passed
        address = f"2001:db8:0:{network}::1"
        if wait := limit.take(address):
            clock.now += wait - 1
            assert limit.take(address) == 1
            clock.now += 1
            assert limit.take(address) == 0


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "ADDRESSES", 10)
    limit = Limit(1, 60)
    for number in range(100):
        limit.take(f"10.0.0.{number}")
    assert len(limit._events) == 10
    assert limit.take("10.0.0.99") > 0
