/** The server needs up to 40 s of processor to check a file. */
const RESULT_MS = 150000;
const ELSEWHERE = ["ended", "incomplete"];
/** Names of checks, which write nothing: the server remembers no attempt of that form (`documents/attempts.py`). */
let checks = 0;

/**
 * Returns a function that takes a step with a file (`web/upload_steps.py`) and resolves to its result, or to null where nobody
 * answers: by an event of the upload state, or by one POST where no websocket is open, or the server is of another release.
 *
 * What became of a step is known by its attempt alone: whoever hears nothing takes the same step again, in either way.
 */
export const stepsOf = ({ state, onStep }) => async (address, fields) => {
  const step = { attempt: `.${(checks += 1)}`, ...fields };
  const isEvent = window.isSocketOpen && !window.otherRelease;
  const result = isEvent && (await answered(state, step.attempt, () => onStep(address.split("/").at(-1), step)));
  // Another instance, or another session, may have the websocket than the one that took the file: the address leads there.
  return result && !ELSEWHERE.includes(result.outcome) ? result : address ? posted(address, step) : null;
};

/** Resolves to the result of an attempt that the upload state says, or to null when its websocket is lost. */
function answered(state, attempt, ask) {
  const ending = new AbortController();
  return new Promise((resolve) => {
    const listen = ({ detail: { isOpen, changed } }) => {
      const result = changed?.(state, "result")?.[attempt];
      if (result || isOpen === false) resolve(result);
    };
    addEventListener("socket", listen, { signal: ending.signal });
    setTimeout(resolve, RESULT_MS);
    ask();
  }).finally(() => ending.abort());
}

async function posted(address, step) {
  try {
    const options = { method: "POST", body: new URLSearchParams(step), signal: AbortSignal.timeout(RESULT_MS) };
    const answer = await (await fetch(address, options)).json();
    return answer.error ? { outcome: "refused", code: answer.error, sentence: answer.detail } : answer;
  } catch {
    // Nobody answers, or a proxy in place of the site.
    return null;
  }
}

/** A name that nobody guesses; `crypto.randomUUID` exists over https only. */
export const randomName = () => [...crypto.getRandomValues(new Uint32Array(4))].join("-");
