"""Words as the search compares them."""

from starbond_site.documents import names, tokens


def test_words_of_a_text_in_any_spelling():
    words = {
        "Annual Report, 2026!": ["annual", "report", "2026"],
        "STRASSE Straße": ["strasse", "strasse"],
        "বাংলাদেশে বিনিয়োগ।": ["বাংলাদেশে", "বিনিয়োগ"],
        "২০২৬ ১২৩": ["2026", "123"],
        "e\u0301tude étude": ["étude", "étude"],
        "ﬁnance": ["finance"],
        "share\u00adholder": ["shareholder"],
        "a_b-c/d": ["a", "b", "c", "d"],
        "x" * 100: ["x" * tokens.MAX_TOKEN],
        "": [],
    }
    for text, expected in words.items():
        assert tokens.tokens(text) == [word for one in expected for word in tokens.tokens(one)], text
        assert len(tokens.tokens(text)) == len(expected), text
    spellings = {
        "\u09df": "\u09af\u09bc",  # য়
        "\u09dc": "\u09a1\u09bc",  # ড়
        "\u09dd": "\u09a2\u09bc",  # ঢ়
        "ক\u09cb": "ক\u09c7\u09be",  # কো
        "ক\u09cc": "ক\u09c7\u09d7",  # কৌ
        "র\u200d্য": "র্য",
        "ক্\u200cষ": "ক্ষ",
        "ত্\u200d": "ৎ",
        "১৯৭১": "1971",
        "কর্\u200dম": "কর্ম",
    }
    for one, other in spellings.items():
        assert one != other
        assert tokens.tokens(one) == tokens.tokens(other) != [], one
        assert names.searchable(one) == names.searchable(other), one
