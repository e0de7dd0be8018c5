"""Says whether a search tells of an accident: then first aid comes first, whatever else was typed."""

from collections import defaultdict
from collections.abc import Container, Sequence

from starbond_site.content.materials import AccidentWords
from starbond_site.presentation.search.spelling import is_misspelt, parts, stem

LEAST_CORRECTED = 6
"""Letters of a word that is also understood with one wrong letter behind the first: "painted" is not "fainted"."""


class AccidentSearch:
    """The signs of an accident; further words never hide one."""

    def __init__(self, words: AccidentWords, endings: Sequence[str], known: Container[str]) -> None:
        """Take ``known``, the words that mean something else and are not corrected."""
        self.path = words.path
        self._endings, self._known = endings, known
        phrases = {name: [self._stems(phrase) for phrase in told.all] for name, told in words.words.items()}
        self._signs = [[[f" {' '.join(phrase)} " for phrase in phrases[name]] for name in sign] for sign in words.signs]
        self._words = {word for each in phrases.values() for phrase in each for word in phrase}
        self._longer: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted(self._words):
            if len(word) >= LEAST_CORRECTED:
                self._longer[word[0]].append(word)

    def told_in(self, query: str) -> bool:
        told = f" {' '.join(map(self._corrected, self._stems(query)))} "
        return any(all(any(phrase in told for phrase in phrases) for phrases in sign) for sign in self._signs)

    def _stems(self, text: str) -> list[str]:
        return [stem(part, self._endings) for part in parts(text)]

    def _corrected(self, word: str) -> str:
        if word in self._words or word in self._known:
            return word
        return next((meant for meant in self._longer.get(word[0], ()) if is_misspelt(word, meant)), word)
