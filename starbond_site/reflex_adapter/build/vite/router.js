import { createContext, createElement, startTransition, useContext, useEffect, useLayoutEffect, useState } from "react";

/*
 * What this site uses of React Router, in the browser: pages without parameters, loaders or nested routes. The pages are
 * prerendered by React Router itself; build/router.py says why it stays at home.
 */
const POSITIONS = "react-router-scroll-positions";
const here = createContext();
const NO_PARAMS = {};

/* --- Which page stands at an address -------------------------------------------------------------------------------- */

/** The list of pages is loaded when somebody is about to leave this one. */
const pages = () =>
  (pages.loading ??= import(/* @vite-ignore */ window.bootedPage.manifest).then(() => window.__reactRouterManifest.routes));

/** A page carries the styles that it needs itself; before another one is shown, those of all pages are there. */
function styles() {
  styles.loading ??= new Promise((resolve, reject) => {
    const own = document.querySelector("style[data-from]");
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: own.dataset.from });
    link.onload = resolve;
    link.onerror = reject;
    own.after(link); // in its place: what Chakra writes behind it still overrules it
  });
  return styles.loading;
}

const plain = (path) => decodeURI(path).replace(/^\/+|\/+$/g, "").toLowerCase();

/** Returns the module of a page; nothing for addresses that are not pages. */
async function pageAt(path) {
  const routes = Object.values(await pages());
  const route = routes.find((each) => each.parentId === "root" && (each.path ?? "").toLowerCase() === plain(path));
  if (!route) return;
  const [page] = await Promise.all([import(/* @vite-ignore */ route.module), styles()]);
  return page;
}

/** By its key a place in the history is known again, and where the reader was there. */
const newKey = () => Math.random().toString(36).slice(2, 10);

const placeOf = (url, state = null, key = "default") => ({
  pathname: url.pathname,
  search: url.search,
  hash: url.hash,
  state,
  key,
});

/* --- Going there ---------------------------------------------------------------------------------------------------- */

let show = () => {};
let shown;
let attempt = 0;

/** Shows the page of an address; `record` writes the history, `scroll` is where it then stands. */
async function open(url, place, record, scroll) {
  const mine = ++attempt;
  let page = shown.page;
  if (url.pathname !== shown.place.pathname) {
    try {
      page = await pageAt(url.pathname);
    } catch {
      page = undefined; // a newer version of the site has other files
    }
    if (mine !== attempt) return;
    if (!page) return location.assign(url);
  }
  keepPosition();
  record();
  shown = { page, place, scroll };
  startTransition(() => show(shown));
}

function navigate(to, { replace = false, state = null, preventScrollReset = false } = {}) {
  if (typeof to === "number") return history.go(to);
  const relative = typeof to === "string" ? to : `${to.pathname ?? ""}${to.search ?? ""}${to.hash ?? ""}`;
  const url = new URL(relative, location.href);
  if (url.origin !== location.origin) return location.assign(url);
  const key = newKey();
  const write = replace || url.href === location.href ? "replaceState" : "pushState";
  const record = () => history[write]({ usr: state, key }, "", url);
  return open(url, placeOf(url, state, key), record, preventScrollReset ? undefined : "start");
}

function onPopState() {
  const url = new URL(location.href);
  const isNew = !history.state?.key; // the browser followed a fragment by itself, and has scrolled already
  if (isNew) history.replaceState({ key: newKey() }, "");
  open(url, placeOf(url, history.state.usr, history.state.key), () => {}, isNew ? undefined : "restore");
}

/* --- Where the reader was ------------------------------------------------------------------------------------------- */

const positions = readPositions();

function readPositions() {
  try {
    return JSON.parse(sessionStorage.getItem(POSITIONS)) ?? {};
  } catch {
    return {};
  }
}

const keepPosition = () => (positions[shown.place.key] = window.scrollY);

function onPageHide() {
  keepPosition();
  try {
    sessionStorage.setItem(POSITIONS, JSON.stringify(positions));
  } catch {
    // A full or forbidden storage costs the position after a reload, nothing else.
  }
  history.scrollRestoration = "auto";
}

function scrollTo({ place, scroll }) {
  const part = place.hash && document.getElementById(decodeURIComponent(place.hash.slice(1)));
  if (scroll === "restore" && place.key in positions) window.scrollTo(0, positions[place.key]);
  else if (scroll && part) part.scrollIntoView();
  else if (scroll) window.scrollTo(0, 0);
}

/* --- What the code of Reflex and of this site calls ----------------------------------------------------------------- */

export function HydratedRouter() {
  const [current, setCurrent] = useState(() => {
    const { page } = window.bootedPage;
    if (!history.state?.key) history.replaceState({ ...history.state, key: newKey() }, "");
    shown = { page, place: placeOf(location, history.state?.usr, history.state?.key) };
    return shown;
  });
  useEffect(() => {
    show = setCurrent;
    history.scrollRestoration = "manual";
    addEventListener("popstate", onPopState);
    addEventListener("pagehide", onPageHide);
    addEventListener("pageshow", () => (history.scrollRestoration = "manual"));
    window.bootedPage.awake(); // children come first: everything answers now
  }, []);
  useLayoutEffect(() => scrollTo(current), [current]);
  const [frame] = useState(() => {
    const { Layout, default: Root } = window.bootedPage.root;
    return createElement(Layout, null, createElement(Root));
  });
  return createElement(here.Provider, { value: current }, frame);
}

export const Outlet = () => createElement(useContext(here).page.default);

export const useLocation = () => useContext(here).place;
export const useNavigate = () => navigate;
export const useParams = () => NO_PARAMS;
export const useSearchParams = () => [new URLSearchParams(useLocation().search), (params) => navigate(`?${params}`)];

export function Link({ to, reloadDocument, replace, state, preventScrollReset, onClick, ...rest }) {
  const isHere = new URL(to, location.href).origin === location.origin && !reloadDocument;
  const prepare = (event) => navigator.connection?.saveData || pageAt(event.currentTarget.pathname).catch(() => {});
  const follow = (event) => {
    onClick?.(event);
    const isOther = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || isOther || (rest.target && rest.target !== "_self")) return;
    event.preventDefault();
    navigate(event.currentTarget.href, { replace, state, preventScrollReset });
  };
  const intent = isHere ? { onPointerEnter: prepare, onFocus: prepare } : {};
  return createElement("a", { ...intent, ...rest, href: to, onClick: isHere ? follow : onClick });
}

/** What stands in the prerendered page, and is left as it is. */
const left = (props) => createElement("script", { ...props, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } });

export const Scripts = () => left({ type: "module", async: true });
export const ScrollRestoration = () => null; // until the page wakes the browser does it, see onPageHide
export const Meta = () => null;
export const Links = () => null;

/** React Router's compiler wraps every page in this; ours take no props. */
export const UNSAFE_withComponentProps = (page) => page;
