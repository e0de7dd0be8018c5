import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { announce, applyChange, parse, shownIn } from "./rows.jsx";
import { isSelection, offlineText, useCurrent, wholeOf } from "./updates.jsx";

/**
 * An element whose content the server writes: before the first paint, and again when something is published.
 *
 * React keeps the content as it is, at hydration and afterwards; an update changes it in place, so that focus and typed
 * text stay. The higher version wins. What cannot be applied here (a change that follows another version, an older page
 * of the list, a search) is requested as a whole; `useCurrent` says when.
 */
export function Live({ topic, state, language, element: Element = "div", className, loading, words }) {
  const element = useRef(null);
  const [initial] = useState(() => contentOf(topic) ?? { html: { __html: loading && `<p class="live-loading">${loading}</p>` } });
  const [news, setNews] = useState({ text: "", number: 0 });
  /** A new element each time: screen readers are silent where a text takes the place of an equal one. */
  const say = (write) =>
    setNews((before) => {
      const text = write(before.text);
      return text || before.text ? { text, number: before.number + 1 } : before;
    });
  const known = useRef({ newest: 0 }).current;
  const shownVersion = () => Number(element.current.dataset.version ?? 0);

  /** Shows an update where it can be applied; returns whether nothing newer is known. */
  const receive = (update) => {
    known.newest = Math.max(known.newest, update.version);
    if (update.version > shownVersion()) show(update);
    return shownVersion() >= known.newest;
  };
  const show = (update) => {
    const shown = shownVersion();
    const isPart = isSelection(topic);
    const html = update.html?.[language];
    if (html === undefined && (update.follows !== shown || isPart)) return;
    const before = words.published && shownIn(element.current);
    const link = element.current.contains(document.activeElement) && document.activeElement.getAttribute("href");
    if (html === undefined) applyChange(element.current, update, language, words.digits);
    else replace(element.current, html);
    if (link && !element.current.contains(document.activeElement)) {
      element.current.querySelector(`a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
    }
    element.current.dataset.version = update.version;
    if (shown && before) {
      const text = announce(element.current, before, update.withdrawn ?? [], isPart, words);
      say(() => text);
    }
  };
  const { checked } = useCurrent({
    state,
    topics: [topic],
    hasContent: initial.version,
    onUpdate: receive,
    read: async () => {
      say(() => "");
      const { age, ...whole } = await wholeOf(topic, language, shownVersion());
      return { age, isCurrent: receive(whole) };
    },
    onReturn: () => say((said) => [words.connection_back, said].filter(Boolean).join(" ")),
  });

  const offline = () => (shownVersion() ? offlineText(checked, words) : words.unavailable);
  const isSilent = checked ? !element.current.textContent : !words.published;
  const status = !isSilent && (
    <p role="status" className={checked ? "live-loading" : "visually-hidden"}>
      {checked ? offline() : news.text && <span key={news.number}>{news.text}</span>}
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

/** Replaces the content, except what stays equal, such as a search box in use. */
function replace(element, html) {
  const old = [...element.childNodes];
  const wanted = [...parse(html).childNodes].map((node) => {
    const index = old.findIndex((present) => present.isEqualNode(node));
    return index < 0 ? node : old.splice(index, 1)[0];
  });
  old.forEach((node) => node.remove());
  wanted.forEach((node, index) => {
    if (element.childNodes[index] !== node) element.insertBefore(node, element.childNodes[index] ?? null);
  });
}
