"""What is repeated on the build without the optional steps: the main journeys, each once."""

PLAIN_SMOKE = (
    "tests/browser/test_carousels_on_pages.py::test_a_carousel_of_the_home_page_moves_only_in_sight",
    "tests/browser/test_carousels_on_pages.py::test_the_home_slider_comes_first_has_its_buttons_and_keeps_its_time",
    "tests/browser/test_contact.py::test_message_is_stored_under_its_reference",
    "tests/browser/test_menu.py",
    "tests/browser/test_navigation.py",
    "tests/browser/test_newsletter.py::test_address_is_kept_once_and_a_second_time_looks_the_same",
    "tests/browser/test_noscript.py",
    "tests/browser/test_look_journey.py::test_prospectus_page_says_what_it_replaces_keeps_what_is_refused_and_sets_a_row",
    "tests/browser/test_polling.py",
    "tests/browser/test_product_page.py",
    "tests/browser/test_search.py",
    "tests/browser/test_upload.py::test_each_of_five_forms_publishes_in_its_list",
    "tests/browser/test_upload.py::test_everyone_sees_it_at_once",
)
