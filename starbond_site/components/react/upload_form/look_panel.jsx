import { useEffect, useRef, useState } from "react";
import { inDigits } from "../digits.jsx";
import { useUploadForm } from "./upload_form.jsx";

/** A look without progress for longer is given up, in ms: a large file may be checked for a minute. */
const STALL_MS = 120000;
/** From leaving the field of a title to the look at it, in ms. */
const LEFT_MS = 500;
const nothing = { answer: null, state: "", percent: 0, isTry: false };

/**
 * What visitors would get of each chosen file, and what its author may have overlooked; the children are the button that publishes.
 *
 * The name is looked at as soon as a file is chosen; the file itself too, up to `limit` bytes, and a larger one when the
 * second button is pressed. Nothing here writes, or keeps anyone from publishing.
 */
export function LookPanel({ labels, children, ...props }) {
  const { unsent, isRunning, isOpen } = useUploadForm();
  const [tries, setTries] = useState(0);
  // Several files are looked at one after the other.
  const before = useRef(Promise.resolve());
  const inOrder = (work) => (before.current = before.current.then(work));
  const isIdle = isOpen && !isRunning;
  return (
    <>
      {unsent.map(({ id, file, title, phase }) => (
        <FileLook
          key={id}
          file={file}
          title={title ?? ""}
          isWrong={phase === "wrong"}
          isIdle={isIdle}
          isAmongOthers={unsent.length > 1}
          tries={tries}
          inOrder={inOrder}
          labels={labels}
          {...props}
        />
      ))}
      <div className="look-panel__buttons">
        {children}
        <button type="button" className="button" disabled={!isIdle || !unsent.length} onClick={() => setTries(tries + 1)}>
          {labels.try_only}
        </button>
      </div>
    </>
  );
}

