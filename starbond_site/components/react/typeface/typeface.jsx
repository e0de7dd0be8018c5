import { useEffect } from "react";
import { again } from "../again.jsx";

const USES = ["pointerdown", "keydown", "scroll"];
/** Pixels by which a browser may draw a letter wider or narrower in another weight, by its hinting. */
const HINTED_PX = 0.5;

const heard = (events) => new Promise((go) => events.forEach((event) => addEventListener(event, go, { once: true, passive: true })));

/** Loads a face, and asks again after a pause, and when the line is back. */
const loaded = (family, { address, weight }) =>
  again(() => new FontFace(family, `url("${address}")`, { weight }).load())
    // A tunnel, a lift, another network.
    .catch(() => heard(["online"]).then(() => loaded(family, { address, weight })));

/** Returns how wide texts are, each in a line of its own; so large that it is not the same for another font by rounding. */
function widths(texts, style) {
  const probe = document.createElement("div");
  Object.assign(probe.style, { position: "absolute", visibility: "hidden", whiteSpace: "nowrap", fontSize: "100px", ...style });
  probe.append(...texts.map((text) => Object.assign(document.createElement("span"), { textContent: text })));
  document.body.append(probe);
  const found = Array.from(probe.children, (line) => line.getBoundingClientRect().width);
  probe.remove();
  return found;
}

/** The first letters of the page that are not Latin. */
const lettersOf = (page) => [...new Set(page.innerText.match(/\p{Lo}/gu))].slice(0, 8);

/** Whether text is drawn in the typeface, not in a font of the device. */
function isUsed(letters) {
  const [, ...others] = getComputedStyle(document.body).fontFamily.split(",");
  return widths([letters.join("")])[0] !== widths([letters.join("")], { fontFamily: others.join(",") })[0];
}

/** Whether the device has no font for the letters: each is the same box. */
const areBoxes = (letters) => letters.length > 2 && new Set(widths(letters)).size === 1;

/**
 * Looks after the typeface of a language. Browsers do without a regular face that is late or failed, and would not ask
 * again: here it is asked for until it comes, for the next page, and for this one where the device has no font to read it in.
 *
 * The bold face is loaded when the page is used, on a later page of a visit at once: a rule of the stylesheet would have
 * browsers fetch it before the first picture. It is added when it has arrived, so that no text is invisible while it loads,
 * and removed at once where the browser widens the bold that it synthesizes, since lines would move. It does not join a
 * font of the device. Visitors who save data do without it.
 */
export function Typeface({ family, regular, bold }) {
  useEffect(() => {
    const look = async () => {
      await document.fonts.ready;
      const letters = lettersOf(document.body);
      if (!isUsed(letters)) {
        const face = await loaded(family, regular);
        if (!areBoxes(letters)) return;
        document.fonts.add(face);
      }
      if (!bold || navigator.connection?.saveData) return;
      if (!scrollY && !document.referrer.startsWith(location.origin)) await heard(USES);
      const face = await loaded(family, bold);
      const text = (document.querySelector("h1") ?? document.body).innerText;
      const painted = widths([text], { fontWeight: bold.weight.split(" ")[0] })[0];
      document.fonts.add(face);
      const moved = widths([text], { fontWeight: bold.weight.split(" ")[0] })[0] - painted;
      if (Math.abs(moved) > HINTED_PX * text.length) document.fonts.delete(face);
    };
    look();
  }, []);
  return null;
}
