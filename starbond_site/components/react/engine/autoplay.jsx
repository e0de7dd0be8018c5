/** When a carousel moves by itself, and what holds it. */
import { useEffect, useReducer, useRef, useState } from "react";

/** Whether the visitor asked for less motion; false while the page is prerendered. */
export function useReducedMotion() {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    const media = matchMedia("(prefers-reduced-motion: reduce)");
    const read = () => setCalm(media.matches);
    read();
    media.onchange = read;
    return () => (media.onchange = null);
  }, []);
  return calm;
}

/**
 * Whether the line is slow or its owner saves data: then nothing is fetched, and so nothing moves, that nobody asked for.
 * Known once, so that no carousel starts or stops under a reader's eyes; browsers that do not tell have fast lines.
 */
const line = globalThis.navigator?.connection;
export const thrifty = line?.saveData || /[23]g/.test(line?.effectiveType);

/** Call `next` once, `wait` milliseconds after the slide at `index` was chosen or the last hold ended. */
export function useAutoplay(playing, index, wait, next) {
  const latest = useRef();
  latest.current = next;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => latest.current(), wait);
    return () => clearTimeout(timer);
  }, [playing, index, wait]);
}

/** Whether the window shows the node, or nearly; undefined until the browser has said so. */
export function useInSight(node) {
  const [inSight, setInSight] = useState();
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => setInSight(entries.pop().isIntersecting), { rootMargin: "25%" });
    watcher.observe(node.current);
    return () => watcher.disconnect();
  }, [node]);
  return inSight;
}

/** Everything that holds a carousel without stopping it: the pointer, the focus, a drag, a hidden page. */
export function useHeld(root, hover) {
  const [reasons, hold] = useReducer((old, reason) => ({ ...old, ...reason }), {});
  useEffect(() => {
    const watch = () => hold({ page: document.hidden });
    watch();
    // The pointer and the focus may have been inside before the page came to life.
    hold({ pointer: hover && root.current.matches(":hover"), focus: root.current.matches(":focus-within") });
    document.addEventListener("visibilitychange", watch);
    return () => document.removeEventListener("visibilitychange", watch);
  }, [root, hover]);
  const events = {
    onPointerEnter: () => hold({ pointer: hover }),
    onPointerLeave: () => hold({ pointer: false }),
    onFocus: () => hold({ focus: true }),
    onBlur: (event) => hold({ focus: event.currentTarget.contains(event.relatedTarget) }),
  };
  return { held: Object.values(reasons).some(Boolean), hold, events };
}
