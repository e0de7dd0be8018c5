/** Several cards side by side, by window width; loops, without arrows during autoplay. */
import { Children } from "react";

import { Carousel } from "../carousel/carousel.jsx";

export function MultiCarousel({ shown, ...props }) {
  const count = Children.count(props.children);
  const style = Object.fromEntries(shown.map((places, band) => [`--shown-${band}`, places]));
  // Where all cards are in view there is nothing to control.
  const rests = shown.map((places, band) => (places === count ? ` rests-${band}` : "")).join("");
  return <Carousel {...props} className={`multi-carousel${rests}`} style={style} />;
}
