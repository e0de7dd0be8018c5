/* Updates by EventSource (WHATWG HTML, "Server-sent events"); loaded only where the page names the address. */
const RETRY_MS = 5_000;
const subscribers = new Map();
let source;

/**
 * Calls `onUpdate` with every update of a topic and those of all topics, and `onConnected` with whether they can arrive.
 *
 * All topics of a page share one connection. The newest message is sent again to whoever connects; it names the
 * versions of all topics, so that a page knows what it has missed. Returns a function that unsubscribes.
 */
export function subscribe(address, topic, onUpdate, onConnected) {
  subscribers.set(topic, { onUpdate, onConnected });
  source ??= start(address);
  onConnected(source.readyState === EventSource.OPEN);
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
  connecting.onopen = () => subscribers.forEach(({ onConnected }) => onConnected(true));
  connecting.onerror = () => {
    subscribers.forEach(({ onConnected }) => onConnected(false));
    // The browser reconnects by itself after a lost connection, but not after an error of the server.
    if (connecting.readyState === EventSource.CLOSED)
      setTimeout(() => (source = connect(address)), RETRY_MS * (0.5 + Math.random()));
  };
  connecting.onmessage = ({ data }) => {
    const { versions, updates } = JSON.parse(data);
    subscribers.forEach(({ onUpdate }, topic) => onUpdate(updates[topic] ?? { version: versions[topic] }, updates));
  };
  return connecting;
}
