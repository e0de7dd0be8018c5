/**
 * Opens another websocket in the place of the present one, which knows only the cookies of the moment at which it was opened.
 *
 * Reflex closes it when a page goes away and opens one when a page comes back: it is told both.
 * `tests/unit/state/test_upload_contract.py` says what broke when Reflex changes this.
 */
export function reconnect() {
  window.dispatchEvent(new Event("pagehide"));
  document.dispatchEvent(new Event("visibilitychange"));
}
