import { useEffect, useRef, useState } from "react";
import { parse } from "../live/rows.jsx";
import { ageOf, offlineText, useCurrent } from "../live/updates.jsx";

/**
 * An element that the server may have filled: React keeps its content at hydration and afterwards. Otherwise
 * it holds its children. Buttons with `data-copy` are shown where the browser can copy, and say that they did.
 *
 * With `topics` the page is read again whenever one of them changes, and whenever a change may have been missed. What
 * was typed into it stays: then it is left as it is, and says `changed`. With `words` it says since when it has not heard.
 */
export function DocumentFrame({ mark, className, topics, state, changed, words, children }) {
  const element = useRef(null);
  const [isOld, setOld] = useState(false);
  const [written] = useState(() => globalThis.document?.querySelector(`[data-live="${mark}"]`)?.innerHTML);
  const known = useRef({ shown: written }).current;
  // Of the desk: what is the answer to a form, or has scripts of its own, is not read again.
  const isFollowing = written !== undefined && (!changed || written.includes("data-follows"));

  const showButtons = () => {
    if (!navigator.clipboard) return;
    element.current.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = false));
  };
  useEffect(showButtons, []);
  const read = async () => {
    const page = await fetch(location.href, { cache: "no-cache" });
    const found = parse(await page.text()).querySelector(`[data-live="${mark}"]`)?.innerHTML;
    if (found === undefined) throw new Error(`${page.status} for ${location.pathname}`);
    if (found !== known.shown) {
      if (hasInput(element.current)) setOld(true);
      else {
        const open = [...element.current.querySelectorAll("details[open]")].map((folded) => folded.id);
        element.current.innerHTML = known.shown = found;
        element.current.querySelectorAll("details").forEach((folded) => (folded.open ||= open.includes(folded.id || "-")));
      }
      showButtons();
    }
    return { age: ageOf(page.headers), isCurrent: true };
  };
  const { checked } = useCurrent({
    state,
    topics: (isFollowing && topics) || [],
    hasContent: true,
    onUpdate: () => false,
    read,
    isPage: true,
    isPolled: Boolean(words),
  });

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
      {checked && <p role="status" className="live-loading container">{offlineText(checked, words)}</p>}
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
