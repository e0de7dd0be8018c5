/*
 * Sends a file in pieces by tus 1.0.0 (https://tus.io/protocols, `web/resumable.py`) until it has arrived, through lost connections
 * and restarts of the server; a page that was reloaded continues when the same file is chosen again. Where it goes on is always
 * what the server says that it has. `docs/publishing.md` says why tus-js-client is not used.
 */
import { sha256Of } from "../file_check/hash.jsx";

/**
 * On a line of 1 MB/s with 100 ms to the server, the wait for the answer to each piece takes a twentieth of the time. What arrived of a
 * broken piece is kept; a proxy that passes only whole requests on loses one piece with it.
 */
const PIECE_BYTES = 2 * 1024 * 1024;
/** A piece without progress for longer is given up, and sent again. */
const STALL_MS = 30000;
/** A short question without an answer is given up after this time, and of a site that is silent for so long the form says so. */
export const SILENT_MS = 10000;
/** Between tries of a line that is lost; the last one again and again, unless the browser says that the line is back. */
const PAUSES_MS = [300, 1000, 2000, 4000, 8000];
const HEADERS = { "Tus-Resumable": "1.0.0", Accept: "application/json" };
/** Of the beginning and of the end of a file; reading all of a large one would take seconds. */
const SAMPLE_BYTES = 1024 * 1024;
/** Files up to this size are copied before they are sent: a provider such as Drive may write one anew while it is read. */
const COPIED_BYTES = 50 * 1024 * 1024;
/** As long as the server keeps what arrived (`documents/resuming/uploads.py`). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Sends a file; `answer` never rejects. It resolves to {address, fingerprint} of the upload, {code, sentence} of a refusal, {unreadable}
 * or {cancelled}. With {attempt} the same file was submitted before the page was loaded anew, and may have ended: {endedAt}.
 *
 * @param onState called with {phase, sent, isBusy}: sending, or waiting; whether the site is busy, away or silent, and not the line lost;
 * and once with {from}, where it continues.
 */
export function transfer(file, { action, onState }) {
  const controller = new AbortController();
  const answer = deliver({ file, action, onState, signal: controller.signal }).catch(() => ({ unreadable: true }));
  return { answer, cancel: () => controller.abort() };
}

/** Gives an upload up; one that is at work goes on. */
export function giveUp({ address, fingerprint }) {
  if (address) fetch(address, { method: "DELETE", headers: HEADERS, keepalive: true }).catch(() => {});
  forget(fingerprint);
}

/** Rejects when the file cannot be read. */
async function deliver({ file, action, onState, signal }) {
  const source = file.size > COPIED_BYTES ? file : new Blob([await file.arrayBuffer()]);
  const fingerprint = await fingerprintOf(source, file.name);
  const { address: begunAt, attempt } = begun(fingerprint) ?? {};
  let address = begunAt;
  let offset = null;
  let sha256 = "";
  for (let failures = 0; !signal.aborted; ) {
    // Read here: browsers report a file that is gone as a lost line.
    const piece = offset !== null && (await source.slice(offset, offset + PIECE_BYTES).arrayBuffer());
    let silent = 0;
    const onProgress = (loaded = 0) => {
      const state = { phase: "sending", sent: offset + loaded };
      onState(state);
      clearTimeout(silent);
      silent = setTimeout(onState, SILENT_MS, { ...state, isBusy: true });
    };
    if (piece) onProgress();
    const request = await (piece
      ? ask("PATCH", address, signal, { "Content-Type": "application/offset+octet-stream", "Upload-Offset": offset }, piece, onProgress)
      : address
        ? ask("HEAD", address, signal, sha256 && { "Upload-SHA-256": sha256 })
        : ask("POST", action, signal, { "Upload-Length": source.size, "Upload-Metadata": `filename ${inBase64(file.name)}` }));
    clearTimeout(silent);
    if (signal.aborted) break;
    const { status } = request;
    const refused = refusal(request);
    const reached = request.getResponseHeader("Upload-Offset");
    if (status === 201) {
      address = request.getResponseHeader("Location");
      remember(fingerprint, { address });
      offset = failures = 0;
    } else if (reached && status < 300) {
      offset = Number(reached);
      if (!piece && offset) onState({ from: offset });
      onState({ phase: "sending", sent: offset });
      failures = 0;
      if (offset === source.size) {
        if (address !== begunAt) return { address, fingerprint };
        if (sha256) return { address, fingerprint, attempt };
        // What was sent before may be of another file with the same beginning and end: the server then ends it.
        sha256 = await sha256Of(source, () => {}, () => !signal.aborted);
        offset = null;
      }
    } else if (address && (piece ? [404, 410] : [400, 401, 403, 404, 410]).includes(status)) {
      // Whoever may no longer publish learns why when the file is sent anew.
      forget(fingerprint);
      if (address === begunAt && attempt) return { endedAt: address, fingerprint, attempt };
      address = offset = null;
    } else if (refused && status !== 409 && refused.code !== "machine_busy") {
      // The server has freed the space of a file that was too large for its disk.
      if (refused.code === "storage_full") forget(fingerprint);
      return refused;
    } else {
      // The site is busy, or a proxy answers in its place; or nobody does.
      onState({ phase: "waiting", isBusy: status >= 500 || request.isSilent });
      offset = null;
      // 409: another request, such as one of the line that was lost, has moved the end of the file.
      failures = status === 409 ? 1 : Math.min(failures + 1, PAUSES_MS.length);
      await pause(PAUSES_MS[failures - 1], signal);
    }
  }
  giveUp({ address, fingerprint });
  return { cancelled: true };
}

