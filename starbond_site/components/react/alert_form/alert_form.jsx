import { useEffect, useId, useRef } from "react";
import { EmailField, useProblem } from "../posted_form/posted_form.jsx";

/** An address, and a box for each list; those of products are folded, and none is ticked beforehand. */
export function AlertFields({ labels, lists, sheets }) {
  return (
    <>
      <div>
        <EmailField label={labels.email} />
      </div>
      <Lists labels={labels} lists={lists} sheets={sheets} />
    </>
  );
}

/** The boxes; the first one carries what has to be corrected, since a group of boxes cannot have the focus. */
function Lists({ labels, lists, sheets }) {
  const id = useId();
  const problem = useProblem("lists");
  const marks = problem ? { "aria-invalid": true, "aria-describedby": id } : {};
  const box = ({ name, title }) => (
    <label className="tick" key={name}>
      <input type="checkbox" name={name} {...(name === lists[0].name ? marks : {})} /> <span>{title}</span>
    </label>
  );
  return (
    <fieldset className="alert-lists">
      <legend className="field__label">{labels.lists}</legend>
      {lists.map(box)}
      {sheets.length > 0 && (
        <details>
          <summary>{labels.sheets}</summary>
          {sheets.map(box)}
        </details>
      )}
      {problem && (
        <span id={id} className="field__error">
          {problem}
        </span>
      )}
    </fieldset>
  );
}

/**
 * Holds the form and the notice that there is none; styles show one of them. The server has written which into the page,
 * except where something else serves it: then it is asked.
 */
export function Availability({ address, className, children }) {
  const element = useRef(null);
  useEffect(() => {
    const { dataset } = element.current;
    if (dataset.alerts !== "unknown") return;
    fetch(address)
      .then((response) => response.json())
      .then(({ available }) => {
        dataset.alerts = available ? "on" : "off";
      })
      .catch(() => {});
  }, [address]);
  return (
    <div ref={element} data-alerts="unknown" className={className} suppressHydrationWarning>
      {children}
    </div>
  );
}
