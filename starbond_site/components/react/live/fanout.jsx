/* Updates by EventSource (WHATWG HTML, "Server-sent events"), where the page names the address. */
const RETRY_MS = 1_000;
let source;
let hasOpened = false;

/**
 * Listens from now on, and again when the browser shows a page that it kept after the reader had left it (bfcache). Returns whether
 * the connection is open.
 *
 * All topics of a page share one connection. The newest message is sent again to whoever connects; it names the
 * versions of all topics, so that a page knows what it has missed.
 */
export function isListening(address) {
  if (!source) {
    addEventListener("pagehide", () => {
      source.close();
      tell({ isOpen: false });
    });
    addEventListener("pageshow", ({ persisted }) => persisted && connect(address));
    connect(address);
  }
  return source.readyState === EventSource.OPEN;
}

function connect(address) {
  source?.close();
  const connecting = (source = new EventSource(address));
  connecting.onopen = () => {
    tell({ isOpen: true, hasMissed: hasOpened });
    hasOpened = true;
  };
  connecting.onerror = () => {
    tell({ isOpen: false });
    // The browser would wait for 3 seconds, and give up after an error of the server.
    connecting.close();
    setTimeout(() => source === connecting && connect(address), RETRY_MS * (0.5 + Math.random()));
  };
  connecting.onmessage = ({ data }) => {
    const { versions, updates } = JSON.parse(data);
    // A topic that is not sent has nothing newer.
    tell({ changed: (_state, topic) => updates[topic] ?? { version: versions[topic] ?? 0 } });
  };
}

/** Tells the page as `reflex_adapter/build/server.py` does of the websocket. */
const tell = (detail) => dispatchEvent(new CustomEvent("source", { detail }));
