import { begun, fingerprint, forget, remember } from "./unfinished.jsx";

/*
 * Sends a file in pieces by tus 1.0.0 (https://tus.io/protocols, `web/resumable.py`) until its result is known, through lost
 * connections and restarts of the server. Where it goes on is always what the server says that it has.
 */

/**
 * On a line of 1 MB/s with 100 ms to the server, the wait for the answer to each piece takes a twentieth of the time. What arrived of a
 * broken piece is kept; a proxy that passes only whole requests on loses one piece with it.
 */
const PIECE_BYTES = 2 * 1024 * 1024;
/** A piece without progress for longer is given up, and sent again. */
const STALL_MS = 30000;
/** From the last byte to the result: the server needs up to 40 s of processor to check a file. */
const RESULT_MS = 150000;
/** A short question without an answer is given up after this time. */
const ANSWER_MS = 10000;
/** Between tries of a line that is lost; the last one again and again, unless the browser says that the line is back. */
const PAUSES_MS = [300, 1000, 2000, 4000, 8000];
/** Between questions for a result. */
const REASON_MS = 3000;
/** Refusals that lie not in the file: the server keeps it, and another try sends nothing twice (`documents/resuming/finishing.py`). */
const PASSING = ["database_unavailable", "machine_busy", "not_published", "scanner_unavailable", "storage_unreachable"];
const HEADERS = { "Tus-Resumable": "1.0.0", Accept: "application/json" };

/**
 * Sends a file; `answer` never rejects. It resolves to {result} of the server, {code, sentence} of a refusal, {unreadable}, or
 * {cancelled}, of which `late` resolves to a result that came all the same.
 *
 * @param fields for the server, such as `category`.
 * @param onState called with {phase, sent}: sending, waiting (the line is lost), checking (every byte arrived), unsure (and the
 *   server does not answer); and once with {from}, where it continues.
 */
export function send(file, { action, askAction, language, fields, onState }) {
  const life = new AbortController();
  const context = { file, action, askAction, language, fields, onState, signal: life.signal };
  const answer = deliver(context).catch(() => ({ unreadable: true }));
  return { answer, cancel: () => life.abort() };
}

/** Rejects when the file cannot be read. */
async function deliver(context) {
  const { file, signal, onState } = context;
  const { category, pair, title } = context.fields;
  const print = await fingerprint(file, `${category} ${pair}${title ? ` ${title}` : ""}`);
  let upload = begun(print);
  let offset = null;
  let isWhole = false;
  const keep = (next) => {
    upload = next;
    if (next) remember(print, next);
    else forget(print);
  };

  for (let failures = 0; !signal.aborted; ) {
    // Read here: browsers report a file that is gone as a lost line.
    const piece = offset !== null && (await file.slice(offset, offset + PIECE_BYTES).arrayBuffer());
    const step = !upload ? await create(context) : offset === null ? await tell(upload) : await append(context, upload, offset, piece);
    if (signal.aborted) break;
    failures = step.isLost ? failures + 1 : 0;
    if (step.address) {
      keep(step);
      offset = 0;
    } else if (step.hasEnded) {
      // Published or refused while nobody heard of it, too old, or begun by a session that has ended.
      const result = await settled(context, upload.attempt, onState);
      if (signal.aborted) break;
      if (!isSettled(result)) return result;
      keep(null);
      if (result.code !== "not_published") return { result };
      offset = null;
    } else if (step.result?.code === "outcome_unknown" || step.isBusy) {
      if (step.result) onState({ phase: "unsure" });
      offset = null;
      await pause(step.result ? REASON_MS : PAUSES_MS[0], signal);
    } else if (step.result) {
      keep(PASSING.includes(step.result.code) ? { ...upload, attempt: randomName() } : null);
      return step;
    } else if (step.sentence) {
      // The server has freed the space of a file that was too large for its disk.
      if (step.code === "storage_full") keep(null);
      return step;
    } else if (step.isLost) {
      isWhole = isWhole || Boolean(step.isWhole);
      onState({ phase: isWhole ? "unsure" : "waiting" });
      offset = null;
      await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1], signal);
    } else {
      if (offset === null && step.offset) onState({ from: step.offset });
      offset = step.offset;
      isWhole = offset === file.size;
      onState({ phase: isWhole ? "checking" : "sending", sent: offset });
    }
  }
  if (!upload) return { cancelled: true };
  fetch(upload.address, { method: "DELETE", headers: HEADERS, keepalive: true }).catch(() => {});
  forget(print);
  return { cancelled: true, late: settled({ ...context, signal: null }, upload.attempt) };
}

