import { createElement, useState } from "react";

/** An element whose content the code for browsers does not have: it keeps that in the page, also where it is drawn again. */
export function Prerendered({ element, part, html, ...props }) {
  const [kept] = useState(() => globalThis.document?.querySelector(`[data-part="${part}"]`)?.innerHTML ?? "");
  return createElement(element, { ...props, "data-part": part, dangerouslySetInnerHTML: { __html: html ?? kept } });
}
