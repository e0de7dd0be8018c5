const { page } = document.querySelector("script[data-page]").dataset;
const early = [];
let started = false;

async function hydrate() {
  if (started) return;
  started = true;
  if (document.prerendering) await new Promise((go) => document.addEventListener("prerenderingchange", go, { once: true }));
  const links = [...document.querySelectorAll("link[rel=deferred]")];
  for (const link of links) link.rel = "modulepreload";
  // Each in a task of its own, between which the page answers. The entry begins React, and needs all others.
  for (const { href } of links) if (!href.includes("/entry.client-")) await import(href);
  import(page);
}

function keep(event) {
  const other = event.target.closest("a[data-language]");
  if (other) document.cookie = `language=${other.dataset.language};path=/;max-age=31536000;samesite=lax`; // as site_menu.jsx
  const submits = event.type === "submit";
  const element = submits ? event.target : event.target.closest('button[type="button"]');
  // A button with a command needs no script, and that of the colours has its own.
  if (!element || element.command || element.id === "theme" || (submits && element.hasAttribute("action"))) return;
  event.preventDefault();
  early.push(() => (submits ? element.requestSubmit(event.submitter) : element.click()));
}

function repeat() {
  removeEventListener("click", keep, true);
  removeEventListener("submit", keep, true);
  for (const again of early) again();
}

const painted = new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true }));
const picture = document.querySelector('main img[fetchpriority="high"]')?.decode();
Promise.all([painted, picture?.catch(() => {})]).then(hydrate);
for (const sign of ["pointerdown", "keydown", "focusin"]) addEventListener(sign, hydrate, { capture: true, passive: true, once: true });
addEventListener("click", keep, true);
addEventListener("submit", keep, true);
addEventListener("hydrated", repeat, { once: true });
