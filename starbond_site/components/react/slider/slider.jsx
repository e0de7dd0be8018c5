/** The home slider: one slide at a time, with arrows and indicators. */
import { Carousel } from "../carousel/carousel.jsx";

export function Slider(props) {
  return <Carousel {...props} className="slider" arrows indicators />;
}
