import { useEffect, useRef } from "react";

/** The server needs up to 40 s of processor to check a file. */
const RESULT_MS = 150000;
const ELSEWHERE = ["ended", "incomplete"];

/**
 * Returns a function that takes a step with a file (`web/upload_steps.py`) and resolves to its result, or to null where nobody
 * answers: by an event of the upload state, whose var `results` has what became of it, or by one POST where no websocket is open.
 */
export function useSteps({ results, onStep }) {
  const waiting = useRef({});
  useEffect(() => {
    for (const [name, end] of Object.entries(waiting.current)) if (results[name]) end(results[name]);
  }, [results]);

  const byEvent = (token, fields) =>
    new Promise((resolve) => {
      const step = randomName();
      const ending = new AbortController();
      const end = (result) => {
        delete waiting.current[step];
        clearTimeout(timer);
        ending.abort();
        resolve(result);
      };
      const timer = setTimeout(() => end(null), RESULT_MS);
      addEventListener("socket", ({ detail }) => detail.isOpen === false && end(null), { signal: ending.signal });
      waiting.current[step] = end;
      onStep(token, { ...fields, step });
    });

  return async (address, fields) => {
    const result = window.isSocketOpen ? await byEvent(address.split("/").at(-1), fields) : null;
    // Another instance, or another session, may have the websocket than the one that took the file: the address leads there.
    return result && !ELSEWHERE.includes(result.outcome) ? result : address ? byPost(address, fields) : null;
  };
}

async function byPost(address, fields) {
  try {
    const options = { method: "POST", body: new URLSearchParams(fields), signal: AbortSignal.timeout(RESULT_MS) };
    const answer = await (await fetch(address, options)).json();
    return answer.error ? { outcome: "refused", code: answer.error, sentence: answer.detail } : answer;
  } catch {
    // Nobody answers, or a proxy in place of the site.
    return null;
  }
}

/** A name that nobody guesses; `crypto.randomUUID` exists over https only. */
export function randomName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
