import { useEffect, useRef, useState } from "react";
import { generateUUID } from "$/utils/state";

/** How long an answer may take before the form says that there was none, in ms. */
const TIMEOUT_MS = 10000;

/**
 * Submits a form over the websocket. The fields keep what was typed until the server has accepted it.
 *
 * state: idle, sending, lost (no answer). answered: the answer to this submission, not to an earlier one.
 */
export function useFormSubmission({ answer, onSend }) {
  const form = useRef(null);
  const attempt = useRef(null);
  const timeout = useRef(0);
  const [state, setState] = useState("idle");
  const answered = attempt.current && answer?.attempt === attempt.current ? answer : null;

  useEffect(() => {
    if (!answered) return;
    clearTimeout(timeout.current);
    setState("idle");
  }, [answered]);

  // Rendered by now: the fields that have to be corrected are marked.
  const shown = state === "idle" ? answered : null;
  useEffect(() => {
    if (!shown) return;
    if (Object.keys(shown.problems ?? {}).length) form.current.querySelector("[aria-invalid=true]")?.focus();
    else form.current.reset();
  }, [shown]);

  useEffect(() => () => clearTimeout(timeout.current), []);

  const onSubmit = (event) => {
    event.preventDefault();
    if (state === "sending") return;
    // A queued message would be sent when the connection returns, perhaps after the visitor has given up.
    if (!navigator.onLine) return setState("lost");
    attempt.current = generateUUID();
    setState("sending");
    onSend(Object.fromEntries(new FormData(form.current)), attempt.current);
    timeout.current = setTimeout(() => setState("lost"), TIMEOUT_MS);
  };
  return { form, state, answered: shown, onSubmit };
}
