import { inDigits } from "./digits.jsx";

const DHAKA_MS = 6 * 3600 * 1000;

/** A moment's day in Dhaka, which has no summer time, as `content/formats.long_date` writes it; `Intl` is slow at its first call. */
export function longDate(moment, { date, months, digits }) {
  const day = new Date(moment + DHAKA_MS);
  const values = { day: day.getUTCDate(), month: months[day.getUTCMonth()], year: day.getUTCFullYear() };
  return inDigits(date.replace(/\{(\w+)\}/g, (_, name) => values[name]), digits);
}
