import { fill } from "./digits.jsx";

const MINUTE_MS = 60_000;
const CLOCK = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" };

/**
 * Returns what the company's clocks show at a moment, as a Date whose UTC fields say it.
 *
 * `zone` comes from `local_time.in_browser`: minutes east of UTC, or the name of a zone whose clocks are changed. Only a
 * name asks `Intl`, which takes 70 ms at its first call on a cheap phone.
 */
export function clockAt(moment, zone) {
  if (typeof zone === "number") return new Date(moment + zone * MINUTE_MS);
  const parts = new Intl.DateTimeFormat("en", { ...CLOCK, timeZone: zone }).formatToParts(moment);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** Returns a moment's day in the company's time, as `Site.long_date` of `content/site.py` writes it. */
export function longDate(moment, { date, months, digits, zone }) {
  const day = clockAt(moment, zone);
  const values = { day: day.getUTCDate(), month: months[day.getUTCMonth()], year: day.getUTCFullYear() };
  return fill(date, values, digits);
}
