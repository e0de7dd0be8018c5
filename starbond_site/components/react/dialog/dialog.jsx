import { useRef } from "react";

/** A button and the native modal dialog that it opens; closing returns the focus to the button. */
export function Dialog({ title, label, name, close, children }) {
  const dialog = useRef(null);
  const closeOnBackdrop = (event) => event.target === dialog.current && dialog.current.close();
  return (
    <>
      <button type="button" className="button" aria-label={name} aria-haspopup="dialog" onClick={() => dialog.current.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} className="dialog" aria-label={title} onClick={closeOnBackdrop}>
        <div className="dialog__body stack">
          <h2>{title}</h2>
          {children}
          <button type="button" className="button" onClick={() => dialog.current.close()}>
            {close}
          </button>
        </div>
      </dialog>
    </>
  );
}
