/* How a page learns what is newer: by websocket, EventSource and HTTP, when it comes back, and by polling while offline. */
import { useEffect, useState } from "react";
import { subscribeToEvents } from "./fanout.jsx";

const OFFLINE_AFTER_MS = 10_000;
const AWAY_MS = 30_000;
const POLL_MS = 15_000;
const SPREAD_MS = 3_000;
const ATTEMPTS = 5;

/** Returns the address of updates by EventSource, which the server writes into the page where they are set up. */
export const fanoutAddress = () => globalThis.document?.querySelector("[data-fanout]")?.dataset.fanout;

/** Returns whether the address of this page selects a part of a list: an older page, a search, a year. */
export function isSelection(topic) {
  const query = new URLSearchParams(location.search);
  if (topic !== "filings") return query.get("list") === topic;
  return ["list", "page", "q", "year", "type", "sort"].some((name) => query.get(name));
}

/** Resolves to the whole content of a topic, as the address of this page selects it. */
export async function wholeOf(topic, language) {
  const query = new URLSearchParams(location.search);
  query.set("language", language);
  // Revalidates with the entity tag of the last answer.
  const response = await fetch(`/api/live/${topic}?${query}`, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status} for ${topic}`);
  return response.json();
}

/**
 * Fetches a topic until it has at least a version, and calls `onWhole` with each answer.
 *
 * All pages learn of a version at once, so that each waits for a random time first; a proxy may answer with what it
 * kept for a second.
 */
export async function wholeSince(version, topic, language, onWhole) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (version) await new Promise((done) => setTimeout(done, SPREAD_MS * (attempt + Math.random())));
    const whole = await wholeOf(topic, language).catch(() => ({}));
    onWhole(whole);
    if (!version || whole.version >= version) return;
  }
}

/**
 * Calls `onUpdate` with every update of a topic, and with what returns those of others that came with it.
 *
 * `onConnected` is called with a way of updates, whether it is open, and whether some may have been missed; `onBack` when
 * the browser brings the page back (bfcache), or it was hidden or the computer asleep for a while, with since when. The
 * websocket's events come from `reflex_adapter/build/socket_events.py`; `state` has a var for each topic.
 */
export function subscribe(state, topic, onUpdate, onConnected, onBack) {
  const ending = new AbortController();
  const on = (type, listener) => addEventListener(type, listener, { signal: ending.signal, capture: true });
  let seen = Date.now();
  const look = () => {
    if (document.hidden) return;
    if (Date.now() - seen > AWAY_MS) onBack(seen);
    seen = Date.now();
  };
  const timer = setInterval(look, OFFLINE_AFTER_MS);
  on("visibilitychange", look);
  on("pageshow", ({ persisted }) => persisted && onBack());
  on("socket", ({ detail: { isOpen, changed } }) => {
    const updateOf = (name) => changed(state, name);
    if (!changed) onConnected("socket", isOpen, true);
    else if (updateOf(topic)) onUpdate(updateOf(topic), updateOf);
  });
  // A page that React Router leads to comes when the websocket is open.
  if (window.isSocketOpen) onConnected("socket", true, true);
  const address = fanoutAddress();
  const end = address && subscribeToEvents(address, topic, onUpdate, onConnected);
  return () => {
    ending.abort();
    clearInterval(timer);
    end?.();
  };
}

/**
 * Polls while a page has not known for a while whether it is current, and calls `onReturn` when it knows after that.
 *
 * Returns, meanwhile, when its content was last known to be current, and whether the last poll found that out.
 */
export function usePolling(outdatedSince, poll, onReturn) {
  const [checked, setChecked] = useState();
  useEffect(() => {
    if (!outdatedSince) return;
    const check = async () => {
      const isRecent = await poll().then(() => true, () => false);
      if (!timer) return;
      setChecked(({ at }) => ({ isRecent, at: isRecent ? Date.now() : at }));
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
