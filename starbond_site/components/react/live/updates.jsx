/* How a page learns what is newer without the websocket: the whole content by HTTP, and polling while offline. */
import { useEffect, useState } from "react";

const OFFLINE_AFTER_MS = 10_000;
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
 * Fetches a topic until it has at least a version, and calls `show` with it.
 *
 * All pages learn of a version at once, so that each waits for a random time first; a proxy may answer with what it
 * kept for a second.
 */
export async function wholeSince(version, topic, language, show) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (version) await new Promise((done) => setTimeout(done, SPREAD_MS * (attempt + Math.random())));
    const whole = await wholeOf(topic, language).catch(() => ({ version: 0 }));
    if (whole.version) show(whole);
    if (whole.version >= version) return;
  }
}

/** Returns whether there has been no connection for a while; calls `onReturn` when it is back after that. */
export function useOffline(isConnected, onReturn) {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (!isConnected) {
      const timer = setTimeout(setOffline, OFFLINE_AFTER_MS, true);
      return () => clearTimeout(timer);
    }
    if (isOffline) onReturn();
    setOffline(false);
  }, [isConnected]);
  return isOffline;
}

/** Calls `poll` from time to time while offline; returns when the content was last known to be current. */
export function usePolling(isOffline, poll) {
  const [checked, setChecked] = useState({});
  useEffect(() => {
    if (!isOffline) return;
    let timer;
    const check = async () => {
      const isCurrent = await poll().then(() => true, () => false);
      setChecked(({ at }) => ({ isRecent: isCurrent, at: isCurrent ? Date.now() : at }));
      // Pages that lost their connection together do not ask together.
      if (timer) timer = setTimeout(check, POLL_MS * (0.5 + Math.random()));
    };
    setChecked({ at: Date.now() - OFFLINE_AFTER_MS });
    timer = setTimeout(check, SPREAD_MS * Math.random());
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [isOffline]);
  return checked;
}
