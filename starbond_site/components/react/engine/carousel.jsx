/**
 * The carousel behind the slider and the strips.
 *
 * The server renders every slide; Embla only moves them. Until the engine runs, and where scripts never run, the
 * viewport scrolls by itself (scroll snap), so nothing is hidden and nothing shifts when the engine takes over.
 */
import { Children, useRef, useState } from "react";

import { thrifty, useAutoplay, useHeld, useInSight, useReducedMotion } from "./autoplay.jsx";
import { fill, IconButton } from "./parts.jsx";
import { useDeferredPictures } from "./pictures.jsx";
import { useTrack } from "./track.jsx";

const FIELDS = "input, textarea, select, [contenteditable]";
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export function Carousel(props) {
  const { label, words, language, intervals, swipe = 40, keyboard = true, touch = true, wrap = true, className, style } = props;
  const slides = Children.toArray(props.children);
  const count = slides.length;
  const root = useRef(null);
  const viewport = useRef(null);
  const calm = useReducedMotion();
  const [chosen, choose] = useState();
  const { held, hold, events } = useHeld(root, props.pauseOnHover ?? true);
  const inSight = useInSight(root);
  // The engine measures the page, and hydration has just kept a cheap phone busy: it waits until the browser has answered.
  const track = useTrack(viewport, { ready: inSight !== undefined, count, swipe, touch, wrap, calm, hold });
  const stopped = chosen ?? (calm || (track.live && thrifty));
  const playing = track.live && !stopped && !held;
  const wait = intervals[Math.min(track.index % count, intervals.length - 1)];
  // Where nobody looks, nothing moves: a cheap phone has other things to do.
  useAutoplay(playing && inSight, track.index, wait, () => track.move(1));
  useDeferredPictures(root, track, track.live && inSight, playing, held);

  const onKeyDown = (event) => {
    const step = STEPS[event.key];
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!keyboard || !step || !track.live || modified || event.target.closest(FIELDS)) return;
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
      data-live={track.live || undefined}
      onKeyDown={onKeyDown}
      {...events}
    >
      <Controls {...{ props, words, track, count, stopped }} toggle={() => choose(!stopped)} />
      <div ref={viewport} className="carousel-viewport">
        <div className="carousel-track" aria-live={playing ? "off" : "polite"}>
          {Array.from({ length: count * track.copies }, (_, position) => {
            const hidden = track.live && !track.shows(position);
            const number = (position % count) + 1;
            return (
              <div
                key={position}
                role="group"
                aria-roledescription={words.slide_role}
                aria-label={fill(words.position, { number, count }, language)}
                aria-hidden={hidden || undefined}
                inert={hidden}
                className="carousel-slide"
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

/** The buttons; they stand before the slides, so that a keyboard meets the pause button first. */
function Controls({ props, words, track, count, stopped, toggle }) {
  // A strip has no arrows while it runs; once a person has stopped it, they are the way to the rest.
  const arrows = props.arrows || stopped;
  return (
    <div className="carousel-controls">
      <IconButton name={stopped ? "play" : "pause"} words={words} onClick={toggle} />
      {arrows && <IconButton name="previous" words={words} onClick={() => track.move(-1)} />}
      {props.indicators && (
        <div role="group" aria-label={words.indicators} className="carousel-dots">
          {Array.from({ length: count }, (_, position) => (
            <button
              key={position}
              type="button"
              className="carousel-dot"
              aria-label={fill(words.go_to, { number: position + 1, count }, props.language)}
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
