/* How content stays current: by websocket, EventSource and HTTP, when a page comes back, and by polling while offline. */
import { useEffect, useRef, useState } from "react";
import { clockAt } from "../dates.jsx";
import { inDigits } from "../digits.jsx";
import { subscribeToEvents } from "./fanout.jsx";

const OFFLINE_AFTER_MS = 10_000;
const AWAY_MS = 30_000;
const POLL_MS = 7_500;
export const SPREAD_MS = 3_000;

/** Returns the address of updates by EventSource, which the server writes into the page where they are set up. */
export const fanoutAddress = () => globalThis.document?.querySelector("[data-fanout]")?.dataset.fanout;

/** Resolves after some milliseconds. */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Returns whether the address of this page selects a part of a list: an older page, a search, a year. */
export function isSelection(topic) {
  const query = new URLSearchParams(location.search);
  if (topic !== "filings") return query.get("list") === topic;
  return ["list", "page", "q", "year", "type", "sort"].some((name) => query.get(name));
}

/** Returns whether this page shows a list with every row, which the server sends by HTTP alone. */
export const isEveryRow = () => new URLSearchParams(location.search).get("page") === "all";

/** Resolves to the whole content of a topic, as the address of this page selects it. */
export async function wholeOf(topic, language) {
  const query = new URLSearchParams(location.search);
  query.set("language", language);
  // Revalidates with the entity tag of the last answer.
  const response = await fetch(`/api/live/${topic}?${query}`, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status} for ${topic}`);
  return { ...(await response.json()), age: ageOf(response.headers) };
}

/** Returns how many milliseconds ago the site wrote an answer: nginx sends what it kept while the site is away. */
export const ageOf = (headers) => Date.parse(headers.get("Date")) - Date.parse(headers.get("Site-Time")) || 0;

/**
 * Keeps the content of an element current.
 *
 * Calls `onUpdate` with every update of the topics, and with what returns those of others that came with it; `ask`
 * whenever something may have been missed: there is a connection again, the browser brings the page back (bfcache), it was
 * hidden or the computer asleep for a while, or a moment has come that changes it (`countdown.jsx`); and `poll` while the
 * content has not been known to be current for a while, until `onReturn`; it resolves to the age of what it got (`ageOf`).
 * `state` has a var for each topic; the events of the websocket come from `reflex_adapter/build/websocket.py`.
 *
 * Returns what to call when an answer has been asked for, and when one leaves nothing newer; whether updates come; and,
 * while the content is polled, when it was last known to be current and whether the last poll found that out.
 */
export function useCurrent({ state, topics, hasContent, onUpdate, ask, poll, onReturn = () => {} }) {
  const [outdatedSince, setOutdatedSince] = useState(Date.now);
  const open = useRef(new Set()).current;
  const setOutdated = (since = Date.now()) => setOutdatedSince((before) => before || since);
  const isLinked = () => open.size > 0;
  const setCurrent = () => isLinked() && setOutdatedSince(0);

  useEffect(() => {
    if (!topics.length) return;
    const askSince = async (since) => {
      setOutdated(since);
      // After a deployment all pages ask over HTTP.
      if (window.otherRelease) await pause(SPREAD_MS * Math.random());
      ask();
    };
    const onConnected = (way, isOpen, hasMissed, heard) => {
      open[isOpen ? "add" : "delete"](way);
      if (isOpen && (hasMissed || !hasContent)) askSince();
      else if (!isLinked()) setOutdated(heard);
    };
    return subscribe(state, topics, onUpdate, onConnected, askSince);
  }, []);
  const checked = usePolling(poll && topics.length ? outdatedSince : 0, poll, onReturn);
  return { setOutdated, setCurrent, isLinked, checked };
}

/** Calls `onConnected` with a way of updates, whether it is open, whether some may have been missed, and when it was last heard. */
function subscribe(state, topics, onUpdate, onConnected, onBack) {
  const ending = new AbortController();
  const on = (type, listener) => addEventListener(type, listener, { signal: ending.signal, capture: true });
  let seen = Date.now();
  let heard = seen;
  const look = () => {
    if (document.hidden) return;
    // No timer runs while the computer sleeps: what matters is the time that has passed.
    if (Date.now() - seen > AWAY_MS) onBack(seen);
    seen = Date.now();
  };
  const timer = setInterval(look, OFFLINE_AFTER_MS);
  on("visibilitychange", look);
  on("pageshow", ({ persisted }) => persisted && onBack());
  // It comes on all open pages at once.
  on("due", () => pause(SPREAD_MS * Math.random()).then(() => ending.signal.aborted || onBack()));
  on("socket", ({ detail: { isOpen, changed } }) => {
    if (isOpen !== undefined) onConnected("socket", isOpen, true, heard);
    heard = Date.now();
    const updateOf = (name) => readable(changed?.(state, name));
    topics.forEach((topic) => updateOf(topic) && onUpdate(updateOf(topic), updateOf));
  });
  // A page that React Router leads to comes when the websocket is open.
  if (window.isSocketOpen) onConnected("socket", true, true);
  const address = fanoutAddress();
  const end = address && subscribeToEvents(address, topics, onUpdate, onConnected);
  return () => {
    ending.abort();
    clearInterval(timer);
    end?.();
  };
}

/** Returns of an update that another release wrote only its version, which has the same form in all of them. */
const readable = (update) => (update && window.otherRelease ? { version: update.version } : update);

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
