import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { clockAt } from "../dates.jsx";
import { inDigits } from "../digits.jsx";
import { announce, applyChange, fill, parse, shownIn } from "./rows.jsx";
import { fanoutAddress, isSelection, subscribe, usePolling, wholeOf, wholeSince } from "./updates.jsx";

/**
 * An element whose content the server writes: before the first paint, and again when something is published.
 *
 * React keeps the content as it is, at hydration and afterwards; an update changes it in place, so that focus and typed
 * text stay. The higher version wins. What cannot be applied here (a change based on another version, an older page of
 * the list, a search) is requested as a whole. Updates come over the websocket, by EventSource where the page names
 * its address, and by polling while neither is connected.
 *
 * Whenever something may have been missed, the page asks with the version that it shows. It is current again when an
 * answer, or an update, leaves nothing newer that it has heard of.
 */
export function Live({ topic, state, language, element: Element, className, loading, words, template, onRefresh }) {
  const element = useRef(null);
  const [initial] = useState(() => contentOf(topic) ?? { html: { __html: loading && `<p class="live-loading">${loading}</p>` } });
  const [news, setNews] = useState("");
  const [outdatedSince, setOutdatedSince] = useState(Date.now);
  const known = useRef({ newest: 0, asked: 0 }).current;
  const shownVersion = () => Number(element.current.dataset.version ?? 0);
  const isLinked = () => known.socket || known.source;

  const request = (version = 0, since = Date.now()) => {
    setOutdatedSince((before) => before || since);
    setNews("");
    const asked = (known.asked += 1);
    // What was asked before a connection was lost says nothing of the time after.
    if (fanoutAddress()) wholeSince(version, topic, language, (view) => asked === known.asked && receive(view));
    else onRefresh(topic, shownVersion(), language, location.search);
  };
  const receive = (view, updateOf) => {
    const { version = 0 } = view;
    known.newest = Math.max(known.newest, version);
    if (version > shownVersion()) show(view, updateOf);
    if (version && isLinked() && shownVersion() >= known.newest) setOutdatedSince(0);
  };
  const show = (view, updateOf) => {
    const shown = shownVersion();
    const isPart = isSelection(topic);
    const row = view.row ?? (view.of && updateOf(view.of)?.added?.[0]);
    const html = view.html?.[language] ?? (row && fill(template, row, language));
    const isChange = view.base === shown && !isPart;
    if (html === undefined && !isChange) return request(view.version);
    const before = words?.published && shownIn(element.current);
    if (isChange) applyChange(element.current, view, template, language, words.digits);
    else replace(element.current, html);
    element.current.dataset.version = view.version;
    if (shown && before) setNews(announce(element.current, before, view.withdrawn ?? [], isPart, words));
  };
  const poll = async () => {
    receive(await wholeOf(topic, language));
    // Connected, and yet no answer came.
    if (isLinked()) request();
  };
  const checked = usePolling(outdatedSince, poll, () =>
    setNews((said) => [words?.connection_back, said].filter(Boolean).join(" ")),
  );

  useEffect(() => {
    const onConnected = (way, isOpen, hasMissed) => {
      known[way] = isOpen;
      if (isOpen && (hasMissed || !initial.version)) request();
      else if (isOpen) setOutdatedSince(0);
      else if (!isLinked()) setOutdatedSince((before) => before || Date.now());
    };
    return subscribe(state, topic, receive, onConnected, (since) => request(0, since));
  }, []);

  const offline = () => {
    if (!shownVersion()) return words.unavailable;
    return (checked.isRecent ? words.polled : words.connection_lost).replace("{time}", timeOf(checked.at, words));
  };
  const status = words && (checked || words.published) && (
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

/** Returns a moment as the time of day in the company's time, in the digits of a language. */
const timeOf = (moment, { digits, zone }) => inDigits(clockAt(moment, zone).toISOString().slice(11, 19), digits);
