/* What the service worker knows of addresses and pages; functions alone, so that they can be tested without a browser. */

/** Addresses that change with their content, of what a kept page is made of. */
const HASHED = /^\/assets\/[^/]+-[\w-]{8,}\.\w+$|^\/(fonts|pictures\/products)\/.+\.[0-9a-f]{8,}\.\w+$/;
const RENDITION = /-\d+\.[0-9a-f]{8,}\.\w+$/;
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

/** A page without the lines above its header: they are news for investors, and must not be read later as if they were. */
export const withoutNews = (html) =>
  html.replace(/(<div\b[^>]*\sdata-live="nodes"[^>]*>)(?:<div\b[^>]*>[^]*?<\/div>)?(?=<\/div>)/, (_, tag) =>
    tag.replace(/ data-version="[^"]*"/, ""),
  );

/** The language of an address, one of those that have sentences. */
export const languageOf = (path, languages) => languages.find((language) => `${path}/`.startsWith(`/${language}/`)) ?? languages[0];
