import { sha256Of } from "../file_check/hash.jsx";

/*
 * Which uploads of this browser are not finished, so that a page that was reloaded continues them when the same file is
 * chosen again. Of a file only a hash is kept, and the address of its upload, which is worth nothing to another person.
 */
const PREFIX = "starbond-upload-";
/** Of the beginning and of the end of a file; reading all of a large one would take seconds. */
const SAMPLE_BYTES = 64 * 1024;
/** As long as the server keeps what arrived (`documents/resuming/uploads.py`). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Resolves to what recognises a file: name, size, time of its last change, first and last bytes. */
export async function fingerprint(file) {
  const head = JSON.stringify([file.name, file.size, file.lastModified]);
  const parts = [head, file.slice(0, SAMPLE_BYTES), file.slice(Math.max(0, file.size - SAMPLE_BYTES))];
  return sha256Of(new Blob(parts), () => {}, () => true);
}

/** Returns {address} of the upload of a file, and {attempt} where it was submitted; or null. */
export function begun(print) {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(PREFIX) && !(JSON.parse(localStorage[name]).until > Date.now())) localStorage.removeItem(name);
    }
    return JSON.parse(localStorage.getItem(PREFIX + print));
  } catch {
    return null;
  }
}

export function remember(print, { address, attempt }) {
  try {
    localStorage.setItem(PREFIX + print, JSON.stringify({ address, attempt, until: Date.now() + KEPT_MS }));
  } catch {
    // A browser that stores nothing continues within the page alone.
  }
}

export function forget(print) {
  try {
    localStorage.removeItem(PREFIX + print);
  } catch {
    // Nothing was stored.
  }
}
