import { useEffect } from "react";

/** Returns the width of the words of the page's heading. */
function width() {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("h1") ?? document.body);
  return words.getBoundingClientRect().width;
}

/**
 * Loads a face at hydration, which waits for the first picture: a rule of the stylesheet would have browsers fetch it
 * before that. It is added when it has arrived, so that no text is invisible while it loads, and removed at once where
 * it is not as wide as what was painted: the regular face came too late and a font of the device stands there, or the
 * browser widens the bold that it synthesizes. Visitors who save data keep that one.
 */
export function BoldFace({ family, address, weight }) {
  useEffect(() => {
    if (navigator.connection?.saveData) return;
    const add = (face) => {
      const painted = width();
      document.fonts.add(face);
      if (Math.abs(width() - painted) > 1) document.fonts.delete(face);
    };
    new FontFace(family, `url("${address}")`, { weight }).load().then(add, () => {});
  }, []);
  return null;
}
