import { latinDigits } from "../digits.jsx";

/** Units of work that one computation may take, about 20 ms on a cheap phone; more than any job that is not ordered by telephone. */
const MAX_STEPS = 200000;

/** Returns the greatest common divisor of two whole numbers (Euclid). */
const divisorOf = (one, other) => (other ? divisorOf(other, one % other) : one);

/**
 * Returns the packs for an amount with the least left over, and of those the fewest packs: `{ counts, total, over }`, where
 * `counts` has one number per size. Returns null where the amount is more than this computes.
 *
 * Exact, by dynamic programming over the sums that packs can make: with `fewest[sum]` known up to the largest sum that can be
 * best, the answer is the smallest reachable sum that is not less than the amount. Sums are counted in the greatest common
 * divisor of the sizes. The best sum is less than the amount plus the smallest size, since one pack less would not do.
 *
 * `sizes` are whole numbers above 0, in one unit with `amount`.
 */
export function bestPacks(sizes, amount) {
  const unit = sizes.reduce((one, other) => divisorOf(one, other));
  const steps = sizes.map((size) => size / unit);
  // Rounded up past errors of floating point, such as 0.1 * 3.
  const need = Math.ceil((amount / unit) * (1 - 1e-12));
  const last = need + Math.min(...steps) - 1;
  if (last > MAX_STEPS) return null;
  const fewest = new Int32Array(last + 1);
  const taken = new Int32Array(last + 1).fill(-1);
  for (let sum = 1; sum <= last; sum++) {
    for (let place = 0; place < steps.length; place++) {
      const before = sum - steps[place];
      if (before < 0 || (before > 0 && taken[before] < 0)) continue;
      if (taken[sum] < 0 || fewest[before] + 1 < fewest[sum]) {
        fewest[sum] = fewest[before] + 1;
        taken[sum] = place;
      }
    }
  }
  let best = need;
  while (taken[best] < 0) best++;
  const counts = sizes.map(() => 0);
  for (let sum = best; sum > 0; sum -= steps[taken[sum]]) counts[taken[sum]]++;
  return { counts, total: best * unit, over: best * unit - amount };
}

/** A number in groups of thousands, or of lakhs and crores. */
const GROUPED = /^[1-9](\d{0,2}(,\d{3})*|\d?(,\d\d)*),\d{3}(\.\d*)?$/;

/**
 * Returns a number as people type it, with Latin or Bangla digits, a point or comma, and in groups: 1,000 is a thousand,
 * 1,5 one and a half; NaN where it is none.
 */
export function numberOf(text) {
  const latin = latinDigits(text.trim());
  const plain = GROUPED.test(latin) ? latin.replaceAll(",", "") : latin.replace(",", ".");
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}
