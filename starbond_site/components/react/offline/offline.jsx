import { useEffect, useState } from "react";
import { longDate } from "../dates.jsx";
import { inDigits } from "../digits.jsx";
import { keepAll, keepThisPage, keptAt, keptList, newestList, OLD_MS, running } from "./keeping.jsx";

const OFFERED = { is: "offered" };
const isSupported = () => "serviceWorker" in navigator;
const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

export function KeptPage({ words, dates }) {
  const [age, setAge] = useState("");
  useEffect(() => {
    const now = Date.now();
    const moment = keptAt(document.lastModified, now);
    if (now - moment > OLD_MS) setAge(words.age.replace("{date}", longDate(moment, dates)));
    // Once a service worker runs, it sees what the page loads.
    if (isSupported() && !navigator.serviceWorker.controller) running().then(keepThisPage, () => {});
    else if (isSupported()) running().catch(() => {});
  }, []);
  return (
    <div role="status" className="kept-page no-print">
      {age && <p className="container">{age}</p>}
    </div>
  );
}

/**
 * Nothing is loaded before the button is pressed, or the site installed as an app. From then on a newer version of what is
 * kept is fetched by itself.
 */
export function KeepOffer({ list, words, dates }) {
  const [state, setState] = useState(null);

  async function keep(wanted) {
    setState({ is: "keeping", done: 0, total: wanted?.addresses.length });
    try {
      const newest = wanted ?? (await newestList(list));
      const show = (done) => setState({ is: "keeping", done, total: newest.addresses.length });
      const isComplete = await keepAll(await running(), list, newest, show);
      setState(isComplete ? { is: "kept", at: Date.now() } : { is: "failed" });
    } catch {
      setState({ is: "failed" });
    }
  }
  useEffect(() => {
    if (!isSupported()) return;
    const onInstalled = () => keep();
    addEventListener("appinstalled", onInstalled);
    running()
      .then(() => keptList(list))
      .then(async (kept) => {
        setState(kept ? { is: "kept", at: kept.at } : OFFERED);
        if (!kept && !isInstalled()) return;
        const newest = await newestList(list);
        if (newest.version !== kept?.version) await keep(newest);
      })
      .catch(() => setState((known) => known ?? OFFERED));
    return () => removeEventListener("appinstalled", onInstalled);
  }, []);

  const { is, at, done, total } = state ?? OFFERED;
  const number = (value) => inDigits(value, dates.digits);
  return (
    <section className="keep-offer container no-print" aria-label={words.heading} data-waiting={state ? undefined : ""}>
      <h2>{words.heading}</h2>
      <p>{words.text}</p>
      <div className="keep-offer__state">
        {(is === "offered" || is === "failed") && (
          <button type="button" className="button" onClick={() => keep()}>
            {words.button}
          </button>
        )}
        <p role="status">
          {is === "keeping" && total && words.progress.replace("{done}", number(done)).replace("{total}", number(total))}
          {is === "kept" && words.kept.replace("{date}", longDate(at, dates))}
          {is === "failed" && words.failed}
        </p>
      </div>
    </section>
  );
}
