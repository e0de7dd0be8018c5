"""Who counts as being on this machine, and which address counts."""

import pytest

from starbond_site.web.visitor import FORWARDING_HEADERS, Visitor, host_name, joined


def visitor(peer: str = "127.0.0.1", **headers: str) -> Visitor:
    """Return a visitor on this machine, unless told otherwise."""
    return Visitor(peer=peer, address=peer, headers={"host": "localhost:3000"} | headers)


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize(
    "host", ["localhost", "localhost:3000", "LOCALHOST:3000", "127.0.0.1:1", "[::1]:3000", "a.localhost"]
)
def test_direct_requests_from_this_machine_are_local(peer: str, host: str):
    assert visitor(peer, host=host).is_local


@pytest.mark.parametrize("peer", ["192.168.1.5", "8.8.8.8", "", "::2", "::ffff:10.0.0.1", "localhost", "unix:"])
def test_other_peers_are_not_local(peer: str):
    assert not visitor(peer).is_local


@pytest.mark.parametrize(
    "host", ["", "example.com", "localhost.example.com", "127.0.0.1.example.com", "10.0.0.1", "evil@localhost.com"]
)
def test_other_hosts_are_not_local(host: str):
    assert not visitor(host=host).is_local


@pytest.mark.parametrize("name", sorted(FORWARDING_HEADERS))
def test_forwarded_requests_are_not_local(name: str):
    assert not visitor(**{name: "127.0.0.1"}).is_local


def test_trusted_proxies_name_the_address():
    scope = {
        "client": ("10.0.0.1", 1),
        "headers": [(b"x-forwarded-for", b"6.6.6.6, 9.9.9.9"), (b"x-forwarded-for", b"10.0.0.7")],
    }
    assert Visitor.of_scope(scope).address == "10.0.0.1"
    assert Visitor.of_scope(scope, 1).address == "10.0.0.7"
    assert Visitor.of_scope(scope, 2).address == "9.9.9.9"
    assert Visitor.of_scope(scope, 9).address == "10.0.0.1"


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("192.0.2.7:50123", "192.0.2.7"),
        ("[2001:db8::7]:50123", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("unknown", "10.0.0.1"),
        ("anything at all", "10.0.0.1"),
    ],
)
def test_only_addresses_count_as_addresses(written: str, address: str):
    """Some proxies add the port; a text that means nothing is not another visitor for every request."""
    scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"6.6.6.6, " + written.encode())]}
    assert Visitor.of_scope(scope, 1).address == address


@pytest.mark.parametrize(
    ("cookie", "value"),
    [("key=a.b-c_d", "a.b-c_d"), ("x=1; key=2", "2"), ("xkey=1", ""), ("", ""), ("key", ""), ('key="a b"', "a b")],
)
def test_cookies_are_read_one_by_one(cookie: str, value: str):
    assert visitor(cookie="é[]=; " + cookie).cookie("key") == value


def test_repeated_headers_are_joined():
    assert joined([(b"Cookie", b"a=1"), (b"cookie", b"b=2"), (b"Accept", b"x"), (b"accept", b"y")]) == {
        "cookie": "a=1; b=2",
        "accept": "x, y",
    }


def test_host_name_ignores_port_and_final_dot():
    assert host_name("Example.com.:80") == "example.com"
