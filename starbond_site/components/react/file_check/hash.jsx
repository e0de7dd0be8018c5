import { sha256 } from "@noble/hashes/sha2.js";

/*
 * The SHA-256 of a file. Web Crypto is the fastest and needs the whole file in memory: it takes files up to WHOLE_BYTES.
 * Larger ones are read in slices, between which the page stays usable, and so is every file where there is no Web Crypto.
 */

const WHOLE_BYTES = 32 * 2 ** 20;
const SLICE_BYTES = 2 ** 20;

/**
 * Resolves to the SHA-256 in hexadecimal, or to null when `isWanted` no longer says so.
 *
 * @param file the File; one that cannot be read rejects.
 * @param onProgress called with the part that is done, from 0 to 1.
 * @param isWanted asked between slices.
 */
export async function sha256Of(file, onProgress, isWanted) {
  if (globalThis.crypto?.subtle && file.size <= WHOLE_BYTES) {
    const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
    return inHexadecimal(new Uint8Array(digest));
  }
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += SLICE_BYTES) {
    hash.update(new Uint8Array(await file.slice(start, start + SLICE_BYTES).arrayBuffer()));
    onProgress(Math.min(1, (start + SLICE_BYTES) / file.size));
    // A task of its own: promises alone would let nothing be painted or clicked meanwhile.
    await new Promise((done) => setTimeout(done));
    if (!isWanted()) return null;
  }
  return inHexadecimal(hash.digest());
}

const inHexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
