/** Loads deferred pictures of a carousel shortly before they are shown; see `__init__.py`. */
import { useEffect } from "react";

/** Load the visible slides, the next one during autoplay, and both neighbours while pointer or focus is inside (`near`). */
export function useDeferredPictures(root, { index, shown, copies }, live, playing, near) {
  useEffect(() => {
    if (!live) return;
    const slides = root.current.querySelectorAll(".carousel-slide");
    const end = index + shown + (near || playing);
    for (let position = index - near; position < end; position++) {
      const slide = slides[(position + slides.length) % slides.length];
      for (const node of slide.querySelectorAll("[data-srcset], [data-src]")) {
        for (const name of Object.keys(node.dataset)) {
          node.setAttribute(name, node.dataset[name]);
          delete node.dataset[name];
        }
      }
    }
  }, [root, live, index, shown, copies, playing, near]);
}
