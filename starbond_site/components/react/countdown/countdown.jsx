import { useEffect } from "react";

import { inDigits } from "../digits.jsx";

const DAY = 86400;

/** Returns a time such as 12:31 or 23:12:31, from one day on in days; the counterpart of `duration` in `desk_html.py`. */
export function duration(seconds, words) {
  const days = Math.floor(seconds / DAY);
  if (days) return days === 1 ? words.day : words.days.replace("{days}", days);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * Counts from what was left when the server wrote the page, so that a wrong clock of the reader's machine does not
 * matter. Without scripts the text stays as it was written, beside the time that it is due.
 *
 * What the server writes anew after `data-due` seconds is asked for then: see `useCurrent` of `updates.jsx`.
 */
export function Countdown() {
  useEffect(() => {
    const began = new WeakMap();
    const passed = (element) => {
      if (!began.has(element)) began.set(element, Date.now());
      return (Date.now() - began.get(element)) / 1000;
    };
    const count = () => {
      for (const element of document.querySelectorAll("[data-due]")) {
        if (passed(element) < Number(element.dataset.due)) continue;
        delete element.dataset.due;
        dispatchEvent(new Event("due"));
      }
      for (const element of document.querySelectorAll("[data-seconds]")) {
        const { seconds: left, words, late, digits } = element.dataset;
        const seconds = Math.trunc(Number(left) - passed(element));
        const isLate = seconds <= 0;
        const text = (isLate ? late : words).replace("{time}", duration(Math.abs(seconds), element.dataset));
        element.textContent = inDigits(text, digits);
        element.classList.toggle("desk__left--late", isLate);
      }
    };
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, []);
  return null;
}
