"""The finder: from two materials to a product, its packs and a message with product and size."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, Route, expect

from starbond_site.components.react.packs import ANCHOR
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER, localized
from tests.browser.axe import in_themes
from tests.browser.components.visitor import HYDRATED, layout_shift
from tests.browser.conftest import PHONE, Tab, Visitor
from tests.browser.page_rules import with_device_font


def suitable(page: Page, words: Site) -> Locator:
    return page.get_by_role("list", name=words.interface.finder_form.suitable)


def product_name(words: Site, id: str) -> str:
    return next(product.name for product in words.products if product.id == id)


def message_of(link: Locator) -> str:
    address = urlsplit(link.get_attribute("href") or "")
    assert address.netloc == "wa.me"
    return parse_qs(address.query)["text"][0]


def test_no_answer_is_without_people(page: Page, words: Site) -> None:
    finder, asks = words.interface.finder, words.interface.finder_form
    page.goto(localized(f"{FINDER}?a=wall&b=glass&outdoors", words.language))
    main = page.get_by_role("main")
    names = {material.id: material.short for material in words.materials}
    sentence = asks.found_none.format(a=names["wall"], b=names["glass"])
    expect(main.get_by_role("status").first).to_have_text(sentence)
    expect(suitable(page, words)).to_have_count(0)
    expect(main.locator(f"a[href='tel:{words.company.sales_phone.dial}']").first).to_be_visible()
    message = message_of(main.get_by_role("link", name=asks.whatsapp, exact=True))
    assert all(part in message for part in (names["wall"], names["glass"], finder.conditions["outdoors"]))
    assert in_themes(page) == {}


def test_without_scripts_a_question_is_answered_before_it_is_asked_again(tab: Tab, words: Site) -> None:
    plain = tab(**PHONE, java_script_enabled=False)
    asks, cement = words.interface.finder_form, product_name(words, "upvc-solvent-cement")
    plain.goto(localized(FINDER, words.language))
    plain.get_by_label(asks.material_a, exact=True).select_option("pvc")
    plain.get_by_label(words.interface.finder.conditions["wet"]).check()
    plain.get_by_role("button", name=asks.show).click()
    answer = plain.get_by_role("region", name=re.compile("uPVC|ইউপিভিসি"))
    expect(answer.get_by_role("link", name=cement)).to_be_in_viewport()
    expect(answer).to_contain_text(words.interface.finder.unknown["wet"])
    assert message_of(answer.get_by_role("link", name=asks.whatsapp))
    assert plain.evaluate("document.documentElement.scrollWidth") == 390


def test_a_carpenter_with_a_phone(visitor: Visitor, words: Site) -> None:
    phone = visitor(**PHONE).new_page()
    with_device_font(phone)
    finder, asks = words.interface.finder, words.interface.finder_form
    names = {material.id: material.name for material in words.materials}
    phone.goto(localized("/", words.language))
    phone.get_by_role("navigation", name=finder.entry_label).get_by_role(
        "link", name=finder.entry_link.format(material=names["wood"])
    ).tap()
    expect(phone.get_by_label(asks.material_a, exact=True)).to_have_value("wood")
    # An answer that an address asks for moves nothing: the table below stays out of sight until the answer stands.
    assert layout_shift(phone) == 0
    best = words.interface.finder_form.ask_product.format(product=product_name(words, "gumking-synthetic-resin"))
    link = suitable(phone, words).get_by_role("link", name=best)
    for shown in (link, suitable(phone, words).locator("img"), suitable(phone, words).get_by_text(asks.call_short)):
        expect(shown).to_be_in_viewport(ratio=1)
    for condition in finder.conditions.values():
        expect(phone.get_by_label(condition)).to_be_in_viewport(ratio=1)
    assert names["wood"] in message_of(link)
    phone.get_by_label(asks.material_b, exact=True).select_option("plywood")
    product, size = product_name(words, "pur-adhesive"), words.digits("250")
    suitable(phone, words).get_by_text(asks.more).nth(1).tap()
    link = suitable(phone, words).get_by_role("link", name=f"{product}, {size}")
    with phone.expect_popup() as opened:
        link.tap()
    opened.value.close()
    message = message_of(link)
    assert all(part in message for part in (product, size, names["wood"], names["plywood"]))
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


def test_packs_with_the_least_left_over(page: Page, words: Site) -> None:
    packs = words.interface.packs
    distemper = next(product for product in words.products if product.id == "synthetic-distemper-adhesive")
    page.goto(localized(distemper.path, words.language))
    page.locator("summary", has_text=packs.heading).click()
    page.get_by_label(packs.amount, exact=True).fill(words.digits("33"))
    section = page.locator(f"#{ANCHOR}")
    # 33 kg of lime take 1,650 g.
    labels = [size.label for size in distemper.sizes]
    lines = [f"{words.digits(1)} × {labels[place]}" for place in (2, 1, 0)]
    expect(section.get_by_role("listitem")).to_have_text(lines)
    over = f"{words.digits('0.1')} {packs.unit_kg}"
    expect(section).to_contain_text(packs.left_over.format(amount=over))
    message = message_of(section.get_by_role("link", name=packs.order_link))
    assert all(line in message for line in (*lines, distemper.name))
    assert in_themes(page) == {}
    pipe = next(product for product in words.products if product.id == "upvc-solvent-cement")
    page.goto(localized(f"{pipe.path}#{ANCHOR}", words.language))
    unit = page.get_by_label(packs.amount_in)
    expect(unit).to_have_value("ml")
    unit.select_option("g")
    page.get_by_label(packs.amount, exact=True).fill("330")
    # Its packs by mass begin at 100 kg.
    expect(section.get_by_role("link", name=packs.order_link)).to_have_count(0)
    expect(section).to_contain_text(f"{words.digits(100)} {packs.unit_kg}")
    resin = next(product for product in words.products if product.id == "synthetic-resin-adhesive")
    page.goto(localized(f"{resin.path}#{ANCHOR}", words.language))
    page.get_by_label(packs.job, exact=True).select_option("area")
    page.get_by_label(packs.amount, exact=True).fill("32")
    expect(section).to_contain_text(packs.not_stated.format(product=resin.name))
    size = resin.sizes[3].label
    link = section.get_by_role("link", name=f"{resin.name}, {size}")
    message = message_of(link)
    area = next(job for job in words.facts.jobs if job.id == "area")
    assert all(part in message for part in (resin.name, size, area.label, area.unit, words.digits(32)))


def test_search_asks_again_after_a_failure_and_opens_nothing_once_it_is_closed(page: Page, words: Site) -> None:
    search, answers = words.interface.search, "**/api/search/results?*"
    page.goto(localized("/", words.language))
    page.wait_for_function(HYDRATED)
    page.route(answers, lambda route: route.abort())
    page.get_by_role("button", name=search.open, exact=True).click()
    dialog = page.get_by_role("dialog", name=search.label)
    dialog.get_by_role("searchbox").fill("pvc pipe")
    expect(dialog.get_by_role("status")).to_have_text(search.failed)
    page.unroute(answers)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("link").first).to_be_visible()
    held, opened = list[Route](), list[str]()
    page.route(answers, lambda route, _request: held.append(route))
    page.on("request", lambda request: opened.extend([request.url] * request.is_navigation_request()))
    with page.expect_request(answers):
        dialog.get_by_role("searchbox").fill("hinge")
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name=search.close).click()
    held[0].continue_()
    found = page.locator(f'dialog.search a[href="{localized("/StarBondSB40", words.language)}"]')
    expect(found).to_be_attached()
    page.evaluate("fetch('/ping').then(() => 0)")
    assert opened == []
