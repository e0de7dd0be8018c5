"""Words of the pages about people, their letters, and the error pages."""

from starbond_site.content.models import Content, Text


class PeopleWords(Content):
    """Board of Directors and Management Team."""

    portrait: Text
    biography_show: Text
    biography_hide: Text
    message_link: Text


class MessageWords(Content):
    """The letters of persons, such as a chairman's."""

    portrait: Text
    closing: Text
    other_heading: Text
    board_link: Text


class NotFoundWords(Content):
    """The page for unknown addresses."""

    heading: Text
    text: Text
    home_link: Text
    products_link: Text
    investors_link: Text
    contact_link: Text


class FailureWords(Content):
    """The error boundary of a page."""

    heading: Text
    text: Text
    button: Text


class UnderConstructionWords(Content):
    """The placeholder page."""

    heading: Text
    text: Text
    home_link: Text
    products_link: Text
    contact_link: Text
