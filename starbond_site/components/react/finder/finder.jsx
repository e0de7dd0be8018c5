import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { again } from "../again.jsx";
import { fill, inDigits } from "../digits.jsx";
import { messageLink, Packs, Sizes } from "../packs/packs.jsx";
import { answerOf, questionOf, searchOf } from "./answers.jsx";

const NOTHING = { a: "", b: "", conditions: [] };

/**
 * Which product joins two materials: the answer is looked up in a file that is fetched once, so that it stands at once. The
 * question is the address, so that Back, a reload and a shared link lead to it; the switch of language keeps it.
 */
export function Finder({ source, materials, conditions, contact, digits, labels, packs, compare }) {
  const [data, setData] = useState(null);
  const [hasFailed, setFailed] = useState(false);
  const [question, setShown] = useState(NOTHING);
  // Choices can follow each other faster than React renders: the newest question is here.
  const newest = useRef(NOTHING);
  const form = useRef(null);
  const names = useMemo(() => Object.fromEntries(materials.map(({ id, short }) => [id, short])), []);

  useEffect(() => {
    const asked = () => questionOf(location.search, Object.keys(names), Object.keys(conditions));
    const read = () => setQuestion(asked());
    const early = chosenIn(form.current);
    read();
    if (early) choose(early);
    addEventListener("popstate", read);
    again(() => fetch(source).then((response) => (response.ok ? response.json() : Promise.reject(response.status))))
      .then(setData)
      .catch(() => setFailed(true));
    return () => removeEventListener("popstate", read);
  }, []);
  useEffect(() => {
    for (const link of document.querySelectorAll("a[data-language]")) link.search = searchOf(question);
  }, [question]);

  const setQuestion = (next) => {
    newest.current = next;
    setShown(next);
  };
  const choose = (change) => {
    const next = { ...newest.current, ...change };
    setQuestion(next);
    // The answer first: on a slow phone, the entry in the history takes longer than the answer does.
    afterPaint(() => history.pushState(history.state, "", location.pathname + searchOf(next)));
  };
  const toggle = (name) => {
    const chosen = newest.current.conditions;
    choose({ conditions: Object.keys(conditions).filter((each) => chosen.includes(each) !== (each === name)) });
  };
  // A material is joined to itself until another one is chosen.
  const [a, b] = [question.a || question.b, question.b || question.a];
  const isAsked = Boolean(a);
  const answered = useMemo(() => {
    const values = { a: names[a], b: names[b], conditions: inBrackets(question.conditions, conditions) };
    return { values, answer: data && isAsked ? answerOf(data, a, b, question.conditions, names) : null };
  }, [data, question]);
  const { answer, values } = answered;
  // What suits is painted first: a slow phone needs as long again for the others.
  const others = useDeferredValue(answered);
  // Until the address is read and all of its answer stands, what is below the finder would move.
  const isWaiting = question === NOTHING || (isAsked && !hasFailed && !others.answer);
  const shared = { contact, digits, labels, packs };
  const notes = materials.filter(({ id, note }) => note && (id === a || id === b));
  return (
    <div className="finder has-packs" data-waiting={isWaiting ? "" : undefined}>
      <form ref={form} className="finder__form" role="search" aria-label={labels.form_label} onSubmit={(event) => event.preventDefault()}>
        <Choice name="a" label={labels.material_a} value={question.a} none={labels.choose} onChange={(a) => choose({ a })} {...{ materials }} />
        <Choice name="b" label={labels.material_b} value={question.b} none={a ? labels.same : labels.choose} onChange={(b) => choose({ b })} {...{ materials }} />
        <fieldset className="finder__conditions">
          <legend className="field__label">{labels.conditions}</legend>
          {Object.entries(conditions).map(([name, label]) => (
            <label key={name} className="finder__condition">
              <input type="checkbox" name={name} value={name} checked={question.conditions.includes(name)} onChange={() => toggle(name)} />
              {label}
            </label>
          ))}
        </fieldset>
        <noscript>
          <button className="button button--primary">{labels.show}</button>
        </noscript>
      </form>
      <p role="status" className="finder__status">
        {statusOf({ isAsked, hasFailed, answer, values, digits, labels })}
      </p>
      {answer && <Found heading={answer.suits.length ? labels.suitable : labels.ask_first} verdicts={best(answer)} {...{ values, compare, ...shared }} />}
      {answer && notes.map(({ id, note }) => <p key={id} className="finder__note">{note}</p>)}
      {(answer ? !best(answer).length : isAsked && hasFailed) && <Help {...{ values, contact, labels }} />}
      {others.answer?.suits.length > 0 && others.answer.ask.length > 0 && (
        <details className="finder__others">
          <summary>
            <h2>{labels.ask_first}</h2>
          </summary>
          <p className="muted">{labels.ask_first_note}</p>
          <ul className="plain-list finder__list" role="list">
            {others.answer.ask.map((verdict) => (
              <Verdict key={verdict.product.id} {...verdict} values={others.values} {...shared} />
            ))}
          </ul>
        </details>
      )}
      {others.answer && <Others label={labels.ask_others} verdicts={others.answer.other} />}
      {others.answer && <Others label={labels.why_not} verdicts={others.answer.no} />}
    </div>
  );
}

/** What suits; where nothing does, what is made for one of the two. */
const best = ({ suits, ask }) => (suits.length ? suits : ask);

