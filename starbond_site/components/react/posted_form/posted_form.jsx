import { createContext, useContext, useId } from "react";
import { useFormSubmission } from "./use_form_submission.jsx";

const NONE = {};

/** What has to be corrected, by field. */
const Problems = createContext(NONE);

/** Returns what has to be corrected in a field, or nothing. */
export const useProblem = (name) => useContext(Problems)[name];

/**
 * A form with its fields, and below them the result: a status, or an alert when something is wrong.
 * Without scripts the browser posts it.
 */
export function PostedForm({ action, label, labels, className, children }) {
  const { form, state, answer, onSubmit } = useFormSubmission(action);
  const isWrong = state === "lost" || (answer && !answer.accepted);
  const text = { sending: labels.sending, lost: labels.lost, idle: answer?.sentence }[state];
  return (
    <Problems.Provider value={answer?.problems ?? NONE}>
      <form
        ref={form}
        className={className}
        action={action}
        method="post"
        aria-label={label}
        noValidate
        aria-busy={state === "sending"}
        onSubmit={onSubmit}
      >
        {children}
        <p
          key={isWrong ? "alert" : "status"}
          role={isWrong ? "alert" : "status"}
          className={text ? `form-outcome form-outcome--${isWrong ? "wrong" : "done"}` : "form-outcome"}
        >
          {text}
        </p>
      </form>
    </Problems.Provider>
  );
}

/** Returns the attributes of a control, and the element that says what has to be corrected in it. */
export function useField(name) {
  const id = useId();
  const problem = useProblem(name);
  const attributes = {
    name,
    id,
    required: true,
    // Said also of what is right: browsers count an empty required field as wrong before anything was sent.
    "aria-invalid": Boolean(problem),
    "aria-describedby": problem ? `${id}-problem` : undefined,
  };
  const correction = problem && (
    <span id={`${id}-problem`} className="field__error">
      {problem}
    </span>
  );
  return [attributes, correction];
}

/** One address. */
export function EmailField({ label, placeholder }) {
  const [attributes, correction] = useField("email");
  return (
    <>
      <label className="field__label" htmlFor={attributes.id}>
        {label}
      </label>
      <input {...attributes} type="email" className="input" autoComplete="email" placeholder={placeholder} />
      {correction}
    </>
  );
}

/** The box to tick before a form is sent. */
export function Consent({ text }) {
  const [attributes, correction] = useField("consent");
  return (
    <div>
      <label className="tick">
        <input {...attributes} type="checkbox" /> <span>{text}</span>
      </label>
      {correction}
    </div>
  );
}

/** A field that people do not see; only programs fill it. */
export function Honeypot({ label }) {
  return (
    <label className="honeypot" aria-hidden="true">
      {label}
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  );
}
