import { useEffect, useRef, useState } from "react";
import { announce, applyChange, namesIn, parse } from "./rows.jsx";

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
  const wanted = [...parse(html).childNodes].map((node) => {
    const index = old.findIndex((present) => present.isEqualNode(node));
    return index < 0 ? node : old.splice(index, 1)[0];
  });
  old.forEach((node) => node.remove());
  wanted.forEach((node, index) => {
    if (element.childNodes[index] !== node) element.insertBefore(node, element.childNodes[index] ?? null);
  });
  if (link) element.querySelector(`a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
}
