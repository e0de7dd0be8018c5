import { useEffect, useId, useRef, useState } from "react";
import { again } from "../again.jsx";
import { opener } from "../opener.jsx";

/** Milliseconds without typing before the server is asked. */
const PAUSE = 150;

/**
 * The search of the header, in a native dialog. Its form leads to the page of results; with scripts the same results stand
 * below it as soon as somebody pauses, as the server wrote them, and Enter opens the best one.
 */
export function SiteSearch({ page, source, labels, children }) {
  const id = useId();
  const dialog = useRef(null);
  const box = useRef(null);
  const results = useRef(null);
  // A new object is a new question, also of the same words.
  const [asked, setAsked] = useState({ query: "" });
  const [found, setFound] = useState({ asked, said: labels.hint, html: "" });
  const isEntered = useRef(false);

  // A query may have been typed before this ran.
  useEffect(() => setAsked({ query: box.current.value }), []);

  useEffect(() => {
    isEntered.current = false;
    const abandoned = new AbortController();
    const show = (answer) => abandoned.signal.aborted || setFound({ asked, ...answer });
    const fail = (problem) => {
      show({ said: labels.failed, html: "" });
      throw problem;
    };
    const ask = () => again(() => fetchJson(source + encodeURIComponent(asked.query), abandoned.signal).then(show, fail)).catch(() => {});
    const timer = asked.query.trim() ? setTimeout(ask, PAUSE) : show({ said: labels.hint, html: "" });
    return () => {
      clearTimeout(timer);
      abandoned.abort();
    };
  }, [asked]);

  // Enter before the answer is there: the best result opens as soon as it is known. After a failure it asks again.
  const isCurrent = found.asked === asked;
  const openBest = () => {
    const best = isCurrent && results.current.querySelector(".search__link");
    isEntered.current = !isCurrent;
    if (best) location.assign(best.href);
    else if (isCurrent && found.said === labels.failed) setAsked({ ...asked });
  };
  useEffect(() => {
    if (isEntered.current) openBest();
  }, [found]);

  /** Lead from the field into the results and back by the arrow keys. WebKit's field keeps Escape, also when it is empty. */
  const onKeyDown = (event) => {
    if (event.key === "Escape" && !asked.query && !event.nativeEvent.isComposing) dialog.current.close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [...dialog.current.querySelectorAll("input, .search__link")];
    const place = stops.indexOf(document.activeElement);
    const next = step && place >= 0 && stops[place + step];
    // An input method, with which Bangla is typed, has arrow keys of its own.
    if (!next || event.nativeEvent.isComposing) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      <button {...opener("show-modal", id)} className="tool" aria-label={labels.open} aria-haspopup="dialog">
        {children}
      </button>
      <dialog
        ref={dialog}
        id={id}
        className="search"
        aria-label={labels.label}
        onKeyDown={onKeyDown}
        onClose={() => (isEntered.current = false)}
        onClick={(event) => (event.target === dialog.current || event.target.closest("a")) && dialog.current.close()}
      >
        <div className="search__body">
          <form className="search__form" role="search" action={page} onSubmit={(event) => (event.preventDefault(), openBest())}>
            <input
              ref={box}
              className="input"
              type="search"
              name="q"
              autoFocus
              aria-label={labels.label}
              placeholder={labels.placeholder}
              value={asked.query}
              onChange={(event) => setAsked({ query: event.target.value })}
            />
            <button {...opener("close", id)} className="button">
              {labels.close}
            </button>
          </form>
          <p role="status" className="muted">
            {isCurrent ? found.said : labels.loading}
          </p>
          <div ref={results} className="search__results" dangerouslySetInnerHTML={{ __html: found.html }} />
        </div>
      </dialog>
    </>
  );
}

async function fetchJson(address, signal) {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(response.status);
  return response.json();
}
