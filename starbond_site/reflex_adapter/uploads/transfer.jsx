import env from "$/env.json";
import { getBackendURL, getToken } from "$/utils/state";

/*
 * Sends a file as Reflex's own upload helper does: its address, its two headers, and the form field with the arguments of the
 * handler, which has to precede the file. The helper reports refusals only to the console.
 * `tests/unit/reflex_adapter/test_uploads.py` sends what this writes to the installed Reflex.
 */

/** A transfer without progress for longer is given up. */
const STALL_MS = 60000;

/**
 * Sends a file; `answer` resolves to {taken}, {sentence, code}, {lost} or {cancelled}, and never rejects.
 * Taken means that every byte arrived; the result of the publication comes over the websocket.
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

/** Refusals of this site carry a sentence; errors of Reflex do not. */
function refusal(text) {
  try {
    const { error, detail } = JSON.parse(text);
    return error ? { code: error, sentence: detail } : { lost: true };
  } catch {
    return { lost: true };
  }
}
