const boot = JSON.parse(document.querySelector("[data-boot]").getAttribute("data-boot"));
const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"];
const early = [];
const PATIENCE = 20; // frames, in case the picture is smaller than the text beside it

/* What only scripts answer and came before them is done again as soon as they run. */
function keep(event) {
  const other = event.target.closest("a[data-language]");
  if (other) document.cookie = `language=${other.dataset.language};path=/;max-age=31536000;samesite=lax`; // as site_menu.jsx
  const isSent = event.type === "submit";
  const node = isSent ? event.target : event.target.closest('button[type="button"]');
  if (!node || (isSent && node.hasAttribute("action"))) return;
  event.preventDefault();
  early.push(() => (isSent ? node.requestSubmit(event.submitter) : node.click()));
}

/* Back or forward to a page that was reached by a link, right after a reload: nobody but the server can show it yet. */
const [visit] = performance.getEntriesByType("navigation");
const address = visit ? new URL(visit.name).pathname : location.pathname;
const leave = () => location.pathname === address || location.reload();

async function awake() {
  removeEventListener("popstate", leave);
  removeEventListener("click", keep, true);
  removeEventListener("submit", keep, true);
  await frame();
  for (const again of early.splice(0)) again();
}

async function wake() {
  if (window.bootedPage) return;
  window.bootedPage = { manifest: boot.manifest, awake };
  for (const sign of SIGNS) removeEventListener(sign, wake, true);
  for (const href of boot.files) {
    await turn();
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  const [root, page] = await Promise.all([import(boot.root), import(boot.page)]);
  Object.assign(window.bootedPage, { root, page });
  import(boot.entry);
}

/* Lets others have their turn: ten requests at once keep a cheap phone busy for 50 ms. */
const turn = () =>
  new Promise((passed) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => passed(port1.close());
    port2.postMessage(null);
  });

/* A frame is a frame for this observer even where a test holds the page's clock. */
const frame = () =>
  new Promise((passed) => {
    const watcher = new IntersectionObserver(() => {
      watcher.disconnect();
      passed();
    });
    watcher.observe(document.documentElement);
  });

/* What is waited for is the first view's picture; a page without one has only text to paint. */
async function afterThePaint() {
  const picture = document.querySelector('main img[fetchpriority="high"]');
  const type = picture ? "largest-contentful-paint" : "paint";
  let isPainted = !PerformanceObserver.supportedEntryTypes.includes(type);
  const look = (list) => (isPainted ||= !picture || list.getEntries().some((entry) => entry.element === picture));
  if (!isPainted) new PerformanceObserver(look).observe({ type, buffered: true });
  for (let frames = 0; frames < (isPainted ? 2 : PATIENCE); frames++) await frame();
  wake();
}

leave();
addEventListener("popstate", leave);
addEventListener("click", keep, true);
addEventListener("submit", keep, true);
for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true });
if (document.readyState === "complete") afterThePaint();
else addEventListener("load", afterThePaint, { once: true });
