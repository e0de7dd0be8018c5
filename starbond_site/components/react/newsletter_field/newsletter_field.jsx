import { useField } from "../posted_form/posted_form.jsx";

/** One address, and the button beside it. */
export function NewsletterField({ labels }) {
  const [attributes, correction] = useField("email");
  return (
    <>
      <label className="field__label" htmlFor={attributes.id}>
        {labels.label}
      </label>
      <div className="newsletter__line">
        <input {...attributes} type="email" className="input" autoComplete="email" placeholder={labels.placeholder} />
        <button type="submit" className="button button--primary">
          {labels.subscribe}
        </button>
      </div>
      {correction}
    </>
  );
}
