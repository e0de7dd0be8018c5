/**
 * Replaces the websocket, which carries the cookies of the moment at which it was opened.
 *
 * Reflex closes it on `pagehide` and opens another on `visibilitychange`: both events are sent here.
 * `tests/browser/test_upload.py` fails when Reflex changes this.
 */
export function reconnect() {
  window.dispatchEvent(new Event("pagehide"));
  document.dispatchEvent(new Event("visibilitychange"));
}
