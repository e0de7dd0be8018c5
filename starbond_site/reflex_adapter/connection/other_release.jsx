/** Within which pages are loaded anew that a deployment has left behind: not all of them in the same second. */
const SPREAD_MS = 120_000;
/** In the session storage: the release for which this page was loaded anew. Once, where several are served side by side. */
const LOADED_FOR = "release";

let isUsed = false;
let timer;

/**
 * Loads a page anew whose server is of another release (`build/server.py`), while nobody looks at it, and never one in
 * which something was typed or chosen. A reader who goes on to the next page gets the new release by itself.
 */
export function followRelease() {
  for (const type of ["input", "drop"]) addEventListener(type, () => (isUsed = true), { capture: true });
  document.addEventListener("visibilitychange", look);
  addEventListener("socket", look);
}

const isLeftBehind = () => document.hidden && window.otherRelease && sessionStorage.getItem(LOADED_FOR) !== window.otherRelease;

function look() {
  if (isLeftBehind()) timer ??= setTimeout(loadAnew, SPREAD_MS * Math.random());
  else timer = clearTimeout(timer);
}

function loadAnew() {
  if (!isLeftBehind() || isUsed || document.querySelector("dialog[open]") || hasInput()) return;
  sessionStorage.setItem(LOADED_FOR, window.otherRelease);
  location.reload();
}

/** What was typed before scripts ran. */
const hasInput = () =>
  [...document.querySelectorAll("input, textarea")].some(({ type, value, defaultValue, checked, defaultChecked }) =>
    ["checkbox", "radio"].includes(type) ? checked !== defaultChecked : value !== defaultValue,
  );
