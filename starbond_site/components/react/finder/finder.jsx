import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { inDigits } from "../digits.jsx";
import { fill, messageLink, Packs, Sizes } from "../packs/packs.jsx";
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
  const names = useMemo(() => Object.fromEntries(materials.map(({ id, name }) => [id, name])), []);

  useEffect(() => {
    const asked = () => questionOf(location.search, Object.keys(names), Object.keys(conditions));
    const read = () => setQuestion(asked());
    const early = chosenIn(form.current);
    read();
    if (early) choose(early);
    addEventListener("popstate", read);
    fetch(source)
      .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
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
  const isAsked = question.a && question.b;
  const answered = useMemo(() => {
    const values = { a: names[question.a], b: names[question.b], conditions: inBrackets(question.conditions, conditions) };
    return { values, answer: data && isAsked ? answerOf(data, question.a, question.b, question.conditions, names) : null };
  }, [data, question]);
  const { answer, values } = answered;
  // What suits is painted first: a slow phone needs as long again for the others.
  const others = useDeferredValue(answered);
  return (
    <div className="finder has-packs" data-waiting={data || hasFailed ? undefined : ""}>
      <form ref={form} className="finder__form" role="search" aria-label={labels.form_label} onSubmit={(event) => event.preventDefault()}>
        <Choice label={labels.material_a} value={question.a} onChange={(a) => choose({ a })} {...{ materials, labels }} />
        <Choice label={labels.material_b} value={question.b} onChange={(b) => choose({ b })} {...{ materials, labels }} />
        <fieldset className="finder__conditions">
          <legend className="field__label">{labels.conditions}</legend>
          {Object.entries(conditions).map(([name, label]) => (
            <label key={name} className="finder__condition">
              <input type="checkbox" value={name} checked={question.conditions.includes(name)} onChange={() => toggle(name)} />
              {label}
            </label>
          ))}
        </fieldset>
      </form>
      <p role="status" className="finder__status">
        {statusOf({ isAsked, hasFailed, answer, values, digits, labels })}
      </p>
      {answer && <Verdicts heading={labels.suitable} verdicts={answer.suits} {...{ values, contact, digits, labels, packs, compare }} />}
      {(answer || (isAsked && hasFailed)) && <Help {...{ values, contact, labels }} />}
      {others.answer && (
        <Verdicts
          heading={labels.ask_first}
          note={labels.ask_first_note}
          verdicts={others.answer.ask}
          values={others.values}
          {...{ contact, digits, labels, packs }}
        />
      )}
      {others.answer && (
        <details className="finder__others">
          <summary>{labels.why_not}</summary>
          <dl>
            {others.answer.no.map(({ product, reasons }) => (
              <div key={product.id}>
                <dt>
                  <a href={product.url}>{product.name}</a>
                </dt>
                <dd>{reasons.join(" ")}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
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
  const count = answer.suits.length;
  const sentence = count > 1 ? labels.found : count ? labels.found_one : labels.found_none;
  return fill(sentence, { ...values, count: inDigits(count, digits) });
}

const inBrackets = (chosen, conditions) => (chosen.length ? ` (${chosen.map((name) => conditions[name]).join(", ")})` : "");

function Choice({ label, value, onChange, materials, labels }) {
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
        <select id={id} className="select" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{labels.choose}</option>
          {options}
        </select>
      </span>
    </div>
  );
}

function Verdicts({ heading, note, verdicts, values, contact, digits, labels, packs, compare }) {
  const id = useId();
  if (!verdicts.length) return null;
  return (
    <section className="finder__verdicts">
      <h2 id={id}>{heading}</h2>
      {note && <p className="muted">{note}</p>}
      {compare && (
        <p>
          <a href={comparisonOf(verdicts, compare)}>{compare.label}</a>
        </p>
      )}
      <ul className="plain-list finder__list" role="list" aria-labelledby={id}>
        {verdicts.map(({ product, reasons }) => (
          <li key={product.id} className={`finder__product brand-${product.brand}`}>
            {product.picture && (
              <img className="finder__picture" src={product.picture.src} width={product.picture.width} height={product.picture.height} alt="" decoding="async" />
            )}
            <div className="finder__text">
              <h3>
                <a href={product.url}>{product.name}</a>
              </h3>
              <ul className="finder__reasons" aria-label={labels.reasons_label}>
                {[...reasons, ...product.notes].map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
              <p className="finder__label">{labels.sizes_ask}</p>
              <Sizes
                product={product}
                labels={labels}
                href={(size) => messageLink(contact.whatsapp, fill(labels.whatsapp_size, { ...values, product: product.name, size }))}
              />
              {product.packs.length > 0 && <Packs product={product} whatsapp={contact.whatsapp} digits={digits} labels={packs} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
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
