/* Updates by EventSource (WHATWG HTML, "Server-sent events"), where the page names the address. */
const RETRY_MS = 5_000;
const subscribers = new Map();
let source;
let hasOpened = false;

/**
 * Calls `onUpdate` and `onConnected` as `subscribe` of `updates.jsx` does.
 *
 * All topics of a page share one connection. The newest message is sent again to whoever connects; it names the
 * versions of all topics, so that a page knows what it has missed. Returns a function that unsubscribes.
 */
export function subscribeToEvents(address, topic, onUpdate, onConnected) {
  subscribers.set(topic, { onUpdate, onConnected });
  source ??= start(address);
  onConnected("source", source.readyState === EventSource.OPEN);
  return () => subscribers.delete(topic);
}

/** Connects, and again when the browser shows a page that it kept after the reader had left it (bfcache). */
function start(address) {
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", ({ persisted }) => persisted && (source = connect(address)));
  return connect(address);
}

function connect(address) {
  const connecting = new EventSource(address);
  connecting.onopen = () => {
    subscribers.forEach(({ onConnected }) => onConnected("source", true, hasOpened));
    hasOpened = true;
  };
  connecting.onerror = () => {
    subscribers.forEach(({ onConnected }) => onConnected("source", false));
    // The browser reconnects by itself after a lost connection, but not after an error of the server.
    if (connecting.readyState === EventSource.CLOSED)
      setTimeout(() => (source = connect(address)), RETRY_MS * (0.5 + Math.random()));
  };
  connecting.onmessage = ({ data }) => {
    const { versions, updates } = JSON.parse(data);
    const updateOf = (name) => updates[name] ?? { version: versions[name] };
    subscribers.forEach(({ onUpdate }, topic) => onUpdate(updateOf(topic), updateOf));
  };
  return connecting;
}
