import { Children, cloneElement, createContext, useContext, useEffect, useRef, useState } from "react";
import { inDigits } from "../digits.jsx";
import { useUpload } from "./use_upload.jsx";

/*
 * A form that publishes one file, and its parts. The controls are children from the page: this component has no design and uses
 * no component library; it handles the events of the file input and the submit button wherever they are inside.
 */
const Upload = createContext(null);
/** After this time without a word from the server, in ms, a page says what may be wrong: its websocket may be blocked. */
const BLOCKED_MS = 10000;

export function UploadForm({ isOpen, label, category, labels, digits, children, ...props }) {
  const form = useRef(null);
  const [isDragged, setDragged] = useState(false);
  const upload = useUpload({ labels, digits, ...props });

  const input = () => form.current.querySelector("input[type=file]");
  // Browsers send no event when the same file is chosen again, for example after it was changed.
  const onClick = (event) => event.target.type === "file" && (event.target.value = "");
  useEffect(() => {
    if (!upload.file) input().value = "";
  }, [upload.file]);
  const onChange = (event) => event.target.type === "file" && upload.choose(event.target.files);
  const onSubmit = (event) => {
    event.preventDefault();
    upload.submit(new FormData(form.current).get("category") ?? category);
  };
  const onDrag = (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDragged(event.type === "dragover");
  };
  const onDrop = (event) => {
    onDrag(event);
    if (isOpen && upload.phase === "idle" && event.dataTransfer.files.length) {
      input().files = event.dataTransfer.files;
      upload.choose(event.dataTransfer.files);
    }
  };
  return (
    <Upload.Provider value={{ ...upload, labels, digits, isOpen }}>
      <form
        ref={form}
        className="upload-form"
        aria-label={label}
        noValidate
        data-dragged={isDragged || undefined}
        data-file-chosen={Boolean(upload.file) || undefined}
        onClick={onClick}
        onChange={onChange}
        onSubmit={onSubmit}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={onDrop}
      >
        {children}
      </form>
    </Upload.Provider>
  );
}

/** Shown until the server has said who may publish. */
export function AccessUnknown({ asking, blocked }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), BLOCKED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="upload-note" role={isLate ? "alert" : undefined}>
      {isLate ? blocked : asking}
    </p>
  );
}

/** The chosen file's name and size. */
export function ChosenFile() {
  const { file, labels, digits } = useContext(Upload);
  const text = file && labels.chosen.replace("{name}", file.name).replace("{size}", size(file.size, labels, digits));
  return <p className="upload-form__chosen">{text ?? labels.none_chosen}</p>;
}

/** Its children, enabled for visitors who may publish while no upload runs. */
export function WhileIdle({ children }) {
  const { isOpen, phase } = useContext(Upload);
  return (
    <fieldset className="upload-form__gate" disabled={!isOpen || phase !== "idle"}>
      {children}
    </fieldset>
  );
}

/** Progress in percent; the children are a progress bar, which is given the value, and a button that cancels. */
export function Transferring({ children }) {
  const { phase, percent, labels, cancel } = useContext(Upload);
  if (phase === "idle") return null;
  const [bar, button] = Children.toArray(children);
  const isSending = phase === "sending";
  const value = isSending ? { value: percent } : { isIndeterminate: true };
  return (
    <div className="upload-form__transfer">
      <p className="numbers">{isSending ? labels.uploading.replace("{percent}", percent) : labels.checking}</p>
      {cloneElement(bar, { ...value, "aria-label": labels.progress_label })}
      {isSending && cloneElement(button, { onClick: cancel })}
    </div>
  );
}

/** The result: a status, or an alert when something is wrong. */
export function Outcome({ listHref }) {
  const { phase, outcome, labels } = useContext(Upload);
  const isWrong = outcome?.kind === "wrong";
  const className = outcome ? `upload-form__outcome upload-form__outcome--${outcome.kind}` : "upload-form__outcome";
  return (
    <div key={isWrong ? "alert" : "status"} role={isWrong ? "alert" : "status"} className={className}>
      {phase === "checking" && <span className="visually-hidden">{labels.checking}</span>}
      {outcome && <p>{outcome.sentence}</p>}
      {outcome?.warning && <p className="upload-form__warning">{outcome.warning}</p>}
      {(outcome?.href || outcome?.isUnsure) && (
        <p className="upload-form__links">
          {outcome.href && (
            <a href={outcome.href} target="_blank" rel="noopener">
              {labels.open_document}
            </a>
          )}
          {/* Beside this page, where a file may still wait. */}
          <a href={listHref} {...(outcome.isUnsure && { target: "_blank", rel: "noopener" })}>
            {labels.open_list}
          </a>
        </p>
      )}
    </div>
  );
}

/** A size as `content/formats.py` writes it. */
function size(bytes, labels, digits) {
  const [unit, number] =
    bytes < 1000
      ? [labels.bytes, `${bytes}`]
      : bytes < 1e6
        ? [labels.kilobytes, `${Math.round(bytes / 1000)}`]
        : [labels.megabytes, (bytes / 1e6).toFixed(1).replace(/\.0$/, "")];
  return inDigits(unit.replace("{number}", number), digits);
}
