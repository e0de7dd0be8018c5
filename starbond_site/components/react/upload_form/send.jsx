import { begun, fingerprint, forget, remember } from "./unfinished.jsx";

/*
 * Sends a file in pieces by tus 1.0.0 (https://tus.io/protocols, `web/resumable.py`) until it has arrived, through lost
 * connections and restarts of the server. Where it goes on is always what the server says that it has.
 */

/**
 * On a line of 1 MB/s with 100 ms to the server, the wait for the answer to each piece takes a twentieth of the time. What arrived of a
 * broken piece is kept; a proxy that passes only whole requests on loses one piece with it.
 */
const PIECE_BYTES = 2 * 1024 * 1024;
/** A piece without progress for longer is given up, and sent again. */
const STALL_MS = 30000;
/** A short question without an answer is given up after this time. */
const ANSWER_MS = 10000;
/** Between tries of a line that is lost; the last one again and again, unless the browser says that the line is back. */
const PAUSES_MS = [300, 1000, 2000, 4000, 8000];
const HEADERS = { "Tus-Resumable": "1.0.0", Accept: "application/json" };

/**
 * Sends a file; `answer` never rejects. It resolves to {address, print} of the upload, {code, sentence} of a refusal, {unreadable}
 * or {cancelled}. With {attempt} the same file was submitted before the page was loaded anew, and may have ended: {endedAt}.
 *
 * @param onState called with {phase, sent}: sending, or waiting (the line is lost); and once with {from}, where it continues.
 */
export function transfer(file, { action, onState }) {
  const life = new AbortController();
  const answer = deliver({ file, action, onState, signal: life.signal }).catch(() => ({ unreadable: true }));
  return { answer, cancel: () => life.abort() };
}

/** Gives an upload up; one that is at work goes on. */
export function giveUp(address) {
  fetch(address, { method: "DELETE", headers: HEADERS, keepalive: true }).catch(() => {});
}

/** Rejects when the file cannot be read. */
async function deliver(context) {
  const { file, signal, onState } = context;
  const print = await fingerprint(file);
  const { address: begunAt, attempt } = begun(print) ?? {};
  let address = begunAt;
  let offset = null;
  for (let failures = 0; !signal.aborted; ) {
    // Read here: browsers report a file that is gone as a lost line.
    const piece = offset !== null && (await file.slice(offset, offset + PIECE_BYTES).arrayBuffer());
    const step = !address ? await create(context) : offset === null ? await tell(address) : await append(context, address, offset, piece);
    if (signal.aborted) break;
    failures = step.isLost ? failures + 1 : 0;
    if (step.address) {
      address = step.address;
      remember(print, { address });
      offset = 0;
    } else if (step.hasEnded) {
      forget(print);
      if (address === begunAt && attempt) return { endedAt: address, print, attempt };
      address = offset = null;
    } else if (step.isBusy) {
      offset = null;
      await pause(PAUSES_MS[0], signal);
    } else if (step.sentence) {
      // The server has freed the space of a file that was too large for its disk.
      if (step.code === "storage_full") forget(print);
      return step;
    } else if (step.isLost) {
      onState({ phase: "waiting" });
      offset = null;
      await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1], signal);
    } else {
      if (offset === null && step.offset) onState({ from: step.offset });
      offset = step.offset;
      onState({ phase: "sending", sent: offset });
      if (offset === file.size) return { address, print, ...(address === begunAt && { attempt }) };
    }
  }
  if (address) giveUp(address);
  forget(print);
  return { cancelled: true };
}

/** Begins an upload: {address}, {code, sentence} or {isLost}. */
async function create({ file, action }) {
  const headers = { ...HEADERS, "Upload-Length": file.size, "Upload-Metadata": `filename ${inBase64(file.name)}` };
  const answer = await request(action, { method: "POST", headers });
  if (answer?.status === 201) return { address: answer.headers.get("Location") };
  return answer ? refusal(await answer.text().catch(() => "")) : { isLost: true };
}

/** Asks how far an upload has come: {offset}, {hasEnded} or {isLost}. */
async function tell(address) {
  const answer = await request(address, { method: "HEAD", headers: HEADERS, cache: "no-store" });
  if (answer?.status === 200) return { offset: Number(answer.headers.get("Upload-Offset")) };
  // Whoever may no longer publish learns why when the file is sent anew.
  return answer && answer.status < 500 && answer.status !== 429 ? { hasEnded: true } : { isLost: true };
}

/** Sends a piece: {offset}, {code, sentence}, {hasEnded}, {isBusy} or {isLost}. */
function append({ signal, onState }, address, offset, piece) {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let timer = 0;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), STALL_MS);
    };
    const stop = () => request.abort();
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onState({ phase: "sending", sent: offset + loaded });
    };
    request.onload = () => resolve(answered(request));
    request.onerror = request.onabort = () => resolve({ isLost: true });
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    signal.addEventListener("abort", stop);
    request.open("PATCH", address);
    const headers = { ...HEADERS, "Content-Type": "application/offset+octet-stream", "Upload-Offset": offset };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(piece);
    watch();
  });
}

function answered(request) {
  const { status } = request;
  if (status === 204) return { offset: Number(request.getResponseHeader("Upload-Offset")) };
  // Another request, such as one of the line that was lost, has moved the end of the file.
  if (status === 409) return { isBusy: true };
  return status === 404 || status === 410 ? { hasEnded: true } : refusal(request.responseText);
}

/** Resolves to a response; null where none comes in time. */
async function request(address, options) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ANSWER_MS);
  try {
    return await fetch(address, { ...options, signal: late.signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after a time, or as soon as the browser is online again, or when nobody waits any more. */
export function pause(ms, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });
}

/** Refusals of this site carry a sentence; what a proxy says while the site is away does not. */
function refusal(text) {
  try {
    const { error, detail } = JSON.parse(text);
    return error && detail ? { code: error, sentence: detail } : { isLost: true };
  } catch {
    return { isLost: true };
  }
}

function inBase64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(String(text))));
}
