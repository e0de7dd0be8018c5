"""The day of the dividend: shareholders behind few addresses ask the private search, beside somebody who guesses.

Each shareholder's browser works for the answer as `work.js` lets it; the guesser's networks of IPv6 work for nothing.
"""

import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import httpx2

from benchmarks.load.scenarios import PATIENCE, Load
from benchmarks.table import Row, at_most, plain
from starbond_site.features.holders.questions import digest
from tests.browser.languages import ENGLISH
from tests.serving import Server, serving

KEY = "a key of the load of the dividend's day"
OPERATORS, WAITING, ATTACKERS = 20, 50, 30
"""Addresses of shareholders, numbers for which something waits, and networks of a /48 that guess."""
TYPICAL_SECONDS = 3.0
"""The promise for the median, with the work; 95 of 100 within twice as long."""


def dividend(load: Load, folder: Path) -> Iterator[Row]:
    """Let all shareholders of an hour ask, and be guessed beside; everybody gets the right answer."""
    accounts = [f"120123456{number:07}" for number in random.sample(range(10**7), load.shareholders)]
    waiting = set(accounts[:WAITING])
    numbers = folder / "numbers.txt"
    numbers.write_text("\n".join(waiting))
    # Whoever asks is named by a proxy, as behind nginx.
    with serving(folder, STARBOND_HOLDERS_KEY=KEY, REFLEX_TRUSTED_PROXY_HOPS="1") as server:
        server.admin("holders", "import", str(numbers))
        words = ENGLISH.interface.dividends

        def ask(place: int) -> tuple[float, bool]:
            """Return the seconds until an answer, and whether it was right."""
            began = time.monotonic()
            said = _answered(server, f"198.51.100.{place % OPERATORS}", accounts[place])
            right = words.waits if accounts[place] in waiting else words.nothing_waits
            return time.monotonic() - began, right in said

        def guess(number: int) -> bool:
            """Return whether a guess found something."""
            address = f"2001:db8:0:{number % ATTACKERS:x}::1"
            return words.waits in _posted(server, address, number=f"120123457{number:07}")

        with ThreadPoolExecutor(load.processes) as asking, ThreadPoolExecutor(load.processes) as guessing:
            began = time.monotonic()
            guesses = guessing.map(guess, range(load.guesses))
            answers = list(asking.map(ask, range(load.shareholders)))
            lasted, found = time.monotonic() - began, sum(guesses)
    seconds = sorted(each for each, _ in answers)
    wrong = sum(not is_right for _, is_right in answers)
    yield plain(f"dividend: {load.shareholders} shareholders from {OPERATORS} addresses", lasted / 60, "min")
    yield at_most("dividend: without the right answer", wrong, 0, "")
    yield at_most("dividend: median of an answer, with its work", seconds[len(seconds) // 2], TYPICAL_SECONDS, "s")
    yield at_most("dividend: 95 of 100", seconds[len(seconds) * 95 // 100], 2 * TYPICAL_SECONDS, "s")
    yield at_most(f"dividend: numbers found by {load.guesses} guesses", found, 0, "")


def _posted(server: Server, address: str, **fields: str) -> str:
    headers = {"Origin": server.url, "X-Forwarded-For": address}
    return httpx2.post(f"{server.url}/dividends", data=fields, headers=headers, timeout=PATIENCE).text


def _answered(server: Server, address: str, number: str) -> str:
    """Return the answer to a shareholder, whose browser works where it has to."""
    said = _posted(server, address, number=number)
    found = re.search(r'data-rounds="(\d+)".*name="challenge" value="([^"]+)"', said, re.DOTALL)
    if found is None:
        return said
    rounds, challenge = int(found[1]), found[2]
    nonces = (next(str(one) for one in count() if not digest(challenge, place, str(one))[0]) for place in range(rounds))
    return _posted(server, address, number=number, challenge=challenge, proof=" ".join(nonces))
