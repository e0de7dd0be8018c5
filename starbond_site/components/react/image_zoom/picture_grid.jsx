/** The pictures of a page side by side; each opens in the dialog of large pictures. Without scripts they just stand there. */
import { useState } from "react";

import { Icon } from "../carousel/parts.jsx";
import { GalleryPicture } from "./gallery_picture.jsx";
import { Viewer } from "./viewer.jsx";

export function PictureGrid({ pictures, words, sizes }) {
  const [index, setIndex] = useState(null);
  const show = (next) => setIndex((next + pictures.length) % pictures.length);
  return (
    <>
      <ul className="picture-grid">
        {pictures.map((picture, position) => (
          <li key={position}>
            <figure>
              <button type="button" className="gallery-main" aria-haspopup="dialog" onClick={() => show(position)}>
                <GalleryPicture picture={picture} sizes={sizes} lazy />
                <span className="visually-hidden">{words.open}</span>
                <Icon name="enlarge" />
              </button>
              {picture.caption && <figcaption>{picture.caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
      {index !== null && <Viewer {...{ pictures, index, show, words }} close={() => setIndex(null)} />}
    </>
  );
}
