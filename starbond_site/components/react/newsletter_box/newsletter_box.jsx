import { useId } from "react";
import { useFormSubmission } from "../message_form/use_form_submission.jsx";

/** The newsletter box of the footer. */
export function NewsletterBox({ action, labels, answer, onSend }) {
  const { form, state, answered, onSubmit } = useFormSubmission({ answer, onSend });
  const id = useId();
  const problems = answered?.problems ?? {};
  const isWrong = state === "lost" || (answered && !answered.accepted);
  const text = { sending: labels.sending, lost: labels.lost, idle: answered?.sentence }[state];
  const field = (name) => ({
    name,
    id: `${id}-${name}`,
    "aria-invalid": name in problems || undefined,
    "aria-describedby": name in problems ? `${id}-${name}-problem` : undefined,
  });
  const problem = (name) =>
    problems[name] && (
      <span id={`${id}-${name}-problem`} className="field__error">
        {problems[name]}
      </span>
    );
  return (
    <form ref={form} className="newsletter" action={action} method="post" noValidate onSubmit={onSubmit}>
      <label className="field__label" htmlFor={`${id}-email`}>
        {labels.label}
      </label>
      <div className="newsletter__line">
        <input {...field("email")} type="email" className="input" autoComplete="email" required placeholder={labels.placeholder} />
        <button type="submit" className="button button--primary">
          {labels.subscribe}
        </button>
      </div>
      {problem("email")}
      <label className="tick">
        <input {...field("consent")} type="checkbox" required /> <span>{labels.consent}</span>
      </label>
      {problem("consent")}
      <label className="honeypot" aria-hidden="true">
        {labels.honeypot}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <p className="newsletter__note">{labels.note}</p>
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
