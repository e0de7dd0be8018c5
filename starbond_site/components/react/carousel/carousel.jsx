/**
 * The carousel of which slider and multi-carousel are variants.
 *
 * The server renders every slide; Embla only moves them. Before Embla runs, and without scripts, the viewport is a
 * scroll container with scroll snap: nothing is hidden, and nothing shifts when Embla starts.
 */
import { Children, useRef, useState } from "react";

import { fill } from "../digits.jsx";
import { savesData, useAutoplay, usePause, useInView, useReducedMotion } from "./autoplay.jsx";
import { IconButton } from "./parts.jsx";
import { useDeferredPictures } from "./pictures.jsx";
import { useTrack } from "./track.jsx";

const FIELDS = "input, textarea, select, [contenteditable]";
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export function Carousel(props) {
  const { label, words, digits, intervals, swipe = 40, keyboard = true, touch = true, wrap = true, className, style } = props;
  const slides = Children.toArray(props.children);
  const count = slides.length;
  const root = useRef(null);
  const viewport = useRef(null);
  const reducedMotion = useReducedMotion();
  const [chosen, choose] = useState();
  const { paused, pause, events } = usePause(root, props.pauseOnHover ?? true);
  const visible = useInView(root);
  // Embla measures the layout, which is slow on a cheap phone during hydration: it starts after the first report of visibility.
  const track = useTrack(viewport, { ready: visible !== undefined, count, swipe, touch, wrap, reducedMotion, pause });
  const stopped = chosen ?? (reducedMotion || (track.live && savesData));
  const playing = track.live && !stopped && !paused;
  const wait = intervals[Math.min(track.index % count, intervals.length - 1)];
  // No autoplay outside the viewport: it would take processor time from the rest of the page.
  useAutoplay(playing && visible && !track.rests, track.index, wait, () => track.move(1));
  useDeferredPictures(root, track, track.live && visible, playing, paused);

  const onKeyDown = (event) => {
    const step = STEPS[event.key];
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!keyboard || !step || !track.live || track.rests || modified || event.target.closest(FIELDS)) return;
    event.preventDefault();
    track.move(step);
  };

  return (
    <section
      ref={root}
      role="group"
      aria-roledescription={words.role}
      aria-label={label}
      className={`carousel ${className}`}
      style={style}
      data-running={track.live || undefined}
      onKeyDown={onKeyDown}
      {...events}
    >
      {count > 1 && <Controls {...{ props, words, track, count, stopped }} toggle={() => choose(!stopped)} />}
      <div ref={viewport} className="carousel-viewport" data-next={words.next}>
        <div className="carousel-track" aria-live={playing ? "off" : "polite"}>
          {Array.from({ length: count * track.copies }, (_, position) => {
            const hidden = track.live && !track.shows(position);
            const number = (position % count) + 1;
            return (
              <div
                key={position}
                role="group"
                aria-roledescription={words.slide_role}
                aria-label={fill(words.position, { number, count }, digits)}
                aria-hidden={hidden || undefined}
                inert={hidden}
                className={position < count ? "carousel-slide" : "carousel-slide carousel-copy"}
              >
                {slides[number - 1]}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** The buttons, before the slides in the document: the pause button comes first in the tab order. */
function Controls({ props, words, track, count, stopped, toggle }) {
  // A multi-carousel has no arrows during autoplay; once it is stopped, they lead to the other slides.
  const arrows = props.arrows || stopped;
  const toggled = stopped ? "play" : "pause";
  return (
    <div className="carousel-controls">
      <IconButton name={toggled} words={{ [toggled]: words[toggled].replace("{label}", props.label) }} onClick={toggle} />
      {arrows && <IconButton name="previous" words={words} onClick={() => track.move(-1)} />}
      {props.indicators && (
        <div role="group" aria-label={words.indicators} className="carousel-dots">
          {Array.from({ length: count }, (_, position) => (
            <button
              key={position}
              type="button"
              className="carousel-dot"
              aria-label={fill(words.go_to, { number: position + 1, count }, props.digits)}
              aria-current={position === track.index % count || undefined}
              onClick={() => track.go(position)}
            />
          ))}
        </div>
      )}
      {arrows && <IconButton name="next" words={words} onClick={() => track.move(1)} />}
    </div>
  );
}
