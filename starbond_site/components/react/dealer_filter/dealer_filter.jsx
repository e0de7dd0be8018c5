import { useEffect, useId, useRef, useState } from "react";
import { inDigits, latinDigits } from "../digits.jsx";
import { distanceKm } from "./distance.jsx";

const EVERYWHERE = { region: "", area: "", text: "" };
/** The position is asked for once at a press; an older one of up to five minutes serves. */
const OPTIONS = { timeout: 20000, maximumAge: 300000 };

/**
 * Filters the dealers that the server wrote into the page, and puts the nearest first.
 *
 * The list itself stays as it came: dealers are hidden, and copies of those with a position stand above, by distance.
 * The position of the device is read only when the button is pressed, stays in this component, and is never sent.
 */
export function DealerFilter({ topic, labels, digits }) {
  const near = useRef(null);
  const textId = useId();
  const [places, setPlaces] = useState([]);
  const [wanted, setWanted] = useState(EVERYWHERE);
  const [position, setPosition] = useState(null);
  const [notice, setNotice] = useState("");
  const [shown, setShown] = useState({ count: 0, total: 0 });
  // Counts the times that the server's list was replaced.
  const [edition, setEdition] = useState(0);

  useEffect(() => {
    const observer = new MutationObserver(() => setEdition((before) => before + 1));
    observer.observe(listOf(topic), { childList: true });
    return () => observer.disconnect();
  }, []);
  useEffect(() => setPlaces(placesIn(listOf(topic))), [edition]);
  useEffect(() => {
    setShown(show(listOf(topic), near.current, wanted, position, (km) => distance(km, labels, digits)));
  }, [wanted, position, edition]);

  // The choice stands in the address, where Back finds it. A place that is not listed any more counts as none.
  useEffect(() => {
    const given = { ...EVERYWHERE, ...Object.fromEntries(new URLSearchParams(location.search)) };
    const listed = placesIn(listOf(topic));
    if (!listed.some(({ name }) => name === given.region)) given.region = "";
    if (!listed.some(({ areas }) => areas.includes(given.area))) given.area = "";
    setWanted(given);
  }, []);
  const choose = (change) => {
    const next = { ...wanted, ...change };
    setWanted(next);
    const query = new URLSearchParams(Object.entries(next).filter(([name, value]) => name in EVERYWHERE && value));
    history.replaceState(history.state, "", `${location.pathname}?${query}`.replace(/\?$/, ""));
  };
  const locate = () => {
    if (!navigator.geolocation) {
      setNotice(labels.unavailable);
      return;
    }
    setNotice(labels.locating);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPosition([coords.latitude, coords.longitude]);
        setNotice(labels.located);
      },
      (problem) => setNotice(problem.code === problem.PERMISSION_DENIED ? labels.denied : labels.unavailable),
      OPTIONS,
    );
  };
  const forget = () => {
    setPosition(null);
    setNotice("");
  };
  const found = labels.shown.replace("{count}", shown.count).replace("{total}", shown.total);
  const inRegion = places.filter(({ name }) => !wanted.region || name === wanted.region);
  return (
    <>
      <form
        className="dealer-filter no-print"
        role="search"
        aria-label={labels.filter}
        onSubmit={(event) => event.preventDefault()}
      >
        <Choice
          label={labels.region}
          all={labels.all_regions}
          value={wanted.region}
          onChoose={(region) => choose({ region, area: "" })}
        >
          {places.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
        <Choice
          label={labels.area}
          all={labels.all_areas}
          value={wanted.area}
          onChoose={(area) => choose({ area })}
        >
          {inRegion.map(({ name, areas }) => (
            <optgroup key={name} label={name}>
              {areas.map((area) => (
                <option key={area}>{area}</option>
              ))}
            </optgroup>
          ))}
        </Choice>
        <div className="dealer-filter__field">
          <label className="field__label" htmlFor={textId}>
            {labels.text}
          </label>
          <input
            id={textId}
            type="search"
            className="input"
            autoComplete="off"
            value={wanted.text}
            onChange={(event) => choose({ text: event.target.value })}
          />
        </div>
        <div className="dealer-filter__near">
          <button type="button" className="button button--primary" onClick={position ? forget : locate}>
            {position ? labels.by_place : labels.near}
          </button>
          <p className="muted">{labels.privacy}</p>
        </div>
      </form>
      <p role="status" className="dealer-filter__status">
        {notice && <>{notice} </>}
        {shown.total > 0 && (shown.count ? inDigits(found, digits) : labels.none)}
      </p>
      <ol ref={near} className="dealers__list dealers__near" aria-label={labels.near} hidden={!position} suppressHydrationWarning />
    </>
  );
}

