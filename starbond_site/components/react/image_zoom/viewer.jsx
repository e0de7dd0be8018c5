/** The large picture in a native modal dialog: previous, next, pinch, plus and minus; closing returns the focus. */
import { useEffect, useRef, useState } from "react";

import { IconButton } from "../carousel/parts.jsx";
import { GalleryPicture } from "./gallery_picture.jsx";
import { LARGE, point } from "./zoom.jsx";

const REST = { scale: 1, x: 0, y: 0 };
const STEP = 1.5;
const MAX_SCALE = 4;
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function Viewer({ pictures, index, show, words, close }) {
  const dialog = useRef(null);
  const [view, setView] = useState(REST);
  const picture = pictures[index];
  useEffect(() => dialog.current.showModal(), []);

  const showNext = (step) => {
    setView(REST);
    show(index + step);
  };
  const zoom = (factor) => setView((old) => scaled(old, old.scale * factor));
  const pinch = usePinch(setView, zoom);
  const onKeyDown = (event) => {
    const arrow = ARROWS[event.key];
    if (event.key === "+" || event.key === "=") tools.zoom_in();
    else if (event.key === "-") tools.zoom_out();
    else if (arrow && view.scale > 1) setView((old) => ({ ...old, x: old.x + 60 * arrow[0], y: old.y + 60 * arrow[1] }));
    else if (arrow?.[0] && pictures.length > 1) showNext(-arrow[0]);
    else return;
    event.preventDefault();
  };
  const tools = { close: () => dialog.current.close(), zoom_out: () => zoom(1 / STEP), zoom_in: () => zoom(STEP) };
  if (pictures.length > 1) Object.assign(tools, { previous: () => showNext(-1), next: () => showNext(1) });
  const onBackdrop = (event) => event.target === dialog.current && dialog.current.close();
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={words.dialog_label}
      onClose={close}
      onClick={onBackdrop}
      onKeyDown={onKeyDown}
    >
      <div className="viewer-tools">
        {Object.entries(tools).map(([name, onClick]) => (
          <IconButton key={name} name={name} words={words} onClick={onClick} />
        ))}
      </div>
      <div className="viewer-stage" {...pinch}>
        <div style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}>
          <GalleryPicture picture={picture} sizes={`${LARGE.width}px`} />
        </div>
      </div>
      <p className="viewer-caption" aria-live="polite">
        {picture.alt}
      </p>
    </dialog>
  );
}

/** The view at another scale; at 1 it is centred again. */
function scaled(view, scale) {
  if (scale <= 1) return REST;
  const to = Math.min(MAX_SCALE, scale);
  return { scale: to, x: (view.x * to) / view.scale, y: (view.y * to) / view.scale };
}

/** Two pointers scale, one pointer moves the enlarged picture. */
function usePinch(setView, zoom) {
  const points = useRef(new Map());
  const spread = () => {
    const [a, b] = points.current.values();
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const lift = (event) => points.current.delete(event.pointerId);
  return {
    onPointerDown: (event) => {
      points.current.set(event.pointerId, point(event));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      const before = points.current.get(event.pointerId);
      if (!before) return;
      const now = point(event);
      const wide = points.current.size === 2 && spread();
      points.current.set(event.pointerId, now);
      if (wide) zoom(spread() / wide);
      else setView((old) => (old.scale > 1 ? { ...old, x: old.x + now.x - before.x, y: old.y + now.y - before.y } : old));
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}
