import { again } from "../../../components/react/again.jsx";

const { page } = document.querySelector("script[data-page]").dataset;
const notice = document.querySelector(".not-updating");
const early = [];
let started, hydrated;

async function get(file) {
  const answer = await fetch(file);
  if (!answer.ok) throw answer.status;
  await answer.blob();
}

async function hydrate() {
  if (started) return;
  started = true;
  if (document.prerendering) await new Promise((go) => document.addEventListener("prerenderingchange", go, { once: true }));
  setTimeout(goOn, 20_000);
  const [entry, ...files] = [...document.querySelectorAll("link[rel=deferred]")].map((link) => link.href);
  files.push(page, entry);
  const arrived = files.map((file) => again(() => get(file)));
  try {
    await Promise.all([Promise.all(arrived), evaluate(files, arrived)]);
  } catch {
    started = false;
    goOn();
    addEventListener("online", hydrate, { once: true });
  }
}

// Each in a task of its own, between which the page answers. The entry begins React, and needs all others.
async function evaluate(files, arrived) {
  for (const [place, file] of files.entries()) {
    await arrived[place];
    await again(() => import(file));
  }
}

function goOn() {
  if (hydrated || !notice.hidden) return;
  early.length = 0;
  swap();
  for (const picture of document.querySelectorAll("[data-src], [data-srcset]")) {
    Object.assign(picture, { loading: "lazy" }, picture.dataset);
    delete picture.dataset.src;
  }
}

// Shows the page as it is without scripts, or no longer.
function swap() {
  notice.hidden = !notice.hidden;
  for (const { cssRules } of document.styleSheets)
    for (const { media } of cssRules)
      if (media?.mediaText.includes("scripting")) media.mediaText = media.mediaText.replace(/none|enabled/, (word) => (word === "none" ? "enabled" : "none"));
}

function keep(event) {
  const other = event.target.closest("a[data-language]");
  if (other) document.cookie = `language=${other.dataset.language};path=/;max-age=31536000;samesite=lax`; // as site_menu.jsx
  const submits = event.type === "submit";
  const element = submits ? event.target : event.target.closest('button[type="button"]');
  // A button with a command needs no script, and that of the colours has its own.
  if (!element || element.command || element.id === "theme" || (submits && element.hasAttribute("action"))) return;
  const button = notice.querySelector("button");
  if (element === button) return location.reload();
  event.preventDefault();
  if (notice.hidden) early.push(() => (submits ? element.requestSubmit(event.submitter) : element.click()));
  else button.focus();
}

function repeat() {
  hydrated = true;
  removeEventListener("click", keep, true);
  removeEventListener("submit", keep, true);
  if (!notice.hidden) swap();
  for (const again of early) again();
}

const painted = new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true }));
const picture = document.querySelector('main img[fetchpriority="high"]')?.decode();
Promise.all([painted, picture?.catch(() => {})]).then(hydrate);
for (const sign of ["pointerdown", "keydown", "focusin"]) addEventListener(sign, hydrate, { capture: true, passive: true, once: true });
addEventListener("click", keep, true);
addEventListener("submit", keep, true);
addEventListener("hydrated", repeat, { once: true });
