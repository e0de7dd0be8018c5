import { useEffect, useRef, useState } from "react";

/** How long an answer may take before the form says that there was none, in ms. */
const TIMEOUT_MS = 10000;

/** Posts the fields, and returns the server's answer; throws when there is none. */
async function post(action, fields) {
  const options = { method: "POST", headers: { Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const response = await fetch(action, { ...options, body: new URLSearchParams(fields) });
  const answer = await response.json();
  if (typeof answer.sentence !== "string") throw new TypeError("not an answer to a form");
  return answer;
}

/**
 * Submits a form by a request of its own, which needs no websocket. The fields keep what was typed until the server has
 * accepted it.
 *
 * state: idle, sending, lost (no answer). answer: to the last submission, or null.
 */
export function useFormSubmission(action) {
  const form = useRef(null);
  const [state, setState] = useState("idle");
  const [answer, setAnswer] = useState(null);

  // Rendered by now: the fields that have to be corrected are marked.
  useEffect(() => {
    if (!answer) return;
    if (answer.accepted) return form.current.reset();
    const marked = form.current.querySelectorAll("[aria-invalid=true]");
    // Something is wrong with a field that this page does not have: the server shows its form, with what was typed.
    if (marked.length < Object.keys(answer.problems).length) form.current.submit();
    else marked[0]?.focus();
  }, [answer]);

  const onSubmit = async (event) => {
    event.preventDefault();
    if (state === "sending") return;
    setState("sending");
    setAnswer(null);
    try {
      setAnswer(await post(action, new FormData(form.current)));
      setState("idle");
    } catch {
      setState("lost");
    }
  };
  return { form, state, answer, onSubmit };
}
