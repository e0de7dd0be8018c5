/**
 * A product gallery: the main picture with a magnifier, thumbnails, and a dialog with the large picture.
 *
 * Until it is hydrated, CSS shows the chosen one of all pictures, its children. Then it follows the `change` events of a
 * `select` elsewhere on the page through the document, so that both work without the server and without a reference to each other.
 */
import { useEffect, useRef, useState } from "react";

import { Icon } from "../carousel/parts.jsx";
import { fill } from "../digits.jsx";
import { GalleryPicture } from "./gallery_picture.jsx";
import { Viewer } from "./viewer.jsx";
import { LARGE, useZoom } from "./zoom.jsx";

export function ImageZoom({ first, select, label, words, digits, sizes, children }) {
  const root = useRef(null);
  const { pictures, index, show, isLive } = useShown(root, first, select);
  const [open, setOpen] = useState(false);
  const { view, ...zoom } = useZoom();

  const enlarge = (event) => {
    // Ignore the click that ends a long press; clicks from the keyboard have no `detail`.
    if (event.detail && zoom.pressed()) return;
    zoom.off();
    setOpen(true);
  };
  return (
    <div ref={root} className="gallery" data-live={isLive || undefined}>
      <div className="gallery-stage" ref={zoom.ref} {...zoom.events}>
        <button type="button" className="gallery-main" aria-haspopup="dialog" onClick={enlarge}>
          <GalleryPicture picture={pictures[index]} sizes={sizes} first />
          {children}
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
      </div>
      <Thumbnails {...{ pictures, index, show, label, words, digits }} />
      {open && <Viewer {...{ pictures, index, show, words }} close={() => setOpen(false)} />}
    </div>
  );
}

/** The pictures of the size selected on the page, and the index of the one that is shown; `isLive` once scripts choose. */
function useShown(root, first, select) {
  const query = `select[name="${select}"]`;
  const [{ size, pictures, index }, setShown] = useState(() => ({
    pictures: first ?? ofSize(document, document.querySelector(query).options[0].value),
    index: 0,
  }));
  useEffect(() => {
    const follow = ({ target }) => {
      if (!target?.matches?.(query)) return;
      // Another size starts with its first picture.
      setShown((old) => (old.size === target.value ? old : { size: target.value, pictures: ofSize(root.current, target.value), index: 0 }));
    };
    const { value } = document.querySelector(query);
    const pictures = ofSize(root.current, value);
    // What was chosen before this ran stays.
    const index = Array.from(root.current.querySelectorAll(".gallery-thumb"), (thumb) => thumb.control.checked).indexOf(true);
    setShown({ size: value, pictures, index: pictures[index] ? index : 0 });
    document.addEventListener("change", follow);
    return () => document.removeEventListener("change", follow);
  }, [select]);
  const show = (next) => setShown({ size, pictures, index: (next + pictures.length) % pictures.length });
  return { pictures, index, show, isLive: size !== undefined };
}

/** The pictures of a size, as `gallery` in `__init__.py` wrote them into the page. */
function ofSize(root, size) {
  return Array.from(root.querySelectorAll(`[data-of~="${size}"]`), (node) => {
    const image = node.querySelector("img");
    const [src, width, height, alt] = ["src", "width", "height", "alt"].map((name) => image.getAttribute(name));
    const sources = Array.from(node.querySelectorAll("source"), ({ type, srcset }) => ({ type, srcset }));
    return { sources, src, width, height, alt, colour: image.style.backgroundColor || undefined };
  });
}

/** Radio buttons: without scripts, CSS shows what they choose. */
function Thumbnails({ pictures, index, show, label, words, digits }) {
  const count = pictures.length;
  return (
    <div role="radiogroup" aria-label={label} className="gallery-thumbs">
      {count > 1 &&
        pictures.map((picture, position) => (
          <label key={position} className="gallery-thumb">
            <input
              type="radio"
              className="visually-hidden"
              name={label}
              autoComplete="off"
              aria-label={`${fill(words.thumbnail, { number: position + 1, count }, digits)}: ${picture.alt}`}
              checked={position === index}
              onChange={() => show(position)}
            />
            <GalleryPicture picture={{ ...picture, alt: "" }} sizes="96px" small />
          </label>
        ))}
    </div>
  );
}
