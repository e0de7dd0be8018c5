/* What a page asks of the service worker (`reflex_adapter/build/javascript/service_worker.js`). */

import { again } from "../again.jsx";

const WORKER = "/service-worker.js";
const AT_ONCE = 6;
const DAY_MS = 24 * 3600 * 1000;
export const OLD_MS = 7 * DAY_MS;

/** When the page was kept, in milliseconds; the present for one that has just come from the server, which does not say. */
export const keptAt = (lastModified, now) => Math.min(Date.parse(lastModified) || now, now);

/** Lists in pieces of a size. */
export const pieces = (items, size) => Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** Registers the service worker when the page has nothing else to do; resolves when one runs. */
export async function running() {
  if (document.prerendering) await new Promise((go) => document.addEventListener("prerenderingchange", go, { once: true }));
  if (document.readyState !== "complete") await new Promise((go) => addEventListener("load", go, { once: true }));
  await new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go));
  await again(() => navigator.serviceWorker.register(WORKER, { updateViaCache: "none" }));
  return (await navigator.serviceWorker.ready).active;
}

/** Lets the service worker keep addresses; resolves with how many it has. */
const keep = (worker, addresses) =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    worker.postMessage({ keep: addresses }, [port2]);
  });

/** Keeps this page, which was loaded before a service worker ran: its files are in the browser's cache and cost nothing. */
export function keepThisPage(worker) {
  const send = (addresses) => keep(worker, addresses.filter((address) => address.startsWith(location.origin)));
  send([location.href]);
  // Also what is still on its way.
  new PerformanceObserver((loaded) => send(loaded.getEntries().map(({ name }) => name))).observe({ type: "resource", buffered: true });
}

/** The list that was kept last, with the moment of it; nothing before the first time. */
export async function keptList(list) {
  const found = await caches.match(list, { ignoreVary: true });
  return found && { ...(await found.json()), at: Date.parse(found.headers.get("X-Kept")) };
}

export const newestList = (list) => fetch(list).then((response) => response.json());

/** Keeps everything in a list, and the list itself last, as the sign that all of it is there; returns whether it is. */
export async function keepAll(worker, list, { addresses }, onProgress) {
  let done = 0;
  for (const piece of pieces(addresses, AT_ONCE)) {
    const kept = await keep(worker, piece);
    onProgress((done += kept));
    if (kept < piece.length) return false;
  }
  return (await keep(worker, [list])) === 1;
}
