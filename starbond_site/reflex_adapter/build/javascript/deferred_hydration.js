const { page } = document.querySelector("script[data-page]").dataset;
const early = [];
let started = false;

async function hydrate() {
  if (started) return;
  started = true;
  if (document.prerendering) await new Promise((activated) => addEventListener("prerenderingchange", activated, { once: true }));
  for (const link of document.querySelectorAll("link[rel=deferred]")) link.rel = "modulepreload";
  import(page);
}

function keep(event) {
  const submits = event.type === "submit";
  const element = submits ? event.target : event.target.closest('button[type="button"]');
  if (!element || (submits && element.hasAttribute("action"))) return;
  event.preventDefault();
  early.push(() => (submits ? element.requestSubmit(event.submitter) : element.click()));
}

function repeat() {
  removeEventListener("click", keep, true);
  removeEventListener("submit", keep, true);
  for (const again of early.splice(0)) again();
}

addEventListener("click", keep, true);
addEventListener("submit", keep, true);
addEventListener("hydrated", repeat, { once: true });
for (const sign of ["pointerdown", "keydown", "focusin"]) addEventListener(sign, hydrate, { capture: true, passive: true, once: true });
addEventListener("load", () => requestAnimationFrame(() => setTimeout(hydrate)), { once: true });
