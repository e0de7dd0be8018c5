"""Operations on a whole site: back it up, restore it, move it to other servers."""

import json
import os


class OperationError(Exception):
    """An operation refused or failed; the message is a sentence for the operator."""


def say(sentence: str) -> None:
    """Tell the operator something, as one line of the log where that is JSON."""
    is_json = os.environ.get("STARBOND_LOGS", "").strip() == "json"
    print(json.dumps({"level": "info", "event": sentence}, ensure_ascii=False) if is_json else sentence, flush=True)
