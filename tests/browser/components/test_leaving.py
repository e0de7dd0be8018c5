"""What a component leaves behind when its page is left within React: no timer, no observer, no listener."""

from tests.browser.components.visitor import HYDRATED, Visit, only_chromium, settled

COUNT = """(() => {
  const kept = { interval: new Set(), timeout: new Set(), observer: new Set(), listener: new Map() };
  window.kept = () => Object.fromEntries(Object.entries(kept).map(([kind, all]) => [kind, all.size]));
  const { setInterval, clearInterval, setTimeout, clearTimeout } = window;
  window.setTimeout = (action, wait, ...given) => {
    const timer = setTimeout(() => (kept.timeout.delete(timer), action(...given)), wait);
    // What waits for less ends by itself before anybody counts.
    if (wait > 1000) kept.timeout.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => (kept.timeout.delete(timer), clearTimeout(timer));
  window.setInterval = (...given) => kept.interval.add(setInterval(...given)) && [...kept.interval].at(-1);
  window.clearInterval = (timer) => (kept.interval.delete(timer), clearInterval(timer));
  for (const name of ["IntersectionObserver", "MutationObserver", "ResizeObserver"]) {
    window[name] = class extends window[name] {
      observe(...given) { kept.observer.add(this); super.observe(...given); }
      disconnect() { kept.observer.delete(this); super.disconnect(); }
    };
  }
  const { addEventListener, removeEventListener } = EventTarget.prototype, names = new WeakMap();
  const named = (thing) => names.get(thing) ?? names.set(thing, Math.random()).get(thing);
  const key = (type, listener, how) => [type, named(listener), Boolean(how?.capture ?? how)].join();
  EventTarget.prototype.addEventListener = function (type, listener, how) {
    if ([window, document].includes(this ?? window) && listener && !how?.once) {
      const one = key(type, listener, how);
      kept.listener.set(one, true);
      how?.signal && addEventListener.call(how.signal, "abort", () => kept.listener.delete(one));
    }
    return addEventListener.call(this ?? window, type, listener, how);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, how) {
    if (listener) kept.listener.delete(key(type, listener, how));
    return removeEventListener.call(this ?? window, type, listener, how);
  };
})()"""


@only_chromium
def test_whoever_leaves_a_page_leaves_no_timer_observer_or_listener(visit: Visit, site: str) -> None:
    """What another page has then is the same, wherever its visitor comes from."""
    page = visit("/few", fresh=True, locale="fr-FR")
    page.add_init_script(COUNT)
    before, after = [], []
    for path in ("/", "/strips", "/product", "/parts"):
        page.goto(site + path)
        page.wait_for_function(HYDRATED)
        before.append(settled(page).evaluate("kept()"))
        # As the router does it, without loading a document.
        page.evaluate("(history.pushState(null, '', '/left'), dispatchEvent(new PopStateEvent('popstate')))")
        page.get_by_text("Left", exact=True).wait_for()
        page.wait_for_function(HYDRATED)
        after.append(settled(page).evaluate("kept()"))
    assert after == [after[0]] * 4
    assert all(max(each[kind] for each in before) > 0 for kind in after[0]), "it counts all of them"
