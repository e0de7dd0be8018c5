/* How content stays current: by websocket, EventSource and HTTP, when a page comes back, and by polling while offline. */
import { useEffect, useRef, useState } from "react";
import { clockAt } from "../dates.jsx";
import { inDigits } from "../digits.jsx";
import { isListening } from "./fanout.jsx";

const OFFLINE_AFTER_MS = 10_000;
const AWAY_MS = 30_000;
const POLL_MS = 7_500;
const SPREAD_MS = 3_000;
const ATTEMPTS = 5;

/** Returns the address of updates by EventSource, which the server writes into the page where they are set up. */
const fanoutAddress = () => globalThis.document?.querySelector("[data-fanout]")?.dataset.fanout;

/** Resolves after some milliseconds. */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Returns whether the address of this page selects a part of a list: an older page, a search, a year. */
export function isSelection(topic) {
  const query = new URLSearchParams(location.search);
  if (topic !== "filings") return query.get("list") === topic;
  return ["list", "page", "q", "year", "type", "sort"].some((name) => query.get(name));
}

/** Resolves to the whole content of a topic, as the address of this page selects it, or to its version where that is shown. */
export async function wholeOf(topic, language, version) {
  const query = new URLSearchParams(location.search);
  query.set("language", language);
  query.set("version", version);
  const response = await fetch(`/api/live/${topic}?${query}`, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status} for ${topic}`);
  return { ...(await response.json()), age: ageOf(response.headers) };
}

/** Returns how many milliseconds ago the site wrote an answer: nginx sends what it kept while the site is away. */
export const ageOf = (headers) => Date.parse(headers.get("Date")) - Date.parse(headers.get("Site-Time")) || 0;

/**
 * Keeps the content of an element current.
 *
 * Calls `onUpdate` with every update of the topics, which says whether it leaves nothing newer that is known; otherwise, and whenever
 * something may have been missed, calls `read`: there is a connection again, the browser brings the page back (bfcache), it was hidden
 * or the computer asleep for a while, or a moment has come that changes it (`countdown.jsx`). While the content has not been known to
 * be current for a while, `read` is called again and again, until `onReturn`. It resolves to the age of what it got (`ageOf`), and
 * whether that leaves nothing newer.
 *
 * `state` has a var for each topic. Updates are events of the window: `socket` (`reflex_adapter/build/server.py`) and `source`
 * (`fanout.jsx`).
 *
 * @param isPage whether a whole page is read, which has no version and costs more.
 *
 * Returns, while the content is polled, when it was last known to be current and whether the last poll found that out.
 */
export function useCurrent({ state, topics, hasContent, onUpdate, read, isPage = false, isPolled = true, onReturn = () => {} }) {
  const [outdatedSince, setOutdatedSince] = useState(Date.now);
  const open = useRef(new Set()).current;
  const asking = useRef();
  const setOutdated = (since = Date.now()) => setOutdatedSince((before) => before || since);
  const setCurrent = () => open.size && setOutdatedSince(0);

  const ask = async (isTold) => {
    setOutdated();
    // A proxy may answer with what it kept; of a page nobody can tell, so that it is read twice.
    const answers = isPage ? 2 : 1;
    if (isTold && asking.current) return (asking.current.answers = answers);
    // What was asked before a connection was lost says nothing of the time after.
    const own = (asking.current = { answers });
    // All pages are told of a version at once, so that each waits for a random time where there may be many.
    const waits = isTold && (isPage || fanoutAddress() || window.otherRelease);
    for (let attempt = waits ? 1 : 0; own.answers && attempt <= ATTEMPTS; attempt += 1) {
      if (attempt) await pause(SPREAD_MS * (attempt - 1 + Math.random()));
      const { isCurrent } = own === asking.current ? await read().catch(() => ({})) : {};
      if (own !== asking.current) return;
      if (!isCurrent) continue;
      setCurrent();
      own.answers -= 1;
      attempt = 1;
    }
    asking.current = undefined;
  };

  useEffect(() => {
    if (!topics.length) return;
    const ending = new AbortController();
    const on = (type, listener) => addEventListener(type, listener, { signal: ending.signal, capture: true });
    let seen = Date.now();
    let heard = seen;
    const askSince = async (since) => {
      setOutdated(since);
      // After a deployment all pages ask.
      if (window.otherRelease) await pause(SPREAD_MS * Math.random());
      ask();
    };
    const onConnected = (way, isOpen, hasMissed) => {
      open[isOpen ? "add" : "delete"](way);
      if (isOpen && (hasMissed || !hasContent)) askSince();
      else if (!open.size) setOutdated(heard);
    };
    const look = () => {
      if (document.hidden) return;
      // No timer runs while the computer sleeps: what matters is the time that has passed.
      if (Date.now() - seen > AWAY_MS) askSince(seen);
      seen = Date.now();
    };
    const timer = setInterval(look, OFFLINE_AFTER_MS);
    on("visibilitychange", look);
    on("pageshow", ({ persisted }) => persisted && askSince());
    // It comes on all open pages at once.
    on("due", () => pause(SPREAD_MS * Math.random()).then(() => ending.signal.aborted || askSince()));
    const onEvent = ({ type, detail: { isOpen, hasMissed = true, changed } }) => {
      // The loss of an EventSource is noticed at once.
      if (type === "source") heard = Date.now();
      if (isOpen !== undefined) onConnected(type, isOpen, hasMissed);
      heard = Date.now();
      const updates = topics.map((topic) => changed?.(state, topic)).filter((update) => update?.version !== undefined);
      for (const update of updates) {
        // Of an update that another release wrote only the version has the same form in all of them.
        const isCurrent = onUpdate(window.otherRelease ? { version: update.version } : update);
        if (!isCurrent) ask(true);
        else if (!asking.current) setCurrent();
      }
    };
    on("socket", onEvent);
    on("source", onEvent);
    // In development a component that was changed is mounted anew while the websocket is open.
    if (window.isSocketOpen) onConnected("socket", true, true);
    if (fanoutAddress()) onConnected("source", isListening(fanoutAddress()), false);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, []);
  const poll = async () => {
    const { age } = await read();
    // Connected, and yet no answer came.
    if (open.size) ask();
    return age;
  };
  return { checked: usePolling(isPolled && topics.length ? outdatedSince : 0, poll, onReturn) };
}

/** Polls while content has not been known to be current for a while; `useCurrent` says what it is given and returns. */
function usePolling(outdatedSince, poll, onReturn) {
  const [checked, setChecked] = useState();
  useEffect(() => {
    if (!outdatedSince) return;
    const check = async () => {
      const age = await poll().catch(() => Infinity);
      if (!timer) return;
      setChecked(({ at }) => ({ isRecent: age < OFFLINE_AFTER_MS, at: Math.max(at, Date.now() - age) }));
      // Pages that lost their connection together do not ask together.
      timer = setTimeout(check, POLL_MS * (0.5 + Math.random()));
    };
    let isOffline;
    let timer = setTimeout(() => {
      isOffline = true;
      setChecked({ at: outdatedSince });
      timer = setTimeout(check, SPREAD_MS * Math.random());
    }, OFFLINE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      timer = 0;
      setChecked();
      if (isOffline) onReturn();
    };
  }, [!outdatedSince]);
  return checked;
}

/** Returns what is said while content is polled: when it was last known to be current, in the company's time. */
export function offlineText({ isRecent, at }, words) {
  const time = inDigits(clockAt(at, words.zone).toISOString().slice(11, 19), words.digits);
  return (isRecent ? words.polled : words.connection_lost).replace("{time}", time);
}
