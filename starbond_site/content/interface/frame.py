"""Words around every page: header, footer, search, switches, announcements, dates and print."""

from starbond_site.content.models import Content, Text


class HeaderWords(Content):
    """The header of every page."""

    skip_link: Text
    navigation_label: Text
    home_link: Text
    menu: Text
    menu_close: Text
    submenu: Text
    brand_products: Text
    call: Text
    contact: Text


class FooterWords(Content):
    """The footer of every page."""

    learn_more: Text
    learn_more_about: Text
    about_heading: Text
    office_heading: Text
    reach_heading: Text
    newsletter_heading: Text
    links_heading: Text
    phone: Text
    email: Text
    hours: Text
    whatsapp: Text
    messenger: Text
    messenger_consent: Text
    messenger_open: Text
    messenger_loading: Text
    messenger_unavailable: Text
    social_label: Text
    social_link: Text
    opens_new_tab: Text
    back_to_top: Text


class SearchWords(Content):
    """The search box of the header and its results."""

    label: Text
    placeholder: Text
    button: Text
    open: Text
    close: Text
    clear: Text
    hint: Text
    results_label: Text
    products: Text
    pages: Text
    documents: Text
    count: Text
    count_one: Text
    none: Text
    loading: Text
    failed: Text


class ThemeWords(Content):
    """The switch between light and dark."""

    label: Text
    light: Text
    dark: Text
    system: Text
    to_dark: Text
    to_light: Text


class LanguageWords(Content):
    """The switch between the languages."""

    label: Text
    english: Text
    bangla: Text
    other: Text
    other_label: Text


class LiveWords(Content):
    """What is announced while a page is open."""

    region_label: Text
    published: Text
    withdrawn: Text
    updated: Text
    connection_lost: Text
    connection_back: Text
    figures_label: Text
    figures_more: Text


class DatesWords(Content):
    """How dates, times and numbers are written."""

    digits: Text
    months: tuple[Text, ...]
    date: Text
    time: Text
    date_and_time: Text
    time_zone: Text
    bytes: Text
    kilobytes: Text
    megabytes: Text


class PrintWords(Content):
    """What only a printed page says."""

    button: Text
    list_button: Text
    letter_button: Text
    data_sheet: Text
    printed: Text
    source: Text
