import { createElement, useState } from "react";

/** An element that has no children in the code for browsers: it keeps those in the page, also where it is drawn again. */
export function Prerendered({ element, part, children, ...props }) {
  const [html] = useState(() => globalThis.document?.querySelector(`[data-part="${part}"]`)?.innerHTML ?? "");
  return createElement(element, {
    ...props,
    "data-part": part,
    ...(children === undefined ? { dangerouslySetInnerHTML: { __html: html } } : { children }),
  });
}
