import { useEffect, useId, useRef, useState } from "react";
import { fill, sizeOf } from "../digits.jsx";
import { oneFile } from "./dropped.jsx";
import { sha256Of } from "./hash.jsx";

const TIMEOUT_MS = 15000;
const NOTHING = { file: null, sentence: "", done: null };

/**
 * A box that takes one file, by its input or dropped anywhere in it, and says what is known of it.
 *
 * The server writes its answer to the page's query into the marked element, and answers on files with the same HTML.
 * Only the newest file counts: what an earlier one leads to is dropped.
 */
export function FileCheck({ mark, language, labels }) {
  const id = useId();
  const newest = useRef(0);
  const [isDragged, setDragged] = useState(false);
  const [isUnencrypted, setUnencrypted] = useState(false);
  const [html, setHtml] = useState(() => contentOf(mark));
  const [shown, setShown] = useState(NOTHING);
  const say = (name, values) => fill(labels[name], values);

  useEffect(() => {
    setUnencrypted(!globalThis.isSecureContext);
    // A page that came without the server's answer, from a host of files.
    const query = new URLSearchParams(location.search);
    if (!html && (query.has("sha256") || query.has("document"))) {
      ask(query, language).then((answer) => newest.current || setHtml(answer), () => {});
    }
  }, []);

  const check = async ({ file, problem }) => {
    const turn = (newest.current += 1);
    const isWanted = () => turn === newest.current;
    const end = (sentence, answer = "") => {
      if (!isWanted()) return;
      setShown({ ...NOTHING, file: answer && file, sentence });
      setHtml(answer);
    };
    if (problem) return end(labels[problem]);
    const name = file.name;
    setShown({ ...NOTHING, sentence: say("reading", { name }), done: 0 });
    setHtml("");
    let sha256;
    try {
      if (!file.size) await file.slice(0, 1).arrayBuffer();
      else sha256 = await sha256Of(file, (done) => isWanted() && setShown((before) => ({ ...before, done })), isWanted);
    } catch {
      return end(say("unreadable", { name }));
    }
    if (!isWanted()) return;
    if (!sha256) return end(say("empty", { name }));
    const query = new URLSearchParams({ sha256 });
    const wanted = new URLSearchParams(location.search).get("document");
    if (wanted) query.set("document", wanted);
    try {
      end("", await ask(query, language));
    } catch (problem) {
      end(problem.sentence ?? say("lost", { hash: sha256 }));
    }
  };

  const onDrag = (event) => {
    event.preventDefault();
    setDragged(event.type === "dragover");
  };
  const onDrop = (event) => {
    onDrag(event);
    check(oneFile(event.dataTransfer.files, event.dataTransfer.items));
  };
  const onChange = (event) => {
    const [file] = event.target.files;
    if (file) check({ file });
  };
  // Browsers send no event when the same file is chosen again, for example after it was changed.
  const onClick = (event) => (event.target.value = "");

  return (
    <div className="file-check" data-dragged={isDragged || undefined} onDragOver={onDrag} onDragLeave={onDrag} onDrop={onDrop}>
      <div className="file-check__chooser">
        <label className="field__label" htmlFor={id}>
          {labels.label}
        </label>
        <input id={id} className="file-check__input" type="file" onChange={onChange} onClick={onClick} />
        <span className="muted file-check__drop">{labels.drop}</span>
      </div>
      {isUnencrypted && <p className="file-check__note">{labels.unencrypted}</p>}
      <div className="file-check__answer" role="status" aria-busy={shown.done !== null}>
        {shown.sentence && <p className="file-check__sentence">{shown.sentence}</p>}
        {shown.file && (
          <p className="file-check__sentence muted">{say("checked", { name: shown.file.name, size: sizeOf(shown.file.size, labels, labels.digits) })}</p>
        )}
        <div data-live={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
      </div>
      {shown.done !== null && <progress className="file-check__progress" aria-label={labels.progress} value={shown.done} />}
    </div>
  );
}

/** What the server wrote into this page; nothing where it had no question to answer. */
function contentOf(mark) {
  return globalThis.document?.querySelector(`[data-live="${mark}"][data-version]`)?.innerHTML ?? "";
}

/** Resolves to the answer as HTML; rejects with the sentence of a refusal, or without one where no server answered. */
async function ask(query, language) {
  query.set("language", language);
  const response = await fetch(`/api/verify?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = await response.json();
  if (response.ok && typeof answer.html === "string") return answer.html;
  throw Object.assign(new Error(`${response.status}`), { sentence: answer.detail });
}
