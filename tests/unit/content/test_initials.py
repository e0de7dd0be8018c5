"""Initials of names, as monograms show them."""

from starbond_site.content.initials import first_letter, initials


def test_initials_are_those_of_the_first_and_the_last_part() -> None:
    expected = {
        "Rezaul Karim Chowdhury": "RC",
        "Tahmina Rahman": "TR",
        "Dr. Farhana Siddiqua": "FS",
        "Dr.": "D",
        "Plato": "P",
        "élodie": "É",
        "": "",
        "রেজাউল করিম চৌধুরী": "রেচৌ",
        "ড. ফারহানা সিদ্দিকা": "ফাসি",
        "শফিকুল ইসলাম ভূঁইয়া": "শভূঁ",
    }
    assert {name: initials(name) for name in expected} == expected


def test_a_bangla_letter_keeps_its_conjuncts_and_signs() -> None:
    words = {"ক্ষিতি": "ক্ষি", "শ্রাবণ": "শ্রা", "স্ত্রী": "স্ত্রী", "র‍্যাব": "র‍্যা", "ইলা": "ই", "কত": "ক", "আঁখি": "আঁ"}
    assert {word: first_letter(word) for word in words} == words
