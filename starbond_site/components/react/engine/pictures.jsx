/** Pictures of hidden slides get their address when their turn is near: `loading="lazy"` does not spare them. */
import { useEffect } from "react";

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

/** Load what is shown now, what comes next while the carousel moves by itself, and both neighbours once a person is at it. */
export function useDeferredPictures(root, { index, shown, copies }, live, playing, near) {
  useEffect(() => {
    if (!live) return;
    const after = index + shown;
    const visible = Array.from({ length: shown }, (_, offset) => index + offset);
    load(root.current.querySelectorAll(".carousel-slide"), [
      ...visible,
      ...(near ? [index - 1] : []),
      ...(near || playing ? [after] : []),
    ]);
  }, [root, live, index, shown, copies, playing, near]);
}
