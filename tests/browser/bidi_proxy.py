"""A proxy between Playwright and Debian's Firefox that answers the WebDriver BiDi commands that this Firefox lacks.

Playwright starts it in place of Firefox. It starts Firefox with the same arguments and forwards every other message.
"""

import asyncio
import json
import re
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

EVALUATE = "(utilityScript, ...args) => utilityScript.evaluate(...args)"
WITHOUT_EVAL = """(utilityScript, ...args) => {
  const { eval: theirs } = globalThis;
  globalThis.eval = () => {
    globalThis.eval = theirs;
    return (%s
    );
  };
  return utilityScript.evaluate(...args);
}"""
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


async def _ask(client: ServerConnection, firefox: ClientConnection) -> None:
    """Forward what Playwright asks; scripts without `eval`, which Firefox 140 refuses where the page's policy does."""
    async for message in client:
        command = json.loads(message)
        called = command["params"]
        if called.get("functionDeclaration") == EVALUATE:
            called["functionDeclaration"] = WITHOUT_EVAL % called["arguments"][3]["value"].rstrip("; \n")
        await firefox.send(json.dumps(command))


async def _answer(firefox: ClientConnection, client: ServerConnection) -> None:
    """Forward what Firefox says; a command that it does not know is one that changes nothing."""
    async for message in firefox:
        said = json.loads(message)
        is_unknown = said.get("error") == "unknown command"
        await client.send(json.dumps({"type": "success", "id": said["id"], "result": {}}) if is_unknown else message)


async def main(firefox_path: str, arguments: list[str]) -> int:
    process = await asyncio.create_subprocess_exec(firefox_path, *arguments, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    address = ""

    async def bridge(client: ServerConnection) -> None:
        async with connect(address + "/session", max_size=None, proxy=None, ping_interval=None) as firefox:
            both = [asyncio.create_task(_ask(client, firefox)), asyncio.create_task(_answer(firefox, client))]
            _, open_ones = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in open_ones:
                task.cancel()

    # No pings: a busy machine lets a browser answer late, which is no reason to end it.
    async with serve(bridge, "127.0.0.1", 0, max_size=None, ping_interval=None) as server:
        port = server.sockets[0].getsockname()[1]
        async for line in process.stderr:
            text = line.decode(errors="replace").rstrip()
            if found := LISTENING.search(text):
                address = found[1]
                text = f"WebDriver BiDi listening on ws://127.0.0.1:{port}"
            print(text, file=sys.stderr, flush=True)
        return await process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2:])))
