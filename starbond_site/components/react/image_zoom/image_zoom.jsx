/**
 * A product gallery: the main picture with a magnifier, thumbnails, and a dialog with the large picture.
 *
 * It follows the `change` events of a `select` elsewhere on the page through the document, so that both work without
 * the server and without a reference to each other.
 */
import { useEffect, useRef, useState } from "react";

import { fill, Icon } from "../carousel/parts.jsx";
import { GalleryPicture } from "./gallery_picture.jsx";
import { Viewer } from "./viewer.jsx";
import { LARGE, useZoom } from "./zoom.jsx";

export function ImageZoom({ sets, select, label, words, digits, sizes, hint = false }) {
  const { pictures, index, show } = useShown(sets, select);
  const [open, setOpen] = useState(false);
  const { view, ...zoom } = useZoom();

  const enlarge = (event) => {
    // Ignore the click that ends a long press; clicks from the keyboard have no `detail`.
    if (event.detail && zoom.pressed()) return;
    zoom.off();
    setOpen(true);
  };
  return (
    <div className="gallery">
      <div className="gallery-stage" ref={zoom.ref} {...zoom.events}>
        <button type="button" className="gallery-main" aria-haspopup="dialog" onClick={enlarge}>
          <GalleryPicture picture={pictures[index]} sizes={sizes} first />
          <span className="visually-hidden">{words.open}</span>
          <Icon name="enlarge" />
        </button>
        {view && (
          <div className="gallery-pane" data-leaving={view.leaving} aria-hidden="true" style={view.pane}>
            <div className="gallery-large" style={view.large}>
              <GalleryPicture picture={{ ...pictures[index], alt: "" }} sizes={`${LARGE.width}px`} />
            </div>
          </div>
        )}
        {hint && (
          <p className="gallery-hint" aria-hidden="true">
            <span>{words.hover_hint}</span>
            <span>{words.touch_hint}</span>
          </p>
        )}
      </div>
      <Thumbnails {...{ pictures, index, show, label, words, digits }} />
      {open && <Viewer {...{ pictures, index, show, words }} close={() => setOpen(false)} />}
    </div>
  );
}

/** The pictures of the size selected on the page (at first of the first size), and the index of the one that is shown. */
function useShown(sets, select) {
  const [{ size, index }, setShown] = useState({ size: Object.keys(sets)[0], index: 0 });
  useEffect(() => {
    const query = `select[name="${select}"]`;
    const follow = ({ target }) => {
      if (!target?.matches?.(query)) return;
      // Another size starts with its first picture.
      setShown((old) => (old.size === target.value ? old : { size: target.value, index: 0 }));
    };
    follow({ target: document.querySelector(query) });
    document.addEventListener("change", follow);
    return () => document.removeEventListener("change", follow);
  }, [select]);
  const pictures = sets[size] ?? Object.values(sets)[0];
  const show = (next) => setShown({ size, index: (next + pictures.length) % pictures.length });
  return { pictures, index, show };
}

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** One tab stop; the arrow keys select a picture (roving tabindex). */
function Thumbnails({ pictures, index, show, label, words, digits }) {
  const group = useRef(null);
  const count = pictures.length;
  const onKeyDown = (event) => {
    const next = { Home: 0, End: count - 1 }[event.key] ?? (STEPS[event.key] && (index + STEPS[event.key] + count) % count);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    group.current.children[next].focus();
  };
  return (
    <div ref={group} role="group" aria-label={label} className="gallery-thumbs" onKeyDown={onKeyDown}>
      {count > 1 &&
        pictures.map((picture, position) => (
          <button
            key={position}
            type="button"
            className="gallery-thumb"
            aria-label={`${fill(words.thumbnail, { number: position + 1, count }, digits)}: ${picture.alt}`}
            aria-current={position === index || undefined}
            tabIndex={position === index ? 0 : -1}
            onClick={() => show(position)}
          >
            <GalleryPicture picture={{ ...picture, alt: "" }} sizes="96px" small />
          </button>
        ))}
    </div>
  );
}
