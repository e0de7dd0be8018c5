/** Pictures of hidden slides get their address when their turn is near: `loading="lazy"` does not spare them. */
import { useEffect } from "react";

/** Load what is shown now, what comes next while the carousel moves by itself, and both neighbours once a person is at it. */
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
