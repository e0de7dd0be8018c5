"""How often the private search answers: first at once, then for a second of work by the browser of whoever asks.

A BO number has 16 digits, so that guessing takes very many questions. A proof of work (A. Back, "Hashcash", 2002) makes
each of them cost the guesser and leaves the search open for everybody else, where a limit would close it. Its challenge
names the number, so that a proof answers one question. Folios are short: for them there are limits that refuse.
"""

import hashlib
import time
from collections.abc import Callable
from typing import NamedTuple

from itsdangerous import BadSignature, TimestampSigner

from starbond_site.documents.refusals import Refusal
from starbond_site.features.holders.service import is_folio
from starbond_site.shared.limits import PREFIXES, Limit, minutes

SECONDS = 3600
ADDRESS, TOTAL = 10, 300
"""Questions in `SECONDS` that are answered at once: of one address, and of all; likewise those for folios."""
WORKED_ADDRESS, WORKED_TOTAL = 2_000, 20_000
"""Challenges after which the next ones are harder."""
ROUNDS, MORE_ROUNDS = 16, 64
"""Hashes with a zero byte in front that a proof has, each found after some 256: many small ones take equally long."""
BLOCK = 65_536
"""Bytes of which each hash is: hashing, at which phones are good, and not calling it takes the time (0.1 ms)."""
VALID_SECONDS, ANSWERS = 600, 3
"""Of a challenge: an answer may be loaded again."""
EVERYBODY = "everybody"
"""The one address under which a limit in total counts."""


class ProofOfWork(NamedTuple):
    """What a browser has to do before a question is answered."""

    challenge: str
    rounds: int
    minutes: int
    """Until the next question is answered at once: for browsers without scripts."""


class Questions:
    """Counts them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        def limits(name: str, own: int, total: int) -> tuple[Limit, Limit]:
            prefixes = (*PREFIXES, 48)
            of_address = Limit(own, SECONDS, clock, name=f"holders-{name}-address", prefixes=prefixes)
            return of_address, Limit(total, SECONDS, clock, name=f"holders-{name}-total")

        self._at_once, self._folios = limits("at-once", ADDRESS, TOTAL), limits("folios", ADDRESS, TOTAL)
        self._worked = limits("worked", WORKED_ADDRESS, WORKED_TOTAL)
        self._proofs = Limit(ANSWERS, VALID_SECONDS, clock, name="holders-proofs")

    def ask(self, key: bytes, address: str, number: str, challenge: str = "", proof: str = "") -> ProofOfWork | None:
        """Return None where a normalized number may be looked up, or else the work for that; may block.

        Raises:
            Refusal: search_limited, search_busy: there were too many folios, of this address or of all; with the
                minutes until the next one.
        """
        if is_folio(number):
            if seconds := self._folios[0].take(address):
                raise Refusal("search_limited", minutes=minutes(seconds))
            if seconds := self._folios[1].take(EVERYBODY):
                # Somebody else has used it up: who asks for the first time is not told to ask "again".
                raise Refusal("search_busy", minutes=minutes(seconds))
            return None
        # Without its signature, which base64 can spell in several ways.
        if _is_done(key, number, challenge, proof) and not self._proofs.take(challenge.rpartition(".")[0]):
            return None
        seconds = _taken(self._at_once, address)
        if not seconds:
            return None
        rounds = MORE_ROUNDS if _taken(self._worked, address) else ROUNDS
        return ProofOfWork(_signer(key).sign(f"{number} {rounds}").decode(), rounds, minutes(seconds))


def _taken(limits: tuple[Limit, Limit], address: str) -> float:
    return limits[0].take(address) or limits[1].take(EVERYBODY)


def digest(challenge: str, place: int, nonce: str) -> bytes:
    """Return a hash, of which the first byte of a right one is zero; ``work.js`` does the same."""
    return hashlib.sha256(f"{challenge} {place} {nonce} ".encode().ljust(BLOCK, b"\0")).digest()


def _is_done(key: bytes, number: str, challenge: str, proof: str) -> bool:
    """Return whether somebody has worked for a question about this number, lately."""
    try:
        named, rounds = _signer(key).unsign(challenge, VALID_SECONDS).decode().split(" ")
    except BadSignature:
        return False
    nonces = proof.split()
    is_whole = named == number and len(nonces) == int(rounds)
    return is_whole and all(digest(challenge, place, nonce)[0] == 0 for place, nonce in enumerate(nonces))


def _signer(key: bytes) -> TimestampSigner:
    return TimestampSigner(key, "private search", digest_method=hashlib.sha256)
