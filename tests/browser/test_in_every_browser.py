"""The main journeys, each once in Chromium, Firefox and WebKit, in the window of a phone and of a desktop."""

import secrets

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from tests.browser.components.visitor import HYDRATED
from tests.browser.reader import Reader
from tests.browser.test_contact import GOOD, stored
from tests.serving import Server


def test_a_message_is_stored_under_its_reference(reader: Reader, words: Site, site: Server) -> None:
    contact, message = words.interface.contact, f"{GOOD['message']} {secrets.token_hex(4)}"
    reader.open(localized("/contact", words.language))
    for label, text in (
        (contact.name, GOOD["name"]), (contact.email_field, GOOD["email"]),
        (contact.phone_field, GOOD["phone"]), (contact.message, message),
    ):  # fmt: skip
        reader.fill(label, text)
    reader.press("button", contact.send)
    reader.sees(words.errors.consent_missing)
    reader.press("checkbox", contact.consent.format(company=words.company.name))
    reader.press("button", contact.send)
    reader.sees(contact.success.partition("{reference}")[0])
    reader.sees(stored(site, message)["reference"])


def test_the_search_opens_the_best_answer(reader: Reader, words: Site) -> None:
    search = words.interface.search
    reader.open(localized("/", words.language))
    reader.press("button", search.open)
    reader.fill(search.label, "pvc pipe")
    address = localized(words.product("/UPVCSolventCement").path, words.language)
    reader.wait_until("(path) => document.querySelector(`dialog.search[open] a[href='${path}']`)", address)
    reader.key("Enter")
    reader.wait_until("(path) => location.pathname === path", address)


def test_the_finder_answers_keeps_its_question_in_the_address_and_back_takes_one_answer_away(
    reader: Reader, words: Site
) -> None:
    asks = words.interface.finder_form
    names = {material.id: material.name for material in words.materials}
    reader.open(localized(FINDER, words.language))
    reader.sees(asks.ask_both)
    # What is chosen before the page is ready is one entry of the history.
    reader.wait_until(HYDRATED)
    reader.choose(asks.material_a, names["wood"])
    reader.choose(asks.material_b, names["plywood"])
    product = next(product.name for product in words.products if product.id == "gumking-synthetic-resin")
    reader.wait_until("(name) => document.querySelector('main h3')?.textContent.includes(name)", product)
    reader.wait_until("() => location.search === '?a=wood&b=plywood'")
    reader.back()
    reader.wait_until("() => location.search === '?a=wood'")
    reader.wait_until("() => document.querySelectorAll('main select')[1].value === ''")
