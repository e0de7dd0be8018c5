import { useRef } from "react";

/** A button and the native dialog that it opens; Escape closes it and the focus returns, as dialogs do. */
export function Story({ title, label, name, close, children }) {
  const dialog = useRef(null);
  const closeOnBackdrop = (event) => event.target === dialog.current && dialog.current.close();
  return (
    <>
      <button type="button" className="button" aria-label={name} aria-haspopup="dialog" onClick={() => dialog.current.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} className="story" aria-label={title} onClick={closeOnBackdrop}>
        <div className="story__body stack">
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
