/** A strip of cards: as many as the window's width allows, endless, without arrows. */
import { Carousel } from "../engine/carousel.jsx";

export function MultiCarousel({ shown, ...props }) {
  const style = Object.fromEntries(shown.map((count, band) => [`--shown-${band}`, count]));
  return <Carousel {...props} className="strip" style={style} />;
}
