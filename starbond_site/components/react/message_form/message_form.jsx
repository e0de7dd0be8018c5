import { useFormSubmission } from "./use_form_submission.jsx";

/** A form with its fields, and below them the result: a status, or an alert when something is wrong. */
export function MessageForm({ label, labels, answer, onSend, children }) {
  const { form, state, answered, onSubmit } = useFormSubmission({ answer, onSend });
  const isWrong = state === "lost" || (answered && !answered.accepted);
  const text = { sending: labels.sending, lost: labels.lost, idle: answered?.sentence }[state];
  return (
    <form ref={form} className="message-form" aria-label={label} noValidate aria-busy={state === "sending"} onSubmit={onSubmit}>
      {children}
      <p
        key={isWrong ? "alert" : "status"}
        role={isWrong ? "alert" : "status"}
        className={text ? `form-outcome form-outcome--${isWrong ? "wrong" : "done"}` : "form-outcome"}
      >
        {text}
      </p>
    </form>
  );
}
