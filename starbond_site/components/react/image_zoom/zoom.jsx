/**
 * The magnifier beside a picture (`docs/requirements.md`, Image zoom): it opens after 250 ms of hover and closes 150 ms
 * after the pointer leaves; a touch of 500 ms that stays within 5 px opens it over the picture until the finger lifts.
 */
import { useEffect, useState } from "react";

export const LARGE = { width: 960, height: 740 };
const HOVER = 250;
const LEAVE = 150;
const FADE = 300;
const PRESS = 500;
const TOLERANCE = 5;
const GAP = 16;

/** The position of a pointer. */
export const point = (event) => ({ x: event.clientX, y: event.clientY });

/** The box of the pane: beside the picture where there is space, over it otherwise, never outside the viewport. */
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

/** The offset of the large picture that brings the point under the pointer into view. */
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
    window.addEventListener("scroll", finger.update);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("scroll", finger.update);
    };
  }, [on, finger]);

  return { view, ...finger };
}

/** The state behind the events; not React state, since pointer events are more frequent than renders. */
function gesture(setView) {
  let stage, timer, at, start;
  let shown = false;
  let pressed = false;

  const schedule = (action, wait) => {
    clearTimeout(timer);
    timer = setTimeout(action, wait);
  };
  const update = () => shown && setView(aim(stage, at));
  const turnOn = () => {
    shown = true;
    pressed = at.touch;
    update();
  };
  /** Cancel a pending opening; a pane that fades out continues to. */
  const cancel = () => schedule(() => setView(null), FADE);
  const off = () => {
    shown = false;
    setView((view) => view && { ...view, leaving: true });
    cancel();
  };
  const track = (event) => {
    at = { ...point(event), touch: event.pointerType === "touch" };
  };
  // Only a touch with the magnifier open prevents scrolling.
  const preventScroll = (event) => shown && event.preventDefault();
  const ref = (node) => {
    stage = node;
    stage.addEventListener("touchmove", preventScroll, { passive: false });
    return () => clearTimeout(timer);
  };
  const lift = () => at.touch && off();

  const events = {
    onPointerEnter: (event) => {
      track(event);
      if (shown) clearTimeout(timer);
      else if (!at.touch) schedule(turnOn, HOVER);
    },
    onPointerLeave: () => {
      if (!shown) cancel();
      else if (!at.touch) schedule(off, LEAVE);
    },
    onPointerDown: (event) => {
      track(event);
      pressed = false;
      if (!at.touch) return;
      if (!event.isPrimary) return lift();
      start = at;
      schedule(turnOn, PRESS);
    },
    onPointerMove: (event) => {
      track(event);
      if (shown) update();
      else if (at.touch && Math.hypot(at.x - start.x, at.y - start.y) > TOLERANCE) cancel();
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onContextMenu: (event) => at.touch && event.preventDefault(),
  };
  return { ref, events, off, update, pressed: () => pressed };
}
