import { useEffect, useState } from "react";
import { clockAt } from "../dates.jsx";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Says whether it is open at a time of the company's clocks, in minutes since 1970, and until or from when. */
export function openingAt(minutes, { days, first, last, words }) {
  // 1 January 1970 was a Thursday.
  const day = (Math.floor(minutes / DAY_MINUTES) + 4) % 7;
  const time = minutes % DAY_MINUTES;
  if (days.includes(day) && time >= first && time < last) return { isOpen: true, text: words.open.replace("{time}", words.closes) };
  for (let ahead = time < first ? 0 : 1; ahead <= 7; ahead++) {
    const next = (day + ahead) % 7;
    if (!days.includes(next)) continue;
    const name = ahead ? words.weekdays[next] : words.today;
    return { isOpen: false, text: words.closed.replace("{day}", name).replace("{time}", words.opens) };
  }
}

/** Open or closed now, by the company's clocks, wherever the reader is; read again at every full minute. Not announced: nobody waits for it. */
export function OpenNow(props) {
  const [now, setNow] = useState(null);
  useEffect(() => {
    let timer;
    const read = () => {
      setNow(Math.floor(clockAt(Date.now(), props.zone) / MINUTE_MS));
      timer = setTimeout(read, MINUTE_MS - (Date.now() % MINUTE_MS));
    };
    read();
    return () => clearTimeout(timer);
  }, []);
  const state = now === null ? null : openingAt(now, props);
  return (
    <p className="open-now" data-open={state?.isOpen}>
      {state?.text}
    </p>
  );
}
