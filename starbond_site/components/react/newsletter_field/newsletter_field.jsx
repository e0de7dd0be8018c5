import { useField } from "../posted_form/posted_form.jsx";

/** One address. */
export function NewsletterField({ labels }) {
  const [attributes, correction] = useField("email");
  return (
    <>
      <label className="field__label" htmlFor={attributes.id}>
        {labels.label}
      </label>
      <input {...attributes} type="email" className="input" autoComplete="email" placeholder={labels.placeholder} />
      {correction}
    </>
  );
}
