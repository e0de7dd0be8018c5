"""Names browser and system of a ``User-Agent`` in few words, for the list of a person's own sessions and passkeys."""

from starbond_site.people.records import AGENT_CHARACTERS

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrom": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
"""Several browsers also call themselves by the names of others: the first that is found counts."""
SYSTEMS = {
    "Windows": "Windows",
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def short_name(agent: str) -> str:
    """Return such as ``Firefox, Windows``; empty where neither is known."""
    found = [next((name for sign, name in names.items() if sign in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name)[:AGENT_CHARACTERS]