/** The look at one file. */
function FileLook({ file, title, isWrong, isIdle, isAmongOthers, tries, inOrder, action, category, language, labels, digits, limit }) {
  const panel = useRef(null);
  const running = useRef(null);
  const wanted = useRef(0);
  const tried = useRef(tries);
  const looked = useRef(false);
  const typed = useRef(title);
  typed.current = title;
  const shownTitle = useRef(title);
  const [look, setLook] = useState(nothing);
  const form = () => panel.current?.closest("form");

  /** Ends what is under way, and what waits for its turn. */
  const stop = () => {
    wanted.current += 1;
    running.current?.abort();
    running.current = null;
  };
  /** Asks the server, and returns whether it answered; what was known before stays until then. */
  const ask = async (number, body, isTry) => {
    if (number !== wanted.current || !form()) return false;
    const request = (running.current = new XMLHttpRequest());
    const show = (more) => number === wanted.current && setLook((now) => ({ ...now, ...more }));
    show({ state: body ? "looking" : "", percent: 0, isTry });
    const fields = new FormData(form());
    const about = {
      category: fields.get("category") ?? category,
      pair: Number(fields.get("pair") ?? 0),
      name: file.name,
      title: (shownTitle.current = typed.current),
      size: file.size,
      language,
    };
    const onPercent = (percent) => show({ state: percent < 100 ? "sending" : "looking", percent });
    const answer = await sent(request, action, about, body, onPercent);
    show(answer ? { answer, state: "" } : { state: "failed", isTry: false });
    return Boolean(answer) && number === wanted.current;
  };
  const begin = (work) => {
    stop();
    const number = wanted.current;
    inOrder(() => work(number));
  };
  const lookAtOnce = () =>
    begin(async (number) => {
      if (!(await ask(number, null, false))) return;
      looked.current = true;
      if (file.size && file.size <= limit) await ask(number, file, false);
    });

  useEffect(() => {
    // What the form itself complains of needs no second opinion.
    if (isIdle && !looked.current && !isWrong) lookAtOnce();
    if (!isIdle) stop();
  }, [isIdle]);
  useEffect(() => {
    if (tries === tried.current) return;
    tried.current = tries;
    begin((number) => ask(number, file, true));
  }, [tries]);
  useEffect(() => {
    let timer;
    const onChange = ({ type, target }) => {
      if (!isIdle) return;
      // A drop-down decides where the file goes; a pair is chosen and given up with buttons.
      if (type === "paired" || target.name === "category") lookAtOnce();
      // A title was typed, and left: maybe for a button below, which must not move before it is pressed.
      if (target.name === "title" && typed.current !== shownTitle.current) timer = setTimeout(lookAtOnce, LEFT_MS);
    };
    const changing = form();
    changing.addEventListener("change", onChange);
    changing.addEventListener("paired", onChange);
    return () => {
      changing.removeEventListener("change", onChange);
      changing.removeEventListener("paired", onChange);
      clearTimeout(timer);
    };
  }, [isIdle]);
  useEffect(() => stop, []);

  const cancel = () => {
    stop();
    setLook((now) => ({ ...now, state: "", isTry: false }));
  };
  const heading = isAmongOthers ? `${labels.heading}: ${file.name}` : labels.heading;
  return (
    <>
      <section ref={panel} className="look-panel" aria-label={heading} aria-live="polite" hidden={!look.answer}>
        {look.answer && <Findings {...look} heading={heading} labels={labels} isLarge={file.size > limit} />}
      </section>
      {look.state && (
        <p className="look-panel__state muted" aria-live="polite">
          {stateOf(look, labels, digits)}{" "}
          {look.isTry && (
            <button type="button" className="button" onClick={cancel}>
              {labels.try_cancel}
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** Facts, refusal and remarks. */
function Findings({ answer, state, isTry, heading, labels, isLarge }) {
  const { whole, refusal, facts, remarks } = answer;
  const slips = remarks.filter((remark) => !remark.is_note);
  const notes = remarks.filter((remark) => remark.is_note);
  return (
    <>
      <h3>{heading}</h3>
      {facts.length > 0 && (
        <dl>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {refusal && <p className="look-panel__refusal">{refusal}</p>}
      {slips.length > 0 && (
        <div className="look-panel__slips">
          <p>{labels.remarks_heading}</p>
          <Remarks of={slips} />
        </div>
      )}
      {notes.length > 0 && <Remarks of={notes} className="muted" />}
      {whole && !refusal && slips.length === 0 && <p>{labels.nothing_remarked}</p>}
      {!whole && !refusal && isLarge && <p className="muted">{labels.large}</p>}
      {whole && isTry && !state && <p className="look-panel__tried">{refusal ? labels.tried_refused : labels.tried}</p>}
    </>
  );
}

function Remarks({ of, className }) {
  return (
    <ul className={className}>
      {of.map(({ code, sentence }) => (
        <li key={code}>{sentence}</li>
      ))}
    </ul>
  );
}

function stateOf({ state, percent }, labels, digits) {
  return {
    sending: labels.sending.replace("{percent}", inDigits(percent, digits)),
    looking: labels.looking,
    failed: labels.failed,
  }[state];
}

/** After a publication: offers to make the next file of the form its other language, and says so once that was chosen. */
export function PairOffer({ labels }) {
  const { items, isRunning } = useUploadForm();
  const [pair, setPair] = useState(null);
  const offer = useRef(null);
  const published = items.filter(({ phase }) => phase === "done").at(-1)?.outcome;
  // Whatever is published next ends the choice.
  useEffect(() => {
    if (published) setPair(null);
  }, [published?.href]);
  useEffect(() => {
    offer.current.closest("form").dispatchEvent(new Event("paired"));
  }, [pair]);
  return (
    <div ref={offer} className="pair-offer">
      {pair && (
        <>
          <input type="hidden" name="pair" value={pair.number} />
          <p>{labels[`next_${pair.adds}`].replace("{name}", pair.name)}</p>
          <button type="button" className="button" disabled={isRunning} onClick={() => setPair(null)}>
            {labels.cancel}
          </button>
        </>
      )}
      {!pair && published?.adds && (
        <button type="button" className="button" onClick={() => setPair(published)}>
          {labels[`add_${published.adds}`]}
        </button>
      )}
    </div>
  );
}

/** Sends a look; resolves to the answer, or to null, and never rejects. */
function sent(request, action, about, body, onPercent) {
  return new Promise((resolve) => {
    request.open("POST", action);
    request.timeout = STALL_MS;
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("X-Look", encodeURIComponent(JSON.stringify(about)));
    if (body) request.upload.onprogress = ({ loaded, total }) => onPercent(Math.floor((100 * loaded) / Math.max(total, 1)));
    request.onload = () => resolve(request.status === 200 ? parsed(request.responseText) : null);
    request.onerror = request.onabort = request.ontimeout = () => resolve(null);
    request.send(body);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
