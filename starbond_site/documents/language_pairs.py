"""Pairs of languages: two documents of one list that are one filing in English and in Bangla.

Only sites in both languages have pairs (`HAS_PAIRS`); on others none is made or shown.

Each document is in one pair at most. A pair is a change of what is public: it raises the version of its list, so that
the rows of both documents link to each other in open pages, and it stays when one of them is withdrawn, hidden until
that one is public again.
"""

import re

from sqlmodel import Session, col, or_, select

from starbond_site.content.addresses import BANGLA, ENGLISH, HAS_PAIRS, Language
from starbond_site.documents import audit, changes, database, names, public_view, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.extraction.bangla import LETTER
from starbond_site.documents.names import normalized
from starbond_site.documents.records import Document, LanguagePair
from starbond_site.documents.refusals import Refusal
from starbond_site.shared.categories import LISTS

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[\u0980-\u09ff]+")
"""Words of a name, also of one in which only capitals keep them apart."""
_ENGLISH = frozenset(("english", "eng", "en", "ইংরেজি"))
_BANGLA = frozenset(("bangla", "bengali", "bn", "বাংলা"))
"""Words by which a name says the language of its document."""


def language_of(*said: str) -> Language | None:
    """Return the language of a document as its title, else its name, says it; None where none says it.

    One says it by a word, or by letters that are not Latin.
    """
    return next((language for name in said if (language := _language_in(name))), None)


def _language_in(name: str) -> Language | None:
    name = normalized("NFC", name).removesuffix(names.extension(name))
    words = {word.casefold() for word in _WORDS.findall(name)}
    if words & _ENGLISH:
        return ENGLISH
    return BANGLA if words & _BANGLA or LETTER.search(name) else None


def other_language(*said: str) -> Language:
    """Return the language that the other version of a document has; title and name that say nothing are English."""
    return ENGLISH if language_of(*said) == BANGLA else BANGLA


def refuse_impossible(session: Session, category: str, number: int) -> Document:
    """Return the document that a new one of a list can be paired with.

    Raises:
        Refusal: pair_unavailable: the site has not both languages.
        Refusal: pair_unknown: no public document has the number.
        Refusal: pair_impossible: it stands elsewhere, or in a single record, where one document replaces another.
        Refusal: pair_taken: it is in a pair.
    """
    if not HAS_PAIRS:
        raise Refusal("pair_unavailable")
    other = session.get(Document, number) if 0 < number < 2**31 else None
    if other is None or not other.is_public:
        raise Refusal("pair_unknown")
    if other.category != category or category not in LISTS:
        raise Refusal("pair_impossible")
    if _pair_of(session, number):
        raise Refusal("pair_taken", name=other.shown_name)
    return other


def join(session: Session, document: Document, number: int, actor: Actor) -> None:
    """Pair a document that is being published with an earlier one, in the transaction of the publication.

    Raises:
        Refusal: see `refuse_impossible`.
    """
    other = refuse_impossible(session, document.category, number)
    own = language_of(document.title, document.file_name) or other_language(other.title, other.file_name)
    english, bangla = (other, document) if own == BANGLA else (document, other)
    _add(session, english, bangla, actor)
    changes.record(session, "paired", number)


def pair(archive: Archive, english: int, bangla: int, actor: Actor) -> tuple[Document, Document]:
    """Pair two public documents of one list.

    Raises:
        Refusal: see `refuse_impossible`; nothing was changed.
    """
    with audit.recording_refusals(archive, actor, "pair", f"{english}/{bangla}"):
        known = archive.read(lambda session: refuse_impossible(session, _category(session, english), english))
        with versions.changing(archive, known.category) as session:
            first, second = (refuse_impossible(session, known.category, number) for number in (english, bangla))
            if english == bangla:
                raise Refusal("pair_impossible")
            _add(session, first, second, actor)
            for number in (english, bangla):
                changes.record(session, "paired", number)
            found = public_view.shown(session, (first, second))
    return found[0], found[1]


def unpair(archive: Archive, number: int, actor: Actor) -> tuple[int, int] | None:
    """End the pair of a document.

    Returns:
        The numbers of both, the English one first; None where the document is in no pair.
    """
    with database.reading(archive.engine) as session:
        category = _category(session, number)
        if not category or _pair_of(session, number) is None:
            return None
    with versions.changing(archive, category) as session:
        found = _pair_of(session, number)
        if found is None:
            session.rollback()
            return None
        ended = found.english, found.bangla
        session.delete(found)
        for one in ended:
            changes.record(session, "unpaired", one)
        audit.add(session, actor, "unpair", f"{category}/{ended[0]}/{ended[1]}", audit.DONE)
    return ended


def _add(session: Session, english: Document, bangla: Document, actor: Actor) -> None:
    session.add(LanguagePair(english=english.id, bangla=bangla.id))
    session.flush()
    audit.add(session, actor, "pair", f"{english.category}/{english.id}/{bangla.id}", audit.DONE)


def _pair_of(session: Session, number: int) -> LanguagePair | None:
    """Return the pair that a document is in."""
    either = or_(col(LanguagePair.english) == number, col(LanguagePair.bangla) == number)
    return session.exec(select(LanguagePair).where(either)).first()


def _category(session: Session, number: int) -> str:
    """Return the list of a document; empty where there is none."""
    document = session.get(Document, number) if 0 < number < 2**31 else None
    return document.category if document else ""
