"""The home page opens in the language that a visitor chose last."""

from asgi_client import Answer, ask
from starlette.responses import PlainTextResponse

from starbond_site.web.language import RememberedLanguage


def get(path: str = "/", method: str = "GET", **headers: str) -> Answer:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return ask(RememberedLanguage(PlainTextResponse("page")), path, method, sent)


def test_the_bare_home_page_leads_to_the_chosen_language():
    answer = get(cookie="a=1; language=bn")
    assert (answer.status, answer.headers["location"]) == (302, "/bn")
    assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-store", "Cookie, Sec-Fetch-Site")
    for cookie in ("", "language=en", "language=fr", "language=//evil.org", "language=", "x", "\xe9=;language"):
        assert get(cookie=cookie).text == "page", cookie
    for path, method in (("/Bod", "GET"), ("/bn", "GET"), ("/", "POST")):
        assert get(path, method, cookie="language=bn").text == "page"


def test_a_link_inside_the_site_means_what_it_says():
    assert get(cookie="language=bn", sec_fetch_site="same-origin").text == "page"
    assert get(cookie="language=bn", sec_fetch_site="cross-site").status == 302
