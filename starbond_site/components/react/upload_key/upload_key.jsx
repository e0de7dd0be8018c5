import { useEffect, useRef, useState } from "react";
import { reconnect } from "../../../reflex_adapter/connection/reconnect.jsx";

/** After which a site that is silent is said to be. */
const SILENT_MS = 10_000;

/** Asks for the key without leaving the page, so that a chosen file stays chosen. */
export function KeyForm({ label, action, labels, refusal, onAccess, children }) {
  const [state, setState] = useState({ isChecking: false, problem: null });
  const isEntered = useRef(false);
  useEffect(() => () => isEntered.current && requestAnimationFrame(focusNextControl), []);

  const onSubmit = async (event) => {
    event.preventDefault();
    if (state.isChecking) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    setState({ isChecking: true, problem: null });
    const problem = await send(action, fields, labels.lost);
    setState({ isChecking: false, problem });
    if (problem) return;
    isEntered.current = true;
    reconnect();
    onAccess();
  };
  const problem = state.isChecking ? "" : (state.problem ?? refusal);
  return (
    <form className="upload-form" aria-label={label} action={action} method="post" onSubmit={onSubmit}>
      {children}
      <p role="status">{state.isChecking ? labels.checking : ""}</p>
      {problem && (
        <p role="alert" id="key-problem" className="field__error">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Ends the session of this browser. */
export function ForgetKey({ action, onAccess, children }) {
  const onClick = async () => {
    await fetch(action, { method: "DELETE" });
    reconnect();
    onAccess();
  };
  return (
    <button type="button" className="button" onClick={onClick}>
      {children}
    </button>
  );
}

/** Returns what is wrong; null when the key is right. */
async function send(action, fields, lost) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  try {
    const answer = await fetch(action, { method: "POST", headers, body: JSON.stringify(fields), signal: AbortSignal.timeout(SILENT_MS) });
    return answer.ok ? null : (await answer.json()).detail;
  } catch {
    return lost;
  }
}

/** Focuses the button of a form whose file is chosen, or the first file input. */
function focusNextControl() {
  const ready = document.querySelector(".upload-form[data-file-chosen] button[type=submit]");
  (ready ?? document.querySelector(".upload-forms input[type=file]"))?.focus();
}
