/** Pictures of hidden slides get their address when their turn is near: `loading="lazy"` does not spare them. */
import { useEffect } from "react";

const LEAD = 3000; // milliseconds before its turn in which a picture has time to arrive

function load(slides, positions) {
  for (const position of positions) {
    const slide = slides[(position + slides.length) % slides.length];
    for (const node of slide.querySelectorAll("[data-srcset], [data-src]")) {
      for (const name of ["srcset", "src"]) {
        const value = node.getAttribute(`data-${name}`);
        if (value) node.setAttribute(name, value);
        node.removeAttribute(`data-${name}`);
      }
    }
  }
}

/** Load what is shown now, what comes next shortly before, one after the other, and both neighbours once a person is at it. */
export function useDeferredPictures(root, { index, shown, copies }, live, wait, near) {
  useEffect(() => {
    if (!live) return;
    const slides = root.current.querySelectorAll(".carousel-slide");
    const visible = Array.from({ length: shown }, (_, offset) => index + offset);
    load(slides, visible);
    const after = index + shown;
    if (near) load(slides, [index - 1, after]);
    if (wait === null) return;
    const timer = setTimeout(async () => {
      load(slides, [after]);
      await slides[after % slides.length].querySelector("img")?.decode().catch(Boolean);
      load(slides, [after + 1]);
    }, wait - LEAD);
    return () => clearTimeout(timer);
  }, [root, live, index, shown, copies, wait, near]);
}
