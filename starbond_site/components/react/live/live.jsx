import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { announce, applyChange, fill, parse, shownIn } from "./rows.jsx";
import { SPREAD_MS, fanoutAddress, isEveryRow, isSelection, offlineText, pause, useCurrent, wholeOf } from "./updates.jsx";

const ATTEMPTS = 5;

/**
 * An element whose content the server writes: before the first paint, and again when something is published.
 *
 * React keeps the content as it is, at hydration and afterwards; an update changes it in place, so that focus and typed
 * text stay. The higher version wins. What cannot be applied here (a change based on another version, an older page of
 * the list, a search) is requested as a whole. Updates come over the websocket, by EventSource where the page names
 * its address, and by polling while neither is connected; a server of another release is only asked for the whole, over HTTP.
 *
 * Whenever something may have been missed, the page asks with the version that it shows. It is current again when an
 * answer, or an update, leaves nothing newer that it has heard of.
 */
export function Live({ topic, state, language, element: Element, className, loading, words, template, onRefresh }) {
  const element = useRef(null);
  const [initial] = useState(() => contentOf(topic) ?? { html: { __html: loading && `<p class="live-loading">${loading}</p>` } });
  const [news, setNews] = useState("");
  const known = useRef({ newest: 0 }).current;
  const shownVersion = () => Number(element.current.dataset.version ?? 0);

  const request = (isTold) => {
    setOutdated();
    setNews("");
    if (fanoutAddress() || isEveryRow() || window.otherRelease) fetchUntilCurrent(isTold);
    else onRefresh(topic, shownVersion(), language, location.search);
  };
  /** All pages learn of a version at once, so that each waits for a random time; a proxy may answer with what it kept. */
  const fetchUntilCurrent = async (isTold) => {
    if (isTold && known.fetching) return;
    // What was asked before a connection was lost says nothing of the time after.
    const own = (known.fetching = {});
    for (let attempt = isTold ? 1 : 0; own === known.fetching; attempt += 1) {
      if (attempt) await pause(SPREAD_MS * (attempt - 1 + Math.random()));
      const whole = await wholeOf(topic, language).catch(() => ({}));
      if (own !== known.fetching) return;
      if (whole.version >= known.newest || attempt === ATTEMPTS) known.fetching = undefined;
      receive(whole);
    }
  };
  const receive = (view, updateOf) => {
    const { version } = view;
    known.newest = Math.max(known.newest, version ?? 0);
    if (version > shownVersion()) show(view, updateOf);
    // What is sent by Nchan may be older than the answer that has been asked for.
    if (version !== undefined && !known.fetching && shownVersion() >= known.newest) setCurrent();
  };
  const show = (view, updateOf) => {
    const shown = shownVersion();
    const isPart = isSelection(topic);
    const row = view.row ?? (view.of && updateOf(view.of)?.added?.[0]);
    const html = view.html?.[language] ?? (row && fill(template, row, language));
    const isChange = view.base === shown && !isPart;
    if (html === undefined && !isChange) return request(true);
    const before = words?.published && shownIn(element.current);
    if (isChange) applyChange(element.current, view, template, language, words.digits);
    else replace(element.current, html);
    element.current.dataset.version = view.version;
    if (shown && before) setNews(announce(element.current, before, view.withdrawn ?? [], isPart, words));
  };
  const poll = async () => {
    const whole = await wholeOf(topic, language);
    receive(whole);
    // Connected, and yet no answer came.
    if (isLinked()) request();
    return whole.age;
  };
  const { checked, isLinked, setCurrent, setOutdated } = useCurrent({
    state,
    topics: [topic],
    hasContent: initial.version,
    onUpdate: receive,
    ask: () => request(),
    poll,
    onReturn: () => setNews((said) => [words?.connection_back, said].filter(Boolean).join(" ")),
  });

  const offline = () => (shownVersion() ? offlineText(checked, words) : words.unavailable);
  const isSilent = checked ? !element.current.textContent : !words?.published;
  const status = words && !isSilent && (
    <p role="status" className={checked ? "live-loading" : "visually-hidden"}>
      {checked ? offline() : news}
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
