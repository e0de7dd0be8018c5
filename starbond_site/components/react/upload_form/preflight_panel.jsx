import { useEffect, useRef, useState } from "react";
import { inDigits } from "../digits.jsx";
import { useUploadForm } from "./upload_form.jsx";

/** From leaving the field of a title to its check, in ms. */
const LEFT_MS = 500;
const nothing = { answer: null, state: "", isTry: false };

/**
 * What visitors would get of each chosen file, and what its author may have overlooked; the children are the button that publishes.
 *
 * The name is checked as soon as a file is chosen, and the file itself as soon as it has arrived. Nothing here writes, or
 * keeps anyone from publishing.
 */
export function PreflightPanel({ labels, children }) {
  const { unsent, isRunning, isOpen } = useUploadForm();
  const buttons = useRef(null);
  const [tries, setTries] = useState(0);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    let timer;
    const onChange = ({ type, target }) => {
      const check = () => setChanges((number) => number + 1);
      // A drop-down decides where the file goes; a pair is chosen and given up with buttons.
      if (type === "paired" || target.name === "category") check();
      // A title was typed, and left: maybe for a button below, which must not move before it is pressed.
      if (target.name === "title") timer = setTimeout(check, LEFT_MS);
    };
    const form = buttons.current.closest("form");
    const ending = new AbortController();
    for (const type of ["change", "paired"]) form.addEventListener(type, onChange, { signal: ending.signal });
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, []);
  // Several files are checked one after the other.
  const before = useRef(Promise.resolve());
  const inOrder = (work) => (before.current = before.current.then(work));
  const given = { isIdle: isOpen && !isRunning, tries, changes, inOrder, labels };
  return (
    <>
      {unsent.map((item) => (
        <FilePreflight key={item.id} {...item} {...given} />
      ))}
      <div ref={buttons} className="preflight-panel__buttons">
        {children}
        <button type="button" className="button" disabled={!given.isIdle || !unsent.length} onClick={() => setTries(tries + 1)}>
          {labels.try_only}
        </button>
      </div>
    </>
  );
}

/** The check of one file. */
function FilePreflight({ file, title = "", address = "", percent, phase, isIdle, tries, changes, inOrder, labels }) {
  const { ask, unsent, category, language, digits } = useUploadForm();
  const panel = useRef(null);
  const known = useRef({ number: 0, tries, changes }).current;
  const [check, setCheck] = useState(nothing);

  /** Nobody waits any more for what is under way. */
  const stop = () => (known.number += 1);
  useEffect(() => {
    if (!isIdle) return void stop();
    const { category: chosen = category, pair = "0" } = Object.fromEntries(new FormData(panel.current.closest("form")));
    const fields = { action: "try", category: chosen, pair, name: file.name, title, size: String(file.size), language };
    const asked = address + JSON.stringify(fields);
    const isTry = Boolean(address) && tries !== known.tries;
    // What the form itself complains of needs no second opinion.
    const isDue = asked !== known.asked && (phase !== "wrong" || changes !== known.changes);
    if (!isTry && !isDue) return;
    Object.assign(known, { asked, changes, tries: isTry ? tries : known.tries });
    const number = stop();
    // What was known before stays until the server answers.
    inOrder(async () => {
      if (number !== known.number) return;
      if (address) setCheck((now) => ({ ...now, state: "looking", isTry }));
      const answer = await ask(address, fields);
      if (number !== known.number) return;
      if (answer?.outcome === "looked") setCheck({ answer, state: "", isTry });
      else setCheck((now) => ({ ...now, state: address ? "failed" : "", isTry: false }));
    });
  }, [isIdle, address, tries, changes]);
  useEffect(() => () => void stop(), []);

  const cancel = () => {
    stop();
    setCheck((now) => ({ ...now, state: "", isTry: false }));
  };
  const heading = unsent.length > 1 ? `${labels.heading}: ${file.name}` : labels.heading;
  return (
    <>
      <section ref={panel} className="preflight-panel" aria-label={heading} aria-live="polite" hidden={!check.answer}>
        {check.answer && <Findings {...check} heading={heading} labels={labels} />}
      </section>
      {isIdle && phase !== "wrong" && !address && percent !== undefined && (
        <p className="preflight-panel__state muted numbers">{labels.sending.replace("{percent}", inDigits(percent, digits))}</p>
      )}
      {check.state && (
        <p className="preflight-panel__state muted" aria-live="polite">
          {labels[check.state]}{" "}
          {check.isTry && (
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
function Findings({ answer, state, isTry, heading, labels }) {
  const { publish, maySubmit } = useUploadForm();
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
      {refusal && <p className="preflight-panel__refusal">{refusal}</p>}
      {slips.length > 0 && (
        <div className="preflight-panel__slips">
          <p>{labels.remarks_heading}</p>
          <Remarks of={slips} />
          {slips.some(({ code }) => code === "place") && (
            <button type="button" className="button" disabled={!maySubmit} onClick={() => publish(true)}>
              {labels.without_place}
            </button>
          )}
        </div>
      )}
      {notes.length > 0 && <Remarks of={notes} className="muted" />}
      {whole && !refusal && slips.length === 0 && <p>{labels.nothing_remarked}</p>}
      {whole && isTry && !state && <p className="preflight-panel__tried">{refusal ? labels.tried_refused : labels.tried}</p>}
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
