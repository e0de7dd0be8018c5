/* What the service worker knows of addresses and pages; functions alone, so that they can be tested without a browser. */

/** Addresses that change with their content, of what a kept page is made of. */
const HASHED = /^\/assets\/[^/]+-[\w-]{8,}\.\w+$|^\/(fonts|pictures\/(products|slides|brands|news))\/.+\.[0-9a-f]{8,}\.\w+$/;
const RENDITION = /-(\d+)\.[0-9a-f]{8,}\.\w+$/;
const DOCUMENT = /^(\/[a-z]{2})?\/documents\/[^.]+$/;

/**
 * What is done with a GET request of this site: "page" is asked from the network first, "file" from the cache first,
 * "investors" and "other" are only replaced by a sentence, and everything else is left to the browser.
 */
export function kindOf(path, isNavigation, { kept, investors, others }) {
  if (kept.includes(path)) return "page";
  if (HASHED.test(path)) return "file";
  if (!isNavigation) return "";
  if (investors.includes(path) || DOCUMENT.test(path)) return "investors";
  return others.includes(path) ? "other" : "";
}

/** The name of a picture without its width, hash and format; empty for another file. */
export const pictureOf = (path) => (RENDITION.test(path) ? path.replace(RENDITION, "") : "");

/** The width of a file of a picture. */
export const widthOf = (address) => Number(RENDITION.exec(address)[1]);

/** A page without what the server wrote into it: news for investors, which must not be read later as if it were. */
export function withoutNews(html) {
  const written = /<(\w+)\b[^>]*\sdata-live="[^>]*\sdata-version="[^>]*>/g;
  for (let found; (found = written.exec(html)); ) {
    const start = found[0].replace(/ data-version="[^"]*"/, "");
    const end = closing(html, found[1], written.lastIndex);
    written.lastIndex = found.index + start.length;
    html = html.slice(0, found.index) + start + html.slice(end);
  }
  return html;
}

/** Where the element ends that was opened before a place. */
function closing(html, tag, from) {
  const tags = new RegExp(`<(/?)${tag}\\b`, "g");
  tags.lastIndex = from;
  let depth = 1;
  for (let found; depth && (found = tags.exec(html)); from = found.index) depth += found[1] ? -1 : 1;
  return from;
}

/** The language of an address, one of those that have sentences. */
export const languageOf = (path, languages) => languages.find((language) => `${path}/`.startsWith(`/${language}/`)) ?? languages[0];
