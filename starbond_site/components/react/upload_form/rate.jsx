/** Speed is that of the last seconds: shorter, and the figures jump; longer, and they tell of a line that was. */
const WINDOW_MS = 8000;
/** Figures are shown from then on, and change at most so often. */
const FIRST_MS = 1000;
const EVERY_MS = 1000;

/** How fast a file goes, and how long the rest takes. */
export class Rate {
  #samples = [];
  #shown = null;
  #shownAt = 0;

  /** The line was lost: what it took to come back is no speed. */
  restart() {
    this.#samples = [];
    this.#shown = null;
  }

  /** Returns {speed, left} in bytes a second and seconds, or null while it is not known. */
  at(sent, size) {
    const now = performance.now();
    this.#samples.push([now, sent]);
    while (this.#samples.length > 2 && this.#samples[1][0] < now - WINDOW_MS) this.#samples.shift();
    const [began, before] = this.#samples[0];
    if (now - began >= FIRST_MS && sent > before && (!this.#shown || now - this.#shownAt >= EVERY_MS)) {
      const speed = (1000 * (sent - before)) / (now - began);
      this.#shown = { speed, left: Math.ceil((size - sent) / speed) };
      this.#shownAt = now;
    }
    return this.#shown;
  }
}
