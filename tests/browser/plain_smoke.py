"""What is repeated on the build without the optional steps: the main journeys, each once."""

PLAIN_SMOKE = (
    "tests/browser/test_first_view.py::test_a_carousel_of_the_home_page_moves_only_in_sight",
    "tests/browser/test_first_view.py::test_the_home_slider_comes_first_has_its_buttons_and_keeps_its_time",
    "tests/browser/test_in_every_browser.py",
    "tests/browser/test_document_journey.py::test_page_opens_from_its_address_until_it_is_withdrawn",
    "tests/browser/test_navigation.py",
    "tests/browser/test_newsletter.py::test_address_is_kept_once_and_a_second_time_looks_the_same",
    "tests/browser/test_preflight_journey.py::test_prospectus_page_says_what_it_replaces_keeps_what_is_refused_and_sets_a_row",
    "tests/browser/test_fanout.py::test_page_polls_and_says_how_fresh_it_is",
    "tests/browser/test_fanout.py::test_silent_loss_of_the_connection_is_noticed_after_half_a_minute",
    "tests/browser/test_product_page.py::test_size_is_in_the_first_view_of_a_phone",
    "tests/browser/test_upload.py::test_each_of_five_forms_publishes_in_its_list",
    "tests/browser/test_upload.py::test_everyone_sees_it_at_once",
)
