import { useEffect, useRef, useState } from "react";
import { inDigits } from "../digits.jsx";
import { useUploadForm } from "./upload_form.jsx";

/** From leaving the field of a title to the look at it, in ms. */
const LEFT_MS = 500;
const nothing = { answer: null, state: "", isTry: false };

/**
 * What visitors would get of each chosen file, and what its author may have overlooked; the children are the button that publishes.
 *
 * The name is looked at as soon as a file is chosen, and the file itself as soon as it has arrived. Nothing here writes, or
 * keeps anyone from publishing.
 */
export function LookPanel({ labels, children, ...props }) {
  const { unsent, isRunning, isOpen, ask } = useUploadForm();
  const [tries, setTries] = useState(0);
  // Several files are looked at one after the other.
  const before = useRef(Promise.resolve());
  const inOrder = (work) => (before.current = before.current.then(work));
  const isIdle = isOpen && !isRunning;
  return (
    <>
      {unsent.map(({ id, file, title, address, percent, phase }) => (
        <FileLook
          key={id}
          file={file}
          title={title ?? ""}
          address={address ?? ""}
          percent={percent}
          isWrong={phase === "wrong"}
          ask={ask}
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
function FileLook({ file, title, address, percent, isWrong, isIdle, isAmongOthers, tries, inOrder, ask, category, language, labels, digits }) {
  const panel = useRef(null);
  const wanted = useRef(0);
  const tried = useRef(tries);
  const looked = useRef(null);
  const typed = useRef(title);
  typed.current = title;
  const shownTitle = useRef(title);
  const [look, setLook] = useState(nothing);
  const form = () => panel.current?.closest("form");

  /** Nobody waits any more for what is under way. */
  const stop = () => (wanted.current += 1);
  /** Asks the server; what was known before stays until it answers. */
  const lookAt = (isTry) => {
    const number = stop();
    looked.current = address;
    inOrder(async () => {
      if (number !== wanted.current || !form()) return;
      if (address) setLook((now) => ({ ...now, state: "looking", isTry }));
      const fields = new FormData(form());
      const answer = await ask(address, {
        action: "try",
        category: fields.get("category") ?? category,
        pair: fields.get("pair") ?? "0",
        name: file.name,
        title: (shownTitle.current = typed.current),
        size: String(file.size),
        language,
      });
      if (number !== wanted.current) return;
      if (answer?.outcome === "looked") setLook({ answer, state: "", isTry });
      else setLook((now) => ({ ...now, state: address ? "failed" : "", isTry: false }));
    });
  };

  useEffect(() => {
    if (!isIdle) stop();
    // What the form itself complains of needs no second opinion.
    else if (tries !== tried.current && address) {
      tried.current = tries;
      lookAt(true);
    } else if (looked.current !== address && !isWrong) lookAt(false);
  }, [isIdle, address, tries]);
  useEffect(() => {
    let timer;
    const onChange = ({ type, target }) => {
      if (!isIdle) return;
      // A drop-down decides where the file goes; a pair is chosen and given up with buttons.
      if (type === "paired" || target.name === "category") lookAt(false);
      // A title was typed, and left: maybe for a button below, which must not move before it is pressed.
      if (target.name === "title" && typed.current !== shownTitle.current) timer = setTimeout(lookAt, LEFT_MS, false);
    };
    const changing = form();
    changing.addEventListener("change", onChange);
    changing.addEventListener("paired", onChange);
    return () => {
      changing.removeEventListener("change", onChange);
      changing.removeEventListener("paired", onChange);
      clearTimeout(timer);
    };
  }, [isIdle, address]);
  useEffect(() => () => void stop(), []);

  const cancel = () => {
    stop();
    setLook((now) => ({ ...now, state: "", isTry: false }));
  };
  const heading = isAmongOthers ? `${labels.heading}: ${file.name}` : labels.heading;
  return (
    <>
      <section ref={panel} className="look-panel" aria-label={heading} aria-live="polite" hidden={!look.answer}>
        {look.answer && <Findings {...look} heading={heading} labels={labels} />}
      </section>
      {isIdle && !isWrong && !address && percent !== undefined && (
        <p className="look-panel__state muted numbers">{labels.sending.replace("{percent}", inDigits(percent, digits))}</p>
      )}
      {look.state && (
        <p className="look-panel__state muted" aria-live="polite">
          {labels[look.state]}{" "}
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
function Findings({ answer, state, isTry, heading, labels }) {
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
