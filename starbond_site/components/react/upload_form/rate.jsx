/** Speed is that of the last seconds: shorter, and the figures jump; longer, and they tell of a line that was. */
const WINDOW_MS = 8000;
/** Figures are shown from then on, and change at most so often. */
const EVERY_MS = 1000;

/** Returns a function that is told how much is sent, and returns {speed, left} in bytes a second and seconds; at first null. */
export function rateOf(size) {
  const samples = [];
  let [shown, shownAt] = [null, 0];
  return (sent) => {
    const now = performance.now();
    samples.push([now, sent]);
    while (samples.length > 2 && samples[1][0] < now - WINDOW_MS) samples.shift();
    const [began, before] = samples[0];
    if (sent > before && now - began >= EVERY_MS && now - shownAt >= EVERY_MS) {
      const speed = (1000 * (sent - before)) / (now - began);
      [shown, shownAt] = [{ speed, left: Math.ceil((size - sent) / speed) }, now];
    }
    return shown;
  };
}
