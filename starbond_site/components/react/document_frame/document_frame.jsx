import { useEffect, useRef, useState } from "react";
import { parse } from "../live/rows.jsx";
import { subscribe } from "../live/updates.jsx";

const SPREAD_MS = 2_000;

/**
 * An element that the server may have filled: React keeps its content at hydration and afterwards. Otherwise
 * it holds its children. Buttons with `data-copy` are shown where the browser can copy, and say that they did.
 *
 * With `topics` the page is read again whenever one of them changes, and whenever a change may have been missed. What
 * was typed into it stays: then it is left as it is, and says `changed`.
 */
export function DocumentFrame({ mark, className, topics, state, changed, children }) {
  const element = useRef(null);
  const [isOld, setOld] = useState(false);
  const [written] = useState(() => globalThis.document?.querySelector(`[data-live="${mark}"]`)?.innerHTML);

  const showButtons = () => {
    if (!navigator.clipboard) return;
    element.current.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = false));
  };
  useEffect(showButtons, []);
  useEffect(() => {
    if (!topics || written === undefined) return;
    // Of the desk: what is the answer to a form, or has scripts of its own, is not read again.
    if (changed && !element.current.querySelector("[data-follows]")) return;
    let shown = written;
    const read = async () => {
      const page = await fetch(location.href, { cache: "no-cache" });
      const found = parse(await page.text()).querySelector(`[data-live="${mark}"]`)?.innerHTML;
      if (found === undefined || found === shown) return;
      if (hasInput(element.current)) return setOld(true);
      element.current.innerHTML = shown = found;
      showButtons();
    };
    let timer;
    const readAgain = (milliseconds = 0) => {
      clearTimeout(timer);
      // Where the page cannot be read, the next change reads it.
      timer = setTimeout(() => read().catch(() => {}), milliseconds);
    };
    // All pages learn of a change at once.
    const onUpdate = ({ version }) => version && readAgain(SPREAD_MS * Math.random());
    const onConnected = (_way, isOpen, hasMissed) => isOpen && hasMissed && readAgain();
    const endings = topics.map((topic) => subscribe(state, topic, onUpdate, onConnected, () => readAgain()));
    return () => endings.forEach((end) => end());
  }, []);

  const copy = async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const said = button.parentElement.querySelector("[data-said]");
    said.textContent = "";
    await navigator.clipboard.writeText(button.dataset.copy);
    said.textContent = said.dataset.said;
  };
  const content = written === undefined ? { children } : { dangerouslySetInnerHTML: { __html: written } };
  return (
    <>
      {changed && (
        <div role="status" className="container">
          {isOld && <p className="desk__note">{changed}</p>}
        </div>
      )}
      <div ref={element} className={className} data-live={mark} onClick={copy} suppressHydrationWarning {...content} />
    </>
  );
}

/** Returns whether somebody has typed or chosen something in the forms of an element. */
function hasInput(element) {
  const fresh = element.cloneNode(true);
  fresh.querySelectorAll("form").forEach((form) => form.reset());
  const given = (parent) => [...parent.querySelectorAll("input, select, textarea")].map((field) => [field.value, field.checked]);
  return JSON.stringify(given(element)) !== JSON.stringify(given(fresh));
}
