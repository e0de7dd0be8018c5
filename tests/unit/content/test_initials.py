"""Initials of names, as monograms show them."""

import pytest

from starbond_site.content import LANGUAGES, Language, read
from starbond_site.content.initials import first_letter, initials


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Rezaul Karim Chowdhury", "RC"),
        ("Tahmina Rahman", "TR"),
        ("Dr. Farhana Siddiqua", "FS"),
        ("Dr.", "D"),
        ("Plato", "P"),
        ("élodie", "É"),
        ("", ""),
        ("রেজাউল করিম চৌধুরী", "রেচৌ"),
        ("ড. ফারহানা সিদ্দিকা", "ফাসি"),
        ("শফিকুল ইসলাম ভূঁইয়া", "শভূঁ"),
    ],
)
def test_initials_are_those_of_the_first_and_the_last_part(name: str, letters: str) -> None:
    assert initials(name) == letters


@pytest.mark.parametrize(
    ("word", "letter"),
    [("ক্ষিতি", "ক্ষি"), ("শ্রাবণ", "শ্রা"), ("স্ত্রী", "স্ত্রী"), ("র‍্যাব", "র‍্যা"), ("ইলা", "ই"), ("কত", "ক"), ("আঁখি", "আঁ")],
)
def test_a_bangla_letter_keeps_its_conjuncts_and_signs(word: str, letter: str) -> None:
    assert first_letter(word) == letter


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_has_two_letters(language: Language) -> None:
    site = read(language)
    people = (*site.people.directors, *site.people.managers)
    assert all(person.initials or initials(person.name) for person in people)
