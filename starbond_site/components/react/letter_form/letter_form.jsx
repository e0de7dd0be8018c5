import { useLetter } from "./use_letter.jsx";

/** A form around its fields, with what becomes of it below them: a status while all is well, else an alert. */
export function LetterForm({ label, labels, answer, onSend, children }) {
  const { form, state, answered, onSubmit } = useLetter({ answer, onSend });
  const isWrong = state === "lost" || (answered && !answered.accepted);
  const text = { sending: labels.sending, lost: labels.lost, idle: answered?.sentence }[state];
  return (
    <form ref={form} className="letter-form" aria-label={label} noValidate aria-busy={state === "sending"} onSubmit={onSubmit}>
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
