/** Embla with the swipe rule of `docs/requirements.md` (Home page and carousels) and with loops of few slides. */
import EmblaCarousel from "embla-carousel";
import { useEffect, useRef, useState } from "react";

const at = (event) => (event.touches ? (event.touches[0] ?? event.changedTouches[0]) : event).clientX;

/**
 * Embla decides by speed and half a slide. Here distance alone decides: more than `swipe` pixels move, fast or slow. The
 * distance is measured here, and replaces Embla's own decision at the end of the drag.
 */
function swipeRule(swipe, touch) {
  let start = 0;
  let last = 0;
  let from = 0;
  const follow = (event) => {
    last = at(event);
  };
  const listen = (method) => {
    for (const type of ["mousemove", "mouseup", "touchmove"]) window[method](type, follow, true);
  };
  return {
    watchDrag(api, event) {
      // Slides that are all in view have nowhere to go.
      if (!touch || api.scrollSnapList().length < 2) return false;
      start = last = at(event);
      from = api.selectedScrollSnap();
      listen("addEventListener");
      return true;
    },
    settle(api) {
      listen("removeEventListener");
      const distance = last - start;
      const size = api.slideNodes()[0].offsetWidth;
      const steps = Math.abs(distance) > swipe ? -Math.sign(distance) * Math.max(1, Math.round(Math.abs(distance) / size)) : 0;
      const count = api.slideNodes().length;
      api.scrollTo((from + steps + count) % count);
    },
  };
}

/** Run `action` in a task of its own without a timer's delay; return a function that cancels it. */
function inOwnTask(action) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = action;
  port2.postMessage(null);
  return () => port1.close();
}

/** Start Embla in `node`; call `onChange` with the visible slides now and after every change. */
function start(node, { swipe, touch, wrap, pause }, onChange) {
  const rule = swipeRule(swipe, touch);
  // Where the reader has scrolled to before this runs.
  const startIndex = Math.round(node.scrollLeft / node.querySelector(".carousel-slide").offsetWidth);
  node.scrollLeft = 0;
  const options = { loop: wrap, align: "start", startIndex, duration: 20, watchFocus: false, watchDrag: rule.watchDrag };
  const api = EmblaCarousel(node, options);
  const read = () => onChange({ live: true, index: api.selectedScrollSnap(), shown: inView(api) });
  const grab = (drag) => {
    node.toggleAttribute("data-dragging", drag);
    pause({ drag });
  };
  api
    .on("select", read)
    .on("reInit", () => {
      read();
      keepFocus(api);
    })
    .on("pointerDown", () => grab(true))
    .on("pointerUp", () => {
      rule.settle(api);
      keepFocus(api);
      grab(false);
    });
  read();
  return api;
}

/** Run Embla in `viewport` once it is `ready`; return the visible slides and the functions that move it. */
export function useTrack(viewport, { ready, count, swipe, touch, wrap, reducedMotion, pause }) {
  const embla = useRef(null);
  const waiting = useRef(null);
  const [state, setState] = useState({ live: false, index: 0, shown: 1 });
  // Where all slides are in view, side by side, none moves. Where all but one are, they are rendered twice: Embla rounds
  // sizes to whole pixels, and does not loop where the slides that are left seem to be a pixel too short for the view.
  const rests = state.live && state.shown === count;
  const copies = state.live && wrap && state.shown === count - 1 ? 2 : 1;

  useEffect(() => {
    if (!ready) return;
    let api;
    // All carousels of a page become ready at once, and each measures the layout: one task each avoids a long task.
    const cancel = inOwnTask(() => {
      api = embla.current = start(viewport.current, { swipe, touch, wrap, pause }, setState);
      waiting.current?.(api);
    });
    return () => {
      cancel();
      api?.destroy();
    };
  }, [viewport, ready, swipe, touch, wrap, pause]);

  const run = (action) => {
    // Pressed before Embla runs.
    if (!embla.current) return (waiting.current = action);
    action(embla.current);
    keepFocus(embla.current);
  };
  const total = count * copies;
  return {
    ...state,
    copies,
    rests,
    go: (index) => run((api) => api.scrollTo(index, reducedMotion)),
    move: (step) => run((api) => api[step > 0 ? "scrollNext" : "scrollPrev"](reducedMotion)),
    shows: (position) => (position - state.index + total) % total < state.shown,
  };
}

const inView = (api) => Math.round(api.rootNode().clientWidth / api.slideNodes()[0].offsetWidth) || 1;

/** A slide that leaves the view becomes inert; focus inside it moves to the slide that is now in view. */
function keepFocus(api) {
  const slides = api.slideNodes();
  const from = slides.findIndex((slide) => slide.matches(":focus-within"));
  const index = api.selectedScrollSnap();
  if (from < 0 || (from - index + slides.length) % slides.length < inView(api)) return;
  const slide = slides[index];
  slide.inert = false;
  slide.removeAttribute("aria-hidden");
  slide.tabIndex = -1;
  slide.focus({ preventScroll: true });
  slide.addEventListener("blur", () => slide.removeAttribute("tabindex"), { once: true });
}
