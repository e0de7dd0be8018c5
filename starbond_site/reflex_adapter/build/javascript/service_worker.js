import { clientsClaim } from "workbox-core";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly } from "workbox-strategies";
import choices from "./service_worker_choices.js";
import { kindOf, languageOf, pictureOf, widthOf, withoutNews } from "./service_worker_pages.js";

/* Kept over versions: files are named by their content, and a page is replaced whenever it is visited. */
const PAGES = "starbond-pages-1";
const FILES = "starbond-files-1";
const SLOW_SECONDS = 3;
/** Both languages have less than 350 files; what came first makes room. */
const MAX_FILES = 500;
const KEPT_AT = "X-Kept";
const EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Every copy is the decoded text, so that it does not matter which encoding was asked for. */
const matchOptions = { ignoreVary: true };
const byPath = { cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname };
/** Browsers show the header Last-Modified to the page as `document.lastModified`: the page sees there when it was kept. */
const dated = {
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null;
    const headers = new Headers(response.headers);
    const now = new Date().toUTCString();
    headers.set(KEPT_AT, now);
    if (!headers.get("Content-Type")?.startsWith("text/html")) return new Response(response.body, { headers });
    headers.set("Last-Modified", now);
    return new Response(withoutNews(await response.text()), { headers });
  },
};

/** In place of an error of the browser, a page that says what can be done. */
const orSentence = (name) => ({
  handlerDidError: async ({ request }) => {
    if (request.mode !== "navigate") return undefined;
    const language = languageOf(new URL(request.url).pathname, Object.keys(choices.sentences));
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self' data:",
      "Cache-Control": "no-store",
    };
    return new Response(choices.sentences[language][name], { status: 503, headers });
  },
});
/** A picture is kept in one width or several, and the widest is shown in place of the others. */
const orOtherWidth = {
  handlerDidError: async ({ request }) => {
    const name = pictureOf(new URL(request.url).pathname);
    const files = await caches.open(FILES);
    const kept = name ? (await files.keys()).filter(({ url }) => pictureOf(new URL(url).pathname) === name) : [];
    const [widest] = kept.sort((one, other) => widthOf(other.url) - widthOf(one.url));
    if (widest) return files.match(widest, matchOptions);
    // WebKit draws a question mark where there is no answer.
    return request.destination === "image" ? new Response(EMPTY, { headers: { "Content-Type": "image/svg+xml" } }) : undefined;
  },
};

const strategies = {
  page: new NetworkFirst({ cacheName: PAGES, matchOptions, networkTimeoutSeconds: SLOW_SECONDS, plugins: [byPath, dated, orSentence("missing")] }),
  file: new CacheFirst({ cacheName: FILES, matchOptions, plugins: [orOtherWidth] }),
  investors: new NetworkOnly({ plugins: [orSentence("investors")] }),
  other: new NetworkOnly({ plugins: [orSentence("missing")] }),
};
for (const [kind, strategy] of Object.entries(strategies))
  registerRoute(({ url, request, sameOrigin }) => sameOrigin && kindOf(url.pathname, request.mode === "navigate", choices) === kind, strategy);

/** Keeps addresses that a page names, and answers with how many of them are here and fresh. */
async function keep(event, addresses) {
  const kept = await Promise.all(addresses.map((address) => keepOne(event, new Request(address)).catch(() => false)));
  event.ports[0]?.postMessage(kept.filter(Boolean).length);
}

async function keepOne(event, request) {
  const path = new URL(request.url).pathname;
  const kind = choices.lists.includes(path) ? "page" : kindOf(path, false, choices);
  if (!kind) return false;
  const [answer, stored] = strategies[kind].handleAll({ event, request });
  const response = await answer;
  await stored;
  return response.ok && !response.headers.has(KEPT_AT);
}

async function tidy() {
  for (const name of await caches.keys()) if (name !== PAGES && name !== FILES) await caches.delete(name);
  const pages = await caches.open(PAGES);
  const known = new Set([...choices.kept, ...choices.lists]);
  for (const request of await pages.keys()) if (!known.has(new URL(request.url).pathname)) await pages.delete(request, matchOptions);
  const files = await caches.open(FILES);
  for (const request of (await files.keys()).slice(0, -MAX_FILES)) await files.delete(request, matchOptions);
}

addEventListener("message", (event) => event.data?.keep && event.waitUntil(keep(event, event.data.keep)));
addEventListener("activate", (event) => event.waitUntil(tidy()));
/* Pages of any version work with any version of this script, so that a new one need not wait until all are closed. */
skipWaiting();
clientsClaim();
