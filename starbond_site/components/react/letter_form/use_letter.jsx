import { useEffect, useRef, useState } from "react";
import { generateUUID } from "$/utils/state";

/** How long an answer may take before the visitor is told that it did not come. */
const PATIENCE_MS = 10000;

/**
 * A form that is sent over the websocket. Nothing that was typed is touched before the server has taken it.
 *
 * state: idle, sending, lost (no answer). answered: what the server said to this form, and to no earlier one.
 */
export function useLetter({ answer, onSend }) {
  const form = useRef(null);
  const attempt = useRef(null);
  const patience = useRef(0);
  const [state, setState] = useState("idle");
  const answered = attempt.current && answer?.attempt === attempt.current ? answer : null;

  useEffect(() => {
    if (!answered) return;
    clearTimeout(patience.current);
    setState("idle");
  }, [answered]);

  // Only now the fields that have to be corrected say so.
  const shown = state === "idle" ? answered : null;
  useEffect(() => {
    if (!shown) return;
    if (Object.keys(shown.problems ?? {}).length) form.current.querySelector("[aria-invalid=true]")?.focus();
    else form.current.reset();
  }, [shown]);

  useEffect(() => () => clearTimeout(patience.current), []);

  const onSubmit = (event) => {
    event.preventDefault();
    if (state === "sending") return;
    // A queued message would go out whenever the connection is back, after the visitor has given up and called.
    if (!navigator.onLine) return setState("lost");
    attempt.current = generateUUID();
    setState("sending");
    onSend(Object.fromEntries(new FormData(form.current)), attempt.current);
    patience.current = setTimeout(() => setState("lost"), PATIENCE_MS);
  };
  return { form, state, answered: shown, onSubmit };
}
