"""Why a file is not accepted: its name, or its title."""

from starbond_site.documents.refusals.base import Refusal


class NameEmpty(Refusal):
    """No name."""

    code = "name_empty"


class NameInvisible(Refusal):
    """A name without any sign that can be seen."""

    code = "name_invisible"


class NameHidden(Refusal):
    """A name that begins with a dot."""

    code = "name_hidden"


class NameTooLong(Refusal):
    """More than 200 characters."""

    code = "name_too_long"


class NamePath(Refusal):
    """A name with parts of a path."""

    code = "name_path"


class NameControlCharacters(Refusal):
    """A name with characters that cannot be seen."""

    code = "name_control_characters"


class NameBidirectional(Refusal):
    """A name with marks that change the direction of reading."""

    code = "name_bidirectional"


class TitleTooLong(Refusal):
    """A title of more than 200 characters."""

    code = "title_too_long"


class TitleUnreadable(Refusal):
    """A title with characters that cannot be seen, or with marks that change the direction of reading."""

    code = "title_unreadable"
