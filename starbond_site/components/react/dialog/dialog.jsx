import { useId, useRef } from "react";

import { opener } from "../opener.jsx";

/** A button and the native modal dialog that it opens; closing returns the focus to the button. */
export function Dialog({ title, label, name, close, children }) {
  const id = useId();
  const dialog = useRef(null);
  const closeOnBackdrop = (event) => event.target === dialog.current && dialog.current.close();
  return (
    <>
      <button {...opener("show-modal", id)} className="button" aria-label={name} aria-haspopup="dialog">
        {label}
      </button>
      <dialog ref={dialog} id={id} className="dialog" aria-label={title} onClick={closeOnBackdrop}>
        <div className="dialog__body stack">
          <h2>{title}</h2>
          {children}
          <button {...opener("close", id)} className="button">
            {close}
          </button>
        </div>
      </dialog>
    </>
  );
}
