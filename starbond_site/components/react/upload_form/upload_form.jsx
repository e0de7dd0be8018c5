import { Children, cloneElement, createContext, useContext, useEffect, useRef, useState } from "react";
import { inDigits, sizeOf } from "../digits.jsx";
import { hasFolder } from "../file_check/dropped.jsx";
import { useUpload } from "./use_upload.jsx";

/*
 * A form that publishes files, and its parts. The controls are children from the page: this component has no design and uses
 * no component library; it handles the events of the file input and the submit button wherever they are inside.
 */
const Upload = createContext(null);
/** What `preflight_panel.jsx` shares with the form. */
export const useUploadForm = () => useContext(Upload);
/** After this time without a word from the server, in ms, a page says what may be wrong: its websocket may be blocked. */
const BLOCKED_MS = 10000;

export function UploadForm({ label, children, ...props }) {
  const { isOpen, isMultiple, category, labels } = props;
  const form = useRef(null);
  const pressed = useRef(null);
  const [isDragged, setDragged] = useState(false);
  const upload = useUpload(props);
  const mayChoose = isOpen && (isMultiple || !upload.isRunning);
  const maySubmit = isOpen && (!upload.isRunning || (isMultiple && upload.unsent.length > 0));

  const input = () => form.current.querySelector("input[type=file]");
  const onClick = (event) => {
    pressed.current = event.target.closest("button");
    // Browsers send no event when the same file is chosen again, for example after it was changed.
    if (event.target.type === "file") event.target.value = "";
  };
  // A button that is disabled while the file is on its way loses the focus.
  useEffect(() => {
    if (!upload.isRunning && document.activeElement === document.body) pressed.current?.focus();
  }, [upload.isRunning]);
  useEffect(() => {
    if (!upload.unsent.length) input().value = "";
  }, [upload.unsent.length]);
  const onChange = (event) => event.target.type === "file" && event.target.files.length && upload.choose(event.target.files);
  const publish = (isWithoutPlace = false) => {
    const fields = new FormData(form.current);
    upload.submit(fields.get("category") ?? category, Number(fields.get("pair") ?? 0), isWithoutPlace);
  };
  const onSubmit = (event) => {
    event.preventDefault();
    publish();
  };
  const onDrag = (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDragged(event.type === "dragover");
  };
  const onDrop = (event) => {
    onDrag(event);
    if (mayChoose && hasFolder(event.dataTransfer.items)) upload.complain(labels.folder);
    else if (mayChoose && event.dataTransfer.files.length) {
      input().files = event.dataTransfer.files;
      upload.choose(event.dataTransfer.files);
    }
  };
  return (
    <Upload.Provider value={{ ...props, ...upload, publish, mayChoose, maySubmit }}>
      <form
        ref={form}
        className="upload-form"
        aria-label={label}
        noValidate
        data-dragged={isDragged || undefined}
        data-file-chosen={Boolean(upload.unsent.length) || undefined}
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

/** Shown until the server has said who may publish, and again while it has forgotten the page. */
export function AccessUnknown({ asking, blocked, isShown }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isShown) return;
    const timer = setTimeout(() => setLate(true), BLOCKED_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <p className="upload-note" role={isLate ? "alert" : undefined}>
      {isLate ? blocked : asking}
    </p>
  );
}

/** The chosen file's name and size; of several files a list, with what became of each. */
export function ChosenFile() {
  const { items, isMultiple, labels, digits, remove } = useContext(Upload);
  const named = ({ file }) => labels.chosen.replace("{name}", file.name).replace("{size}", sizeOf(file.size, labels, digits));
  if (items.length < 2) {
    const item = items.find(({ phase }) => phase !== "done");
    return <p className="upload-form__chosen">{item ? named(item) : labels.none_chosen}</p>;
  }
  return (
    <ul className="upload-form__queue" aria-label={labels.queue}>
      {items.map((item) => (
        <li key={item.id} data-phase={item.phase}>
          <span className="upload-form__chosen">
            {item.file.name} <span className="muted">({sizeOf(item.file.size, labels, digits)})</span>
          </span>
          <span className="upload-form__state">{labels[`state_${item.phase}`] ?? percent("{percent} %", item.percent, digits)}</span>
          {["chosen", "queued", "wrong", "cancelled"].includes(item.phase) && (
            <button type="button" className="upload-form__remove" onClick={() => remove(item.id)}>
              {labels.remove}
              <span className="visually-hidden"> {item.file.name}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What readers see first: one field, or one for each of several files; a title stays with its file until that is published. */
export function TitleFields({ category }) {
  const { unsent, draft, setTitle, mayChoose, labels } = useContext(Upload);
  const several = unsent.length > 1;
  const shown = unsent.length ? unsent : [{ id: 0, title: draft }];
  const hint = `title-${category}-hint`;
  return (
    <fieldset className="upload-form__gate upload-form__titles" disabled={!mayChoose}>
      {shown.map(({ id, file, title }, index) => (
        <label key={several ? id : 0} className="field__label">
          {several ? labels.title_of.replace("{name}", () => file.name) : labels.title}
          <input
            className="input"
            name="title"
            autoComplete="off"
            aria-describedby={hint}
            value={title ?? ""}
            onChange={(event) => setTitle(id, event.target.value)}
          />
        </label>
      ))}
      <p id={hint} className="field__hint">
        {labels.title_hint}
      </p>
    </fieldset>
  );
}

/** Its children, which are enabled while the visitor may do what it is for: "mayChoose" or "maySubmit". */
export function Gate({ enabledWhile, children }) {
  return (
    <fieldset className="upload-form__gate" disabled={!useContext(Upload)[enabledWhile]}>
      {children}
    </fieldset>
  );
}

/** Progress in percent, with speed; the children are a progress bar, which is given the value, and a button that cancels. */
export function Transferring({ children }) {
  const { running, items, labels, digits, cancel } = useContext(Upload);
  if (!running || running.phase === "unsure") return null;
  const [bar, button] = Children.toArray(children);
  const isChecking = running.phase === "checking";
  const said = notice(running, labels, digits);
  const value = isChecking ? { isIndeterminate: true } : { value: running.percent };
  return (
    <div className="upload-form__transfer">
      {items.length > 1 && <p className="upload-form__chosen">{running.file.name}</p>}
      <p className="numbers">
        {isChecking ? said : percent(labels.uploading, running.percent, digits)}
        {running.phase === "sending" && running.rate && <span className="muted"> {rate(running.rate, labels, digits)}</span>}
      </p>
      {!isChecking && said && <p>{said}</p>}
      {cloneElement(bar, { ...value, "aria-label": labels.progress_label })}
      {!isChecking && cloneElement(button, { onClick: cancel })}
    </div>
  );
}

/** The results: a status, and an alert when something is wrong. */
export function Outcome({ listHref }) {
  const { running, items, problem, labels, digits } = useContext(Upload);
  const isUnsure = running?.phase === "unsure";
  const wrong = items.filter(({ phase }) => phase === "wrong");
  const done = items.filter(({ phase }) => phase === "done");
  const cancelled = items.filter(({ phase }) => phase === "cancelled");
  const named = ({ file, outcome }) => (items.length > 1 ? `${file.name}: ${outcome.sentence}` : outcome.sentence);
  // Here a file may still wait.
  const List = isUnsure || items.length > 1 ? Beside : "a";
  const list = <List href={listHref}>{labels.open_list}</List>;
  return (
    <>
      <div role="status" className={`upload-form__outcome${done.length ? " upload-form__outcome--done" : ""}`}>
        {running && <span className="visually-hidden">{notice(running, labels, digits)}</span>}
        {done.map(({ id, outcome }) => (
          <div key={id}>
            <p className="upload-form__published">{outcome.sentence}</p>
            {outcome.warning && <p className="upload-form__warning">{outcome.warning}</p>}
            <p className="upload-form__links">
              <Beside href={outcome.href}>{labels.open_document}</Beside>
              {id === done.at(-1).id && list}
              <Beside href={outcome.desk}>{labels.put_right}</Beside>
            </p>
          </div>
        ))}
        {cancelled.map((item) => (
          <p key={item.id}>{named(item)}</p>
        ))}
      </div>
      {(isUnsure || problem || wrong.length > 0) && (
        <div role="alert" className="upload-form__outcome upload-form__outcome--wrong">
          {problem && <p>{problem}</p>}
          {wrong.map((item) => (
            <p key={item.id}>{named(item)}</p>
          ))}
          {isUnsure && <p>{labels.connection_lost}</p>}
          {isUnsure && <p className="upload-form__links">{list}</p>}
        </div>
      )}
    </>
  );
}

/** What is to be said of an upload: it is checked, continues, or waits for the line or the site. */
function notice({ phase, from, isBusy, percent: reached }, labels, digits) {
  if (isBusy) return labels.busy;
  if (phase === "checking") return labels.checking;
  if (phase === "waiting") return percent(labels.line_lost, reached, digits);
  return phase === "sending" && from ? percent(labels.continues, from, digits) : "";
}

const percent = (text, number, digits) => text.replace("{percent}", inDigits(number, digits));

/** Speed and time left. */
function rate({ speed, left }, labels, digits) {
  const [unit, number] = left < 100 ? [labels.seconds, left] : [labels.minutes, Math.round(left / 60)];
  const time = inDigits(unit.replace("{number}", number), digits);
  return labels.rate.replace("{speed}", sizeOf(speed, labels, digits)).replace("{time}", time);
}

/** A link that opens beside this page, and tells a screen reader so. */
function Beside({ href, children }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> ({useContext(Upload).labels.new_tab})</span>
    </a>
  );
}
