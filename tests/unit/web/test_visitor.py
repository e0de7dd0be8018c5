"""Who counts as being on this machine, and which address counts."""

from starbond_site.web.visitor import FORWARDING_HEADERS, Visitor, host_name, joined


def visitor(peer: str = "127.0.0.1", **headers: str) -> Visitor:
    return Visitor(peer=peer, address=peer, headers={"host": "localhost:3000"} | headers)


def test_direct_requests_from_this_machine_alone_are_local():
    peers = ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"]
    hosts = ["localhost", "localhost:3000", "LOCALHOST:3000", "127.0.0.1:1", "[::1]:3000", "a.localhost"]
    assert [(peer, host) for peer in peers for host in hosts if not visitor(peer, host=host).is_local] == []
    peers = ["192.168.1.5", "8.8.8.8", "", "::2", "::ffff:10.0.0.1", "localhost", "unix:"]
    hosts = ["", "example.com", "localhost.example.com", "127.0.0.1.example.com", "10.0.0.1", "evil@localhost.com"]
    assert [peer for peer in peers if visitor(peer).is_local] == []
    assert [host for host in hosts if visitor(host=host).is_local] == []


def test_forwarded_requests_are_not_local():
    assert [name for name in FORWARDING_HEADERS if visitor(**{name: "127.0.0.1"}).is_local] == []


def test_trusted_proxies_name_the_address():
    scope = {
        "client": ("10.0.0.1", 1),
        "headers": [(b"x-forwarded-for", b"6.6.6.6, 9.9.9.9"), (b"x-forwarded-for", b"10.0.0.7")],
    }
    named = {hops: Visitor.of_scope(scope, hops).address for hops in (0, 1, 2, 9)}
    assert named == {0: "10.0.0.1", 1: "10.0.0.7", 2: "9.9.9.9", 9: "10.0.0.1"}
    # Some proxies add the port; a text that means nothing is not another visitor for every request.
    wanted = {
        "192.0.2.7:50123": "192.0.2.7", "[2001:db8::7]:50123": "2001:db8::7", "2001:db8::7": "2001:db8::7",
        "unknown": "10.0.0.1", "anything at all": "10.0.0.1",
    }  # fmt: skip
    heads = {written: [(b"x-forwarded-for", b"6.6.6.6, " + written.encode())] for written in wanted}
    found = {
        written: Visitor.of_scope({"client": ("10.0.0.1", 1), "headers": head}, 1).address
        for written, head in heads.items()
    }
    assert found == wanted


def test_headers_are_joined_and_their_cookies_read_one_by_one():
    wanted = {"key=a.b-c_d": "a.b-c_d", "x=1; key=2": "2", "xkey=1": "", "": "", "key": ""}
    assert {cookie: visitor(cookie="é[]=; " + cookie).cookie("key") for cookie in wanted} == wanted
    headers = joined([(b"Cookie", b"a=1"), (b"cookie", b"b=2"), (b"Accept", b"x"), (b"accept", b"y")])
    assert headers == {"cookie": "a=1; b=2", "accept": "x, y"}
    assert host_name("Example.com.:80") == "example.com"
