/**
 * The enlarged view beside a picture (specification, section 4): it appears after 250 ms of hover and goes 150 ms after
 * leaving; by touch a press of 500 ms that stays within 5 px opens it over the picture, until the finger lifts.
 */
import { useEffect, useState } from "react";

export const LARGE = { width: 960, height: 740 };
const HOVER = 250;
const LEAVE = 150;
const FADE = 300;
const PRESS = 500;
const TOLERANCE = 5;
const GAP = 16;

/** Where a pointer is. */
export const point = (event) => ({ x: event.clientX, y: event.clientY });

/** Where the pane stands: beside the picture where there is room, over it otherwise, never outside the viewport. */
function placePane(stage, touch) {
  const page = document.documentElement;
  const right = page.clientWidth - stage.right - 2 * GAP;
  const left = stage.left - 2 * GAP;
  const wanted = 2 * stage.width;
  const room = right >= Math.min(wanted, left) ? right : left;
  const beside = !touch && room >= stage.width / 2;
  const width = beside ? Math.min(wanted, room) : stage.width;
  const top = Math.max(0, GAP - stage.top);
  const height = Math.min(stage.height, page.clientHeight - GAP - stage.top) - top;
  if (!beside) return { left: 0, top, width, height };
  return { left: room === right ? stage.width + GAP : -GAP - width, top, width, height };
}

/** How far the large picture is moved, so that the point under the pointer is in view. */
function shift(fraction, large, pane) {
  const free = pane - large;
  return free > 0 ? free / 2 : free * Math.min(1, Math.max(0, fraction));
}

function aim(stage, { x, y, touch }) {
  const box = stage.getBoundingClientRect();
  const pane = placePane(box, touch);
  const left = shift((x - box.left) / box.width, LARGE.width, pane.width);
  const top = shift((y - box.top) / box.height, LARGE.height, pane.height);
  return { pane, large: { transform: `translate(${left}px, ${top}px)` } };
}

export function useZoom() {
  const [view, setView] = useState(null);
  const [finger] = useState(() => gesture(setView));
  const on = Boolean(view) && !view.leaving;

  useEffect(() => {
    if (!on) return;
    const onKeyDown = (event) => event.key === "Escape" && finger.off();
    document.addEventListener("keydown", onKeyDown);
    window.addEventListener("scroll", finger.again);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("scroll", finger.again);
    };
  }, [on, finger]);

  return { view, ...finger };
}

/** The state behind the events; a plain object, since pointers move faster than React renders. */
function gesture(setView) {
  let stage, timer, at, start;
  let shown = false;
  let pressed = false;

  const later = (action, wait) => {
    clearTimeout(timer);
    timer = setTimeout(action, wait);
  };
  const again = () => shown && setView(aim(stage, at));
  const turnOn = () => {
    shown = true;
    pressed = at.touch;
    again();
  };
  /** Give up what was about to appear; what is fading goes on to fade. */
  const drop = () => later(() => setView(null), FADE);
  const off = () => {
    shown = false;
    setView((view) => view && { ...view, leaving: true });
    drop();
  };
  const note = (event) => {
    at = { ...point(event), touch: event.pointerType === "touch" };
  };
  // Only a finger that already holds the enlarged view keeps the page from scrolling.
  const hold = (event) => shown && event.preventDefault();
  const ref = (node) => {
    stage = node;
    stage.addEventListener("touchmove", hold, { passive: false });
    return () => clearTimeout(timer);
  };
  const lift = () => at.touch && off();

  const events = {
    onPointerEnter: (event) => {
      note(event);
      if (shown) clearTimeout(timer);
      else if (!at.touch) later(turnOn, HOVER);
    },
    onPointerLeave: () => {
      if (!shown) drop();
      else if (!at.touch) later(off, LEAVE);
    },
    onPointerDown: (event) => {
      note(event);
      pressed = false;
      if (!at.touch) return;
      if (!event.isPrimary) return lift();
      start = at;
      later(turnOn, PRESS);
    },
    onPointerMove: (event) => {
      note(event);
      if (shown) again();
      else if (at.touch && Math.hypot(at.x - start.x, at.y - start.y) > TOLERANCE) drop();
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onContextMenu: (event) => at.touch && event.preventDefault(),
  };
  return { ref, events, off, again, pressed: () => pressed };
}