/** A native select whose first choice is everything. */
function Choice({ label, all, value, onChoose, children }) {
  const id = useId();
  return (
    <div className="dealer-filter__field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="select" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{all}</option>
        {children}
      </select>
    </div>
  );
}

const listOf = (topic) => document.querySelector(`[data-live="${topic}"]`);

/** Returns the regions of a list with their areas, in the order of the page. */
function placesIn(list) {
  return [...list.querySelectorAll("[data-region]")].map((section) => ({
    name: section.dataset.region,
    areas: [...new Set([...section.querySelectorAll("[data-area]")].map((one) => one.dataset.area))],
  }));
}

/** Shows the dealers that are wanted, copies those with a position by distance, and returns how many are shown. */
function show(list, near, wanted, position, distanceText) {
  const words = folded(wanted.text).split(/\s+/).filter(Boolean);
  const copies = [];
  let count = 0;
  let total = 0;
  for (const region of list.querySelectorAll("[data-region]")) {
    let isShown = false;
    for (const dealer of region.querySelectorAll("[data-search]")) {
      const isWanted =
        (!wanted.region || region.dataset.region === wanted.region) &&
        (!wanted.area || dealer.dataset.area === wanted.area) &&
        words.every((word) => dealer.dataset.search.includes(word));
      const own = isWanted && position && dealer.dataset.position;
      if (own) copies.push([distanceKm(position, own.split(",").map(Number)), dealer]);
      dealer.hidden = !isWanted || Boolean(own);
      total += 1;
      count += isWanted ? 1 : 0;
      isShown ||= !dealer.hidden;
    }
    region.hidden = !isShown;
  }
  copies.sort(([first], [second]) => first - second);
  near.replaceChildren(...copies.map(([km, dealer]) => copyOf(dealer, distanceText(km))));
  return { count, total };
}

/** Returns a dealer with its distance. */
function copyOf(dealer, text) {
  const copy = dealer.cloneNode(true);
  copy.hidden = false;
  // No headings of places stand above a copy: its name is a heading below that of the page.
  const heading = document.createElement("h2");
  const name = copy.querySelector(".dealer__name");
  heading.className = name.className;
  heading.textContent = name.textContent;
  name.replaceWith(heading);
  const distance = document.createElement("p");
  distance.className = "dealer__distance";
  distance.textContent = text;
  copy.querySelector(".dealer__place").after(distance);
  return copy;
}

/** Returns a distance as people say it: in steps of 10 m, of 100 m below 10 km, then whole kilometres. */
export function distance(km, labels, digits) {
  const [unit, number] =
    km < 0.995 ? [labels.metres, Math.round(km * 100) * 10] : [labels.kilometres, km < 9.95 ? km.toFixed(1) : Math.round(km)];
  return inDigits(unit.replace("{number}", number), digits);
}

/** Returns a text as `data-search` has it: see `documents/names.py`, "searchable". */
export const folded = (text) =>
  latinDigits(text.replace(/\u09a4\u09cd\u200d/g, "\u09ce").normalize("NFKC").toLowerCase().replace(/[\u200c\u200d]/g, ""));
