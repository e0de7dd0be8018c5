import { useEffect, useRef, useState } from "react";

const OFFLINE_AFTER_MS = 20_000;

/**
 * An element whose content the server writes: before the first paint, and again when something is published.
 *
 * React keeps the content as it is, at hydration and afterwards; a pushed update changes it in place, so that focus and
 * typed text stay. The higher version wins. What cannot be applied here (a change based on another version, an older
 * page of the list, a search) is requested as a whole.
 */
export function Live({ topic, view, language, element: Element, className, loading, words, isConnected, onRefresh }) {
  const element = useRef(null);
  const [initial] = useState(() => contentOf(topic) ?? { html: { __html: loading && `<p class="live-loading">${loading}</p>` } });
  const [news, setNews] = useState("");
  const isOffline = useOffline(isConnected, () => setNews(words?.connection_back));

  useEffect(() => {
    const shown = Number(element.current.dataset.version ?? 0);
    const version = view?.version ?? 0;
    if (version && version === shown) return;
    const isPart = new URLSearchParams(location.search).get("list") === topic;
    const isChange = view?.base === shown && !isPart;
    if (version < shown || !version || !(view.html || isChange)) {
      onRefresh(topic, shown, language, location.search);
      return;
    }
    const before = words && namesIn(element.current);
    if (view.html) replace(element.current, view.html[language]);
    else applyChange(element.current, view, language, words.digits);
    element.current.dataset.version = version;
    if (shown && words) setNews(announce(element.current, before, view.withdrawn ?? [], isPart, words));
  }, [view]);

  const waiting = () => (element.current?.querySelector("tbody") ? words.connection_lost : words.unavailable);
  return (
    <>
      <Element
        ref={element}
        className={className}
        data-live={topic}
        data-version={initial.version}
        suppressHydrationWarning
        dangerouslySetInnerHTML={initial.html}
      />
      {words && (
        <p role="status" className={isOffline ? "live-loading" : "visually-hidden"}>
          {isOffline ? waiting() : news}
        </p>
      )}
    </>
  );
}

/** Returns whether there has been no connection for a while; calls `onReturn` when it is back after that. */
function useOffline(isConnected, onReturn) {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (!isConnected) {
      const timer = setTimeout(setOffline, OFFLINE_AFTER_MS, true);
      return () => clearTimeout(timer);
    }
    if (isOffline) onReturn();
    setOffline(false);
  }, [isConnected]);
  return isOffline;
}

/** What the server wrote into this page; nothing where the page came without it. */
function contentOf(topic) {
  const element = globalThis.document?.querySelector(`[data-live="${topic}"][data-version]`);
  return element && { html: { __html: element.innerHTML }, version: element.dataset.version };
}

/** Replaces the content, except what stays equal (a search box in use), and focuses the same link again. */
function replace(element, html) {
  const link = element.contains(document.activeElement) && document.activeElement.getAttribute("href");
  const old = [...element.childNodes];
  const wanted = [...parse(html).childNodes].map((node) => old.find((kept) => kept.isEqualNode(node)) ?? node);
  old.filter((node) => !wanted.includes(node)).forEach((node) => node.remove());
  wanted.forEach((node, index) => node.parentNode === element || element.insertBefore(node, element.childNodes[index] ?? null));
  if (link) element.querySelector(`a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
}

/** Adds and removes rows of the first page of a list, whose ids descend, and numbers them anew. */
function applyChange(element, { added, withdrawn = [], moved = [], summary }, language, digits) {
  const body = element.querySelector("tbody");
  const gone = [...withdrawn, ...moved];
  [...body.rows].filter((row) => gone.includes(idOf(row))).forEach((row) => row.remove());
  for (const { id, html } of added) {
    const older = [...body.rows].find((row) => Number(idOf(row)) < Number(id));
    const row = html.map((part) => part[language] ?? part).join("");
    body.insertBefore(parse(row), older ?? null);
  }
  [...body.rows].forEach((row, index) => {
    row.cells[0].textContent = String(index + 1).replace(/\d/g, (digit) => digits[digit]);
  });
  element.querySelector(".document-list__summary").textContent = summary[language];
}

/** Marks the rows that are newer than all before, and returns what a screen reader should say. */
function announce(element, before, withdrawn, isPart, words) {
  const newest = Math.max(0, ...[...before.keys()].map(Number));
  const fresh = isPart ? [] : rowsIn(element).filter((row) => Number(idOf(row)) > newest);
  fresh.forEach((row) => row.classList.add("document--fresh"));
  const news = fresh.map((row) => words.published.replace("{name}", () => nameOf(row)));
  withdrawn.forEach((id) => news.push(words.withdrawn.replace("{name}", () => before.get(id))));
  return news.join(" ") || words.updated;
}

const parse = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;
const rowsIn = (element) => [...element.querySelectorAll("tbody tr")];
const idOf = (row) => row.querySelector("a").pathname.split("/")[2];
const nameOf = (row) => row.querySelector(".document__file").textContent;
const namesIn = (element) => new Map(rowsIn(element).map((row) => [idOf(row), nameOf(row)]));