function Others({ label, verdicts }) {
  if (!verdicts.length) return null;
  return (
    <details className="finder__others">
      <summary>{label}</summary>
      <dl>
        {verdicts.map(({ product, reasons }) => (
          <div key={product.id}>
            <dt>
              <a href={product.url}>{product.name}</a>
            </dt>
            <dd>{reasons.join(" ")}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const afterPaint = (action) => requestAnimationFrame(() => setTimeout(action));

/** What was chosen before this script ran; null for nothing. */
function chosenIn(form) {
  const [a, b] = Array.from(form.querySelectorAll("select"), ({ value }) => value);
  const conditions = Array.from(form.querySelectorAll("input:checked"), ({ value }) => value);
  const chosen = { ...(a && { a }), ...(b && { b }), ...(conditions.length && { conditions }) };
  return Object.keys(chosen).length ? chosen : null;
}

function statusOf({ isAsked, hasFailed, answer, values, digits, labels }) {
  if (!isAsked) return labels.ask_both;
  if (!answer) return hasFailed ? labels.failed : labels.loading;
  const [count, first] = [answer.suits.length, best(answer)[0]];
  const sentence = count > 1 ? labels.found : count ? labels.found_one : first ? labels.found_ask : labels.found_none;
  return fill(sentence, { ...values, count: inDigits(count, digits), product: first?.product.name });
}

const inBrackets = (chosen, conditions) => (chosen.length ? ` (${chosen.map((name) => conditions[name]).join(", ")})` : "");

function Choice({ name, label, value, none, onChange, materials }) {
  const id = useId();
  const drawing = materials.find((material) => material.id === value)?.drawing;
  const options = useMemo(
    () =>
      materials.map((material) => (
        <option key={material.id} value={material.id}>
          {material.name}
        </option>
      )),
    [],
  );
  return (
    <div className="finder__choice">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <span className="finder__select">
        <svg className="icon pictogram" viewBox="0 0 24 24" aria-hidden="true">
          <path d={drawing ?? "M12 5v14M5 12h14"} />
        </svg>
        <select id={id} name={name} className="select" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{none}</option>
          {options}
        </select>
      </span>
    </div>
  );
}

/** The list of what is best: the first as a card with picture, reasons and people to ask, the others as a line each. */
function Found({ heading, verdicts, ...rest }) {
  const id = useId();
  const { labels, compare } = rest;
  if (!verdicts.length) return null;
  return (
    <section className="finder__verdicts">
      <h2 id={id}>{heading}</h2>
      <ul className="plain-list finder__list" role="list" aria-labelledby={id}>
        {verdicts.map((verdict, place) => (
          <Verdict key={verdict.product.id} isBest={place === 0} {...verdict} {...rest} />
        ))}
      </ul>
      {compare && verdicts.length > 1 && (
        <p>
          <a href={comparisonOf(verdicts, compare)}>{compare.label}</a>
        </p>
      )}
    </section>
  );
}

function Verdict({ isBest, product, reasons, values, contact, digits, labels, packs }) {
  const folded = isBest ? product.notes : [...reasons, ...product.notes];
  const message = (words, size) => messageLink(contact.whatsapp, fill(words, { ...values, product: product.name, size }));
  return (
    <li className={`finder__product brand-${product.brand}${isBest ? " finder__product--best" : ""}`}>
      {isBest && product.picture && (
        <img className="finder__picture" src={product.picture.src} width={product.picture.width} height={product.picture.height} alt="" decoding="async" />
      )}
      <h3>
        <a href={product.url}>{product.name}</a>
      </h3>
      {isBest && <p className="finder__reason">{reasons.join(" ")}</p>}
      {isBest && (
        <div className="button-row finder__people">
          <a className="button button--primary" href={`tel:${contact.dial}`}>
            {labels.call_short}
          </a>
          <a className="button" href={message(labels.whatsapp_product)} target="_blank" rel="noopener" aria-label={fill(labels.ask_product, { product: product.name })}>
            {labels.whatsapp_short}
          </a>
        </div>
      )}
      <details className="finder__more">
        <summary>{labels.more}</summary>
        <ul className="finder__reasons" aria-label={labels.reasons_label}>
          {folded.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p className="finder__label">{labels.sizes_ask}</p>
        <Sizes product={product} labels={labels} href={(size) => message(labels.whatsapp_size, size)} />
        {product.packs.length > 0 && <Packs product={product} whatsapp={contact.whatsapp} digits={digits} labels={packs} />}
      </details>
    </li>
  );
}

/** The address that shows the best of the products side by side. */
function comparisonOf(verdicts, { address, parameter, most }) {
  const query = new URLSearchParams(verdicts.slice(0, most).map(({ product }) => [parameter, product.id]));
  return `${address}?${query}`;
}

function Help({ values, contact, labels }) {
  return (
    <div className="finder__help">
      <p>{labels.help}</p>
      <div className="button-row">
        <a className="button button--primary" href={`tel:${contact.dial}`}>
          {fill(labels.call, { phone: contact.shown })}
        </a>
        <a className="button" href={messageLink(contact.whatsapp, fill(labels.whatsapp_pair, values))} target="_blank" rel="noopener">
          {labels.whatsapp}
        </a>
      </div>
    </div>
  );
}
