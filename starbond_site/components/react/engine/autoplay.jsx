/** When a carousel moves by itself, and what holds it. */
import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from "react";

const QUERY = "(prefers-reduced-motion: reduce)";

function subscribe(changed) {
  const media = matchMedia(QUERY);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}

/** Whether the visitor asked for less motion; false while the page is prerendered. */
export function useReducedMotion() {
  return useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches, () => false);
}

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
    hold({ pointer: root.current.matches(":hover"), focus: root.current.matches(":focus-within") });
    document.addEventListener("visibilitychange", watch);
    return () => document.removeEventListener("visibilitychange", watch);
  }, [root]);
  const events = {
    onPointerEnter: () => hold({ pointer: true }),
    onPointerLeave: () => hold({ pointer: false }),
    onFocus: () => hold({ focus: true }),
    onBlur: (event) => hold({ focus: event.currentTarget.contains(event.relatedTarget) }),
  };
  const { pointer, focus, drag, page } = reasons;
  return { held: Boolean((hover && pointer) || focus || drag || page), hold, events };
}
