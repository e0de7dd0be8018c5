import env from "$/env.json";
import { getBackendURL, getToken } from "$/utils/state";

/*
 * The one place in the browser that knows how Reflex takes files: its address, its two headers, and the form field with the
 * handler's arguments, which has to stand before the file. Reflex's own helper writes refusals to the console, where nobody
 * reads them. `tests/unit/state/test_upload_contract.py` says what broke when Reflex changes this.
 */

/** Longest silence of a transfer that still counts as alive. */
const STALL_MS = 60000;

/**
 * Sends a file; `answer` becomes {taken}, {sentence, code}, {lost} or {cancelled}, and never fails.
 * Taken means that every byte arrived: what became of the file, the server tells in another way.
 */
export function transfer(file, { handler, args, onPercent }) {
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.append("__reflex_event_args", JSON.stringify(args));
  body.append("files", file, "upload");
  const answer = new Promise((resolve) => {
    let stalled = 0;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => (resolve({ lost: true }), request.abort()), STALL_MS);
    };
    request.upload.onprogress = (event) => {
      watch();
      if (event.lengthComputable) onPercent(Math.floor((100 * event.loaded) / event.total));
    };
    request.onload = () => resolve(request.status === 202 ? { taken: true } : refusal(request.responseText));
    request.onerror = () => resolve({ lost: true });
    request.onabort = () => resolve({ cancelled: true });
    request.onloadend = () => clearTimeout(stalled);
    watch();
  });
  request.open("POST", getBackendURL(env.UPLOAD));
  request.setRequestHeader("Reflex-Client-Token", getToken());
  request.setRequestHeader("Reflex-Event-Handler", handler);
  request.setRequestHeader("X-Upload-Attempt", args.attempt);
  request.send(body);
  return { answer, cancel: () => request.abort() };
}

/** Our own refusals carry a sentence; what Reflex says to programs is none. */
function refusal(text) {
  try {
    const { error, detail } = JSON.parse(text);
    return error ? { code: error, sentence: detail } : { lost: true };
  } catch {
    return { lost: true };
  }
}
