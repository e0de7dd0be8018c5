import { useEffect, useRef } from "react";

/** The server needs up to 40 s of processor to check a file. */
const RESULT_MS = 150000;
const ELSEWHERE = ["ended", "incomplete"];

/**
 * Returns a function that takes a step with a file (`web/upload_steps.py`) and resolves to its result, or to null where nobody
 * answers: by an event of the upload state, whose var `results` has what became of it, or by one POST where no websocket is open, or
 * the server is of another release.
 */
export function useSteps({ results, onStep }) {
  const waiting = useRef({});
  useEffect(() => {
    for (const [name, resolve] of Object.entries(waiting.current)) if (results[name]) resolve(results[name]);
  }, [results]);

  const byEvent = async (token, fields) => {
    const step = randomName();
    const ending = new AbortController();
    const result = await new Promise((resolve) => {
      waiting.current[step] = resolve;
      addEventListener("socket", ({ detail }) => detail.isOpen === false && resolve(null), { signal: ending.signal });
      setTimeout(resolve, RESULT_MS, null);
      onStep(token, { ...fields, step });
    });
    delete waiting.current[step];
    ending.abort();
    return result;
  };

  return async (address, fields) => {
    const result = window.isSocketOpen && !window.otherRelease ? await byEvent(address.split("/").at(-1), fields) : null;
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
export const randomName = () => [...crypto.getRandomValues(new Uint32Array(4))].join("-");