/** Resolves to a request that has ended; its status is 0 where no answer came in time. */
function ask(method, address, signal, headers, piece, onProgress) {
  const request = new XMLHttpRequest();
  request.open(method, address);
  for (const [name, value] of Object.entries({ ...HEADERS, ...headers })) request.setRequestHeader(name, value);
  const began = performance.now();
  // A hash is compared with that of the whole file.
  request.timeout = piece || headers?.["Upload-SHA-256"] ? STALL_MS : SILENT_MS;
  request.upload.onprogress = ({ loaded }) => {
    request.timeout = performance.now() - began + STALL_MS;
    onProgress?.(loaded);
  };
  signal.addEventListener("abort", () => request.abort(), { once: true });
  return new Promise((resolve) => {
    request.ontimeout = () => (request.isSilent = true);
    request.onloadend = () => resolve(request);
    request.send(piece || null);
  });
}

/** Resolves after a time, or as soon as the browser is online again, or when nobody waits any more. */
export function pause(ms, signal) {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end, { signal: over.signal });
    signal?.addEventListener("abort", end, { signal: over.signal });
  });
}

/** Refusals of this site carry a sentence; what a proxy says while the site is away does not. */
function refusal({ responseText }) {
  try {
    const { error, detail } = JSON.parse(responseText);
    return error && detail && { code: error, sentence: detail };
  } catch {
    return null;
  }
}

const inBase64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(String(text))));

/**
 * Resolves to what recognises a file: size, and FNV-1a of its name and its first and last bytes. The time of its last change says
 * nothing: telephones give a file that is chosen the time of the choice.
 */
async function fingerprintOf(source, name) {
  const { size } = source;
  const parts = new Blob([name, source.slice(0, SAMPLE_BYTES), source.slice(Math.max(0, size - SAMPLE_BYTES))]);
  const hash = new Uint8Array(await parts.arrayBuffer()).reduce((known, byte) => Math.imul(known ^ byte, 0x01000193), 0x811c9dc5);
  return [size, hash].join("-");
}

/** Resolves to whether a file is none of those known; one that cannot be read any more counts as new. */
export async function isNew(file, known) {
  const alike = known.filter(({ name, size }) => name === file.name && size === file.size);
  if (!alike.length) return true;
  const [own, ...others] = await Promise.all([file, ...alike].map((each) => fingerprintOf(each, each.name).catch(() => null)));
  return own === null || !others.includes(own);
}

/**
 * Unfinished uploads in this browser, by fingerprint: the address, which is worth nothing to another person, and the attempt where it
 * was submitted. A browser that stores nothing continues within the page alone.
 */
const PREFIX = "starbond-upload-";
const stored = (work) => {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
};
const begun = (fingerprint) =>
  stored((store) => {
    const known = JSON.parse(store.getItem(PREFIX + fingerprint));
    return known?.until > Date.now() ? known : null;
  });
export const forget = (fingerprint) => stored((store) => store.removeItem(PREFIX + fingerprint));
export const remember = (fingerprint, { address, attempt }) =>
  stored((store) => {
    for (const name of Object.keys(store)) {
      if (name.startsWith(PREFIX) && !(JSON.parse(store[name]).until > Date.now())) store.removeItem(name);
    }
    // The server's day begins with the upload, not with what is submitted later.
    const { until = Date.now() + KEPT_MS } = begun(fingerprint) ?? {};
    store.setItem(PREFIX + fingerprint, JSON.stringify({ address, attempt, until }));
  });
