import { useEffect, useRef, useState } from "react";

/**
 * An element that the server may have filled: React keeps its content at hydration and afterwards. Otherwise
 * it holds its children. Buttons with `data-copy` are shown where the browser can copy, and say that they did.
 */
export function DocumentFrame({ mark, className, children }) {
  const element = useRef(null);
  const [written] = useState(() => globalThis.document?.querySelector(`[data-live="${mark}"]`)?.innerHTML);

  useEffect(() => {
    if (!navigator.clipboard) return;
    element.current.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = false));
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
    <div ref={element} className={className} data-live={mark} onClick={copy} suppressHydrationWarning {...content} />
  );
}
