"""The day of the dividend: shareholders behind few addresses ask the private search, beside somebody who guesses.

Each shareholder's browser works for the answer as `work.js` lets it; the guesser's networks of IPv6 work for nothing.
The last minutes of the hour are played whole and at its pace. Whoever asked before asks at once and does not work, so
that all limits stand as they do at the end of the hour.
"""

import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import NamedTuple

import httpx2

from benchmarks.load.scenarios import PATIENCE, Load
from benchmarks.table import Row, at_most, plain
from starbond_site.features.holders.questions import digest
from tests.browser.languages import ENGLISH
from tests.serving import serving

KEY = "a key of the load of the dividend's day"
OPERATORS, WAITING, ATTACKERS = 20, 50, 30
"""Addresses of shareholders, numbers for which something waits, and networks of a /48 that guess."""
HOUR, PHONES = 60, 32
"""In minutes; and shareholders who may ask at the same moment."""
TYPICAL_SECONDS, OWN_SECONDS = 3.0, 0.5
"""The promise for the median with the work, and for that of the server alone; 95 of 100 within twice as long."""
WORK = re.compile(r'data-rounds="(\d+)".*name="challenge" value="([^"]+)"', re.DOTALL)


class Answered(NamedTuple):
    """What a shareholder got."""

    seconds: float
    """From the moment on that it was this one's turn."""
    asked: float
    """Of these it waited for the server."""
    has_worked: bool
    is_right: bool


def dividend(load: Load, folder: Path) -> Iterator[Row]:
    """Let all shareholders of an hour ask, and be guessed beside; everybody gets the right answer."""
    accounts = [f"120123456{number:07}" for number in random.sample(range(10**7), load.shareholders)]
    last = min(load.shareholders, round(load.shareholders * load.dividend_minutes / HOUR))
    waiting = {*accounts[:WAITING], *accounts[-WAITING:]}
    numbers = folder / "numbers.txt"
    numbers.write_text("\n".join(waiting))
    words = ENGLISH.interface.dividends
    # Whoever asks is named by a proxy, as behind nginx.
    with (
        serving(folder, STARBOND_HOLDERS_KEY=KEY, REFLEX_TRUSTED_PROXY_HOPS="1") as server,
        httpx2.Client(base_url=server.url, headers={"Origin": server.url}, timeout=PATIENCE) as client,
    ):
        server.admin("holders", "import", str(numbers))

        def posted(address: str, **fields: str) -> str:
            return client.post("/dividends", data=fields, headers={"X-Forwarded-For": address}).text

        def ask(place: int, **proof: str) -> str:
            return posted(f"198.51.100.{place % OPERATORS}", number=accounts[place], **proof)

        def answered(place: int, turn: float) -> Answered:
            time.sleep(max(0.0, turn - time.monotonic()))
            began = time.monotonic()
            said = ask(place)
            asked = time.monotonic() - began
            if work := WORK.search(said):
                proof = _proof(work[2], int(work[1]))
                began = time.monotonic()
                said = ask(place, challenge=work[2], proof=proof)
                asked += time.monotonic() - began
            right = words.waits if accounts[place] in waiting else words.nothing_waits
            return Answered(time.monotonic() - turn, asked, work is not None, right in said)

        def guess(number: int) -> bool:
            """Return whether a guess found something."""
            address = f"2001:db8:0:{number % ATTACKERS:x}::1"
            return words.waits in posted(address, number=f"120123457{number:07}")

        with ThreadPoolExecutor(PHONES) as asking, ThreadPoolExecutor(load.processes) as guessing:
            guesses = guessing.map(guess, range(load.guesses))
            before = sum(WORK.search(said) is not None for said in asking.map(ask, range(load.shareholders - last)))
            began, pace = time.monotonic(), HOUR * 60 / load.shareholders
            turns = [began + pace * place for place in range(last)]
            answers = list(asking.map(answered, range(load.shareholders - last, load.shareholders), turns))
            lasted, found = time.monotonic() - began, sum(guesses)
    yield plain(f"dividend: of {load.shareholders - last} before, those who have to work", before, "")
    yield plain(f"dividend: the last {last} from {OPERATORS} addresses", lasted / 60, "min")
    yield plain("dividend: of these, those who worked", sum(one.has_worked for one in answers), "")
    yield at_most("dividend: without the right answer", sum(not one.is_right for one in answers), 0, "")
    for name, seconds, most in (
        ("with its work", sorted(one.seconds for one in answers), TYPICAL_SECONDS),
        ("of the server alone", sorted(one.asked for one in answers), OWN_SECONDS),
    ):
        yield at_most(f"dividend: median of an answer, {name}", seconds[len(seconds) // 2], most, "s")
        yield at_most(f"dividend: 95 of 100, {name}", seconds[len(seconds) * 95 // 100], 2 * most, "s")
    yield at_most(f"dividend: numbers found by {load.guesses} guesses", found, 0, "")


def _proof(challenge: str, rounds: int) -> str:
    return " ".join(
        next(str(one) for one in count() if not digest(challenge, place, str(one))[0]) for place in range(rounds)
    )
