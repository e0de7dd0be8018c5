/* Updates by EventSource (WHATWG HTML, "Server-sent events"), where the page names the address. */
const RETRY_MS = 1_000;
const subscribers = new Set();
let source;
let hasOpened = false;

/**
 * Calls `onUpdate` and `onConnected` as `subscribe` of `updates.jsx` does.
 *
 * All topics of a page share one connection. The newest message is sent again to whoever connects; it names the
 * versions of all topics, so that a page knows what it has missed. Returns a function that unsubscribes.
 */
export function subscribeToEvents(address, topics, onUpdate, onConnected) {
  const subscriber = { topics, onUpdate, onConnected };
  subscribers.add(subscriber);
  source ??= start(address);
  onConnected("source", source.readyState === EventSource.OPEN);
  return () => subscribers.delete(subscriber);
}

/** Connects, and again when the browser shows a page that it kept after the reader had left it (bfcache). */
function start(address) {
  addEventListener("pagehide", () => {
    source.close();
    notify(false);
  });
  addEventListener("pageshow", ({ persisted }) => persisted && connect(address));
  return connect(address);
}

function connect(address) {
  source?.close();
  const connecting = (source = new EventSource(address));
  connecting.onopen = () => {
    notify(true);
    hasOpened = true;
  };
  connecting.onerror = () => {
    notify(false);
    // The browser would wait for 3 seconds, and give up after an error of the server.
    connecting.close();
    setTimeout(() => source === connecting && connect(address), RETRY_MS * (0.5 + Math.random()));
  };
  connecting.onmessage = ({ data }) => {
    const { versions, updates } = JSON.parse(data);
    // A topic that is not sent has nothing newer.
    const updateOf = (name) => updates[name] ?? { version: versions[name] ?? 0 };
    subscribers.forEach(({ topics, onUpdate }) => topics.forEach((topic) => onUpdate(updateOf(topic), updateOf)));
  };
  return connecting;
}

const notify = (isOpen) => subscribers.forEach(({ onConnected }) => onConnected("source", isOpen, hasOpened));