/** Begins an upload: {address, attempt}, {code, sentence} or {isLost}. */
async function create({ file, action, fields }) {
  const attempt = randomName();
  const described = Object.entries({ filename: file.name, ...fields }).map(([name, value]) => `${name} ${inBase64(value)}`);
  const headers = { ...HEADERS, "Upload-Length": file.size, "Upload-Metadata": described.join(","), "X-Upload-Attempt": attempt };
  const answer = await request(action, { method: "POST", headers });
  if (answer?.status === 201) return { address: answer.headers.get("Location"), attempt };
  return answer ? refusal(await answer.text().catch(() => "")) : { isLost: true };
}

/** Asks how far an upload has come: {offset}, {hasEnded} or {isLost}. */
async function tell({ address }) {
  const answer = await request(address, { method: "HEAD", headers: HEADERS, cache: "no-store" });
  if (answer?.status === 200) return { offset: Number(answer.headers.get("Upload-Offset")) };
  // Whoever may no longer publish learns why from the question for the result.
  return answer && answer.status < 500 && answer.status !== 429 ? { hasEnded: true } : { isLost: true };
}

/** Sends a piece: {offset}, {result} with the last byte, {code, sentence}, {hasEnded}, {isBusy} or {isLost}. */
function append({ file, signal, onState }, upload, offset, piece) {
  const isLast = offset + piece.byteLength === file.size;
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let timer = 0;
    const watch = (ms) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const stop = () => request.abort();
    const sentAll = () => {
      watch(isLast ? RESULT_MS : STALL_MS);
      if (isLast) onState({ phase: "checking", sent: file.size });
    };
    let isSent = !piece.byteLength;
    request.upload.onprogress = ({ loaded }) => {
      watch(STALL_MS);
      onState({ phase: "sending", sent: offset + loaded });
    };
    request.upload.onload = () => {
      isSent = true;
      sentAll();
    };
    request.onload = () => resolve(answered(request));
    request.onerror = request.onabort = () => resolve({ isLost: true, isWhole: isLast && isSent });
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    signal.addEventListener("abort", stop);
    request.open("PATCH", upload.address);
    const headers = { ...HEADERS, "Content-Type": "application/offset+octet-stream", "Upload-Offset": offset, "X-Upload-Attempt": upload.attempt };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(piece);
    if (isSent) sentAll();
    else watch(STALL_MS);
  });
}

function answered(request) {
  const { status } = request;
  if (status === 200) {
    try {
      return { result: JSON.parse(request.responseText) };
    } catch {
      return { isLost: true };
    }
  }
  if (status === 204) return { offset: Number(request.getResponseHeader("Upload-Offset")) };
  // Another request, such as one of the line that was lost, has moved the end of the file.
  if (status === 409) return { isBusy: true };
  return status === 404 || status === 410 ? { hasEnded: true } : refusal(request.responseText);
}

/** Resolves to what became of an attempt, once it is known, or to {code, sentence} of why this visitor is not told. */
async function settled({ askAction, language, signal }, attempt, onState) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  while (!signal?.aborted) {
    const answer = await request(askAction, { method: "POST", headers, body: JSON.stringify({ attempt, language }) });
    const result = answer?.ok && (await answer.json().catch(() => null));
    if (isSettled(result) || result?.code) return result;
    onState?.({ phase: "unsure" });
    await pause(REASON_MS, signal);
  }
  return null;
}

const isSettled = (result) => result?.outcome === "published" || result?.outcome === "refused";

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
function pause(ms, signal) {
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

/** A name that nobody guesses; `crypto.randomUUID` exists over https only. */
function randomName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
