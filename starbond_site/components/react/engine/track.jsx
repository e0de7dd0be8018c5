/** The moving part: Embla, kept to the specification's swipe rule and to endless strips of few cards. */
import EmblaCarousel from "embla-carousel";
import { useEffect, useRef, useState } from "react";

const at = (event) => (event.touches ? (event.touches[0] ?? event.changedTouches[0]) : event).clientX;

/**
 * Embla decides by speed and half a slide; the specification decides by distance alone: more than `swipe` pixels
 * move, fast or slow. So the way of the finger is measured here, and Embla's own choice is replaced when it lets go.
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
      if (!touch) return false;
      start = last = at(event);
      from = api.selectedScrollSnap();
      listen("addEventListener");
      return true;
    },
    settle(api) {
      listen("removeEventListener");
      const way = last - start;
      const size = api.slideNodes()[0].offsetWidth;
      const steps = Math.abs(way) > swipe ? -Math.sign(way) * Math.max(1, Math.round(Math.abs(way) / size)) : 0;
      const count = api.slideNodes().length;
      api.scrollTo((from + steps + count) % count);
    },
  };
}

/** Call `action` in a task of its own, which no timer delays; answer how to call it off. */
function inOwnTask(action) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = action;
  port2.postMessage(null);
  return () => port1.close();
}

/** Start Embla in `node`, and `tell` what it shows now and whenever that changes. */
function start(node, { swipe, touch, wrap, hold }, tell) {
  const rule = swipeRule(swipe, touch);
  node.scrollLeft = 0;
  const options = { loop: wrap, align: "start", duration: 20, watchFocus: false, watchDrag: rule.watchDrag };
  const api = EmblaCarousel(node, options);
  const read = () => tell({ live: true, index: api.selectedScrollSnap(), shown: inView(api) });
  const grab = (drag) => {
    node.toggleAttribute("data-dragging", drag);
    hold({ drag });
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

/** Run the engine in `viewport` once it is `ready`; answer what is shown and how to move. */
export function useTrack(viewport, { ready, count, swipe, touch, wrap, calm, hold }) {
  const engine = useRef(null);
  const [state, setState] = useState({ live: false, index: 0, shown: 1 });
  // An endless strip needs more slides than it shows; too few are shown twice.
  const copies = wrap && count > 1 && state.shown >= count ? Math.ceil((state.shown + 1) / count) : 1;

  useEffect(() => {
    if (!ready) return;
    let api;
    // The browser tells all carousels of a page at once, and each measures the page as it starts: a long task together.
    const callOff = inOwnTask(() => {
      api = engine.current = start(viewport.current, { swipe, touch, wrap, hold }, setState);
    });
    return () => {
      callOff();
      api?.destroy();
    };
  }, [viewport, ready, swipe, touch, wrap, hold]);

  const turn = (action) => {
    action(engine.current);
    keepFocus(engine.current);
  };
  const total = count * copies;
  return {
    ...state,
    copies,
    go: (index) => turn((api) => api.scrollTo(index, calm)),
    move: (step) => turn((api) => api[step > 0 ? "scrollNext" : "scrollPrev"](calm)),
    shows: (position) => (position - state.index + total) % total < Math.min(state.shown, count),
  };
}

const inView = (api) => Math.round(api.rootNode().clientWidth / api.slideNodes()[0].offsetWidth) || 1;

/** A slide that goes out of view becomes inert; the focus inside it passes to the slide that came. */
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
