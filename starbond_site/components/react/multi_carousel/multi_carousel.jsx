/** Several cards side by side, by window width; loops, without arrows during autoplay. */
import { Carousel } from "../carousel/carousel.jsx";

export function MultiCarousel({ shown, ...props }) {
  const style = Object.fromEntries(shown.map((count, band) => [`--shown-${band}`, count]));
  return <Carousel {...props} className="multi-carousel" style={style} />;
}
