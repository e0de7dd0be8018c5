import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { clockAt } from "../dates.jsx";
import { inDigits } from "../digits.jsx";
import { announce, applyChange, fill, parse, shownIn } from "./rows.jsx";
import { fanoutAddress, isSelection, useOffline, usePolling, wholeOf, wholeSince } from "./updates.jsx";

/**
 * An element whose content the server writes: before the first paint, and again when something is published.
 *
 * React keeps the content as it is, at hydration and afterwards; an update changes it in place, so that focus and typed
 * text stay. The higher version wins. What cannot be applied here (a change based on another version, an older page of
 * the list, a search) is requested as a whole. Updates come over the websocket, by EventSource where the page names
 * its address, and by polling while neither is connected.
 */
export function Live({ topic, view, language, element: Element, className, loading, words, template, isConnected, onRefresh, source }) {
  const element = useRef(null);
  const [initial] = useState(() => contentOf(topic) ?? { html: { __html: loading && `<p class="live-loading">${loading}</p>` } });
  const [news, setNews] = useState("");
  const [isSubscribed, setSubscribed] = useState(false);
  const isOffline = useOffline(isConnected || isSubscribed, () => setNews(words?.connection_back ?? ""));
  const shownVersion = () => Number(element.current.dataset.version ?? 0);

  const request = (version) => {
    if (fanoutAddress()) wholeSince(version, topic, language, show);
    else onRefresh(topic, shownVersion(), language, location.search);
  };
  const show = (view, updates) => {
    const shown = shownVersion();
    const version = view?.version ?? 0;
    if (version ? version <= shown : shown && fanoutAddress()) return;
    const isPart = isSelection(topic);
    const row = view?.row ?? (view?.of && updates?.[view.of]?.added?.[0]);
    const html = view?.html?.[language] ?? (row && fill(template, row, language));
    const isChange = view?.base === shown && !isPart;
    if (!version || !(html !== undefined || isChange)) {
      request(version);
      return;
    }
    const before = words?.published && shownIn(element.current);
    if (isChange) applyChange(element.current, view, template, language, words.digits);
    else replace(element.current, html);
    element.current.dataset.version = version;
    if (shown && before) setNews(announce(element.current, before, view.withdrawn ?? [], isPart, words));
  };
  const checked = usePolling(isOffline, () => wholeOf(topic, language).then((view) => show(view)));

  useEffect(() => show(view, { [view?.of]: source }), [view]);
  useEffect(() => {
    const address = fanoutAddress();
    if (!address) return;
    const subscribed = import("./fanout.jsx").then(({ subscribe }) => subscribe(address, topic, show, setSubscribed));
    // Without the script the page polls.
    subscribed.catch(() => {});
    return () => subscribed.then((unsubscribe) => unsubscribe(), () => {});
  }, []);

  const offline = () => {
    if (!element.current.dataset.version) return words.unavailable;
    if (!checked.at) return "";
    return (checked.isRecent ? words.polled : words.connection_lost).replace("{time}", timeOf(checked.at, words));
  };
  const status = words && (isOffline || words.published) && (
    <p role="status" className={isOffline ? "live-loading" : "visually-hidden"}>
      {isOffline ? offline() : news}
    </p>
  );
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
      {status && Element === "tbody" ? createPortal(status, element.current.closest("table").parentElement) : status}
    </>
  );
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

/** Returns a moment as the time of day in the company's time, in the digits of a language. */
const timeOf = (moment, { digits, zone }) => inDigits(clockAt(moment, zone).toISOString().slice(11, 19), digits);
