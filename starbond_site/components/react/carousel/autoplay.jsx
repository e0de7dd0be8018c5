/** Autoplay of a carousel: when it runs, and what pauses it (WCAG 2.2 SC 2.2.2). */
import { useEffect, useReducer, useRef, useState } from "react";

/** Whether the visitor prefers reduced motion; false while the page is prerendered. */
export function useReducedMotion() {
  const [reducedMotion, setReducedMotion] = useState(false);
  useEffect(() => {
    const media = matchMedia("(prefers-reduced-motion: reduce)");
    const read = () => setReducedMotion(media.matches);
    read();
    media.onchange = read;
    return () => (media.onchange = null);
  }, []);
  return reducedMotion;
}

/**
 * Whether the connection is slow or the visitor saves data: autoplay is then off, so that no picture is fetched unasked.
 * Read once, so that no carousel starts or stops while it is read. Without the Network Information API: a fast connection.
 */
const connection = globalThis.navigator?.connection;
export const savesData = connection?.saveData || /[23]g/.test(connection?.effectiveType);

/** Call `next` once, `wait` milliseconds after the slide at `index` was chosen or the last pause ended. */
export function useAutoplay(playing, index, wait, next) {
  const latest = useRef();
  latest.current = next;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => latest.current(), wait);
    return () => clearTimeout(timer);
  }, [playing, index, wait]);
}

/** Whether the node is within a quarter of a window height of the viewport; undefined until the browser has reported it. */
export function useInView(node) {
  const [visible, setVisible] = useState();
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => setVisible(entries.pop().isIntersecting), { rootMargin: "25%" });
    watcher.observe(node.current);
    return () => watcher.disconnect();
  }, [node]);
  return visible;
}

/** Temporary pauses: pointer over the carousel, focus inside, a drag, a hidden page. */
export function usePause(root, hover) {
  const [reasons, pause] = useReducer((old, reason) => ({ ...old, ...reason }), {});
  useEffect(() => {
    const watch = () => pause({ page: document.hidden });
    watch();
    // Pointer or focus may have been inside before hydration.
    pause({ pointer: hover && root.current.matches(":hover"), focus: root.current.matches(":focus-within") });
    document.addEventListener("visibilitychange", watch);
    return () => document.removeEventListener("visibilitychange", watch);
  }, [root, hover]);
  const events = {
    onPointerEnter: () => pause({ pointer: hover }),
    onPointerLeave: () => pause({ pointer: false }),
    onFocus: () => pause({ focus: true }),
    onBlur: (event) => pause({ focus: event.currentTarget.contains(event.relatedTarget) }),
  };
  return { paused: Object.values(reasons).some(Boolean), pause, events };
}
